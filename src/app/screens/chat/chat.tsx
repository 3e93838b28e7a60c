import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VirtualizerHandle } from 'virtua';
import type { Contact } from '../../../client/store/state.ts';
import type { MsgId } from '../../../domain/ids.ts';
import { useStore } from '../../kit/client-context.ts';
import { ChatGround } from '../../kit/chat-ground.tsx';
import attachStyles from './attach/attach.module.css';
import { useAttach } from './attach/use-attach.tsx';
import { useDrop } from './attach/use-drop.ts';
import { ChatBar } from './chat-bar.tsx';
import styles from './chat.module.css';
import { Composer, type ComposerHandle } from './compose/composer.tsx';
import { FloatingPills } from './floating-pills.tsx';
import { ListEmpty, ListFailed, ListSkeleton, OlderLine } from './list-states.tsx';
import { MessageList } from './message-list.tsx';
import { useJump } from './use-jump.ts';
import { useListScroll } from './use-list-scroll.ts';
import { useMediaHands } from './use-media.tsx';
import { useMessageMenu } from './use-message-menu.tsx';
import { useOpenPerson } from './use-open-person.ts';
import { useReading } from './use-reading.ts';
import { useSilence } from './use-silence.ts';
import { useWindow } from './use-window.ts';

/** One conversation: read above, write below. Made anew for each conversation. */
export function Chat({ contact, first }: { readonly contact: Contact; readonly first: MsgId | null }) {
  const list = useRef<VirtualizerHandle>(null);
  const composer = useRef<ComposerHandle>(null);
  const self = useStore((state) => state.self?.id ?? null);
  const window = useWindow(contact);
  const { rows } = window;
  const scroll = useListScroll(list, rows, window.openAt);
  const jump = useJump(contact.id, rows, scroll, first);
  const silence = useSilence(contact);
  const look = useReading(contact, rows, scroll);
  const openMenu = useMessageMenu(contact, silence === null, composer);
  const openPerson = useOpenPerson(contact);
  const media = useMediaHands(contact.id, () => rows.flatMap((row) => row.message ?? []));
  const { t } = useTranslation();
  const writes = contact.kind !== 'system' && contact.kind !== 'notice';
  const attach = useAttach(contact, scroll.toEnd);
  const drop = useDrop(writes && silence === null ? attach.offer : null);
  return (
    <div className={styles.chat} {...drop.handlers}>
      <ChatBar contact={contact} />
      <div className={styles.middle}>
        <ChatGround />
        {window.stage === 'loading' && <ListSkeleton />}
        {window.stage === 'empty' && <ListEmpty />}
        {window.stage === 'failed' && <ListFailed onRetry={window.retry} />}
        {window.stage === 'shown' && (
          <>
            <OlderLine older={jump.searching ? 'loading' : window.older} onRetry={window.retry} />
            <MessageList
              rows={rows}
              contact={contact}
              self={self}
              scroll={scroll}
              list={list}
              flash={jump.flash}
              onNearTop={window.loadOlder}
              onLook={look}
              leave={() => composer.current?.focus()}
              actions={{
                openMenu,
                openPerson,
                jumpTo: (message) => jump.jumpTo(message, 'here'),
                editAgain: (text) => composer.current?.refill(text),
                openMedia: (row, at) => row.message && media.open(row.message, at),
              }}
            />
          </>
        )}
        <FloatingPills contact={contact} scroll={scroll} jump={jump} />
        {drop.over && <div className={attachStyles.dropHere}>{t('drop.here')}</div>}
      </div>
      {writes && (
        <Composer key={contact.id} ref={composer} contact={contact} silence={silence} attach={attach} onSent={scroll.toEnd} />
      )}
      {media.layer}
      {attach.layer}
    </div>
  );
}
