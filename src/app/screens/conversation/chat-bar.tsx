import { Ellipsis, Phone, Search, Timer } from 'lucide-react';
import { type ReactNode, memo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useNavigate } from '../../kit/navigation.ts';
import { showsPresence, totals } from '../../../client/state/selectors.ts';
import { unreadShare } from '../../../client/state/totals.ts';
import { contactView } from '../../../client/state/contact-view.ts';
import type { State } from '../../../client/state/state.ts';
import type { ContactId } from '../../../domain/ids.ts';
import { daysNow } from '../../../domain/vanish.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import { cx } from '../../kit/class-names.ts';
import { useMenu } from '../../kit/menu.tsx';
import { useStore } from '../../shared/client-context.ts';
import { contactName } from '../../shared/contact-name.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { useLastSeen } from '../../shared/use-last-seen.ts';
import { useTypingWords } from '../../shared/use-typing-words.ts';
import { type CallWays, useBeginCall } from '../../shared/use-begin-call.tsx';
import { useJoinGroupCall } from '../../shared/use-join-group-call.tsx';
import { useInfoBeside } from '../../kit/pane-context.ts';
import { useVast, useVeryWide, useWide } from '../../kit/use-media.ts';
import styles from './chat.module.css';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { daysText } from './timer-text.ts';
import type { ChatPartner } from './who.ts';
import { PATHS, pathTo } from '../../paths/paths.ts';

/** Name, presence, unread count of other chats, calls, and the button for the chat's info. */
export const ChatBar = memo(function ChatBar({
  contact,
  finding,
  onFind,
}: {
  readonly contact: ChatPartner;
  readonly finding: boolean;
  readonly onFind: () => void;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const veryWide = useVeryWide();
  const wide = useWide();
  const others = useStore((state) => unreadBeside(state, contact.id));
  const typing = useTypingWords(contact.id);
  const ways = useBeginCall(contact.id, contact.displayName, contact.avatar);
  const groupWays = useJoinGroupCall(contact);
  const calls = contact.kind === 'group' ? groupWays : ways;
  const [beside, setBeside] = useInfoBeside();
  const vast = useVast();
  const infoOpen = pathname === PATHS.chatInfo || (pathname === PATHS.chat && beside);
  // A thread beside the chat makes room for the info.
  const overThread = veryWide && pathname === PATHS.thread;
  const hasInfo = contact.kind === 'person' || contact.kind === 'group';
  const days = useStore((state) => daysNow(state.contacts.get(contact.id)?.timers ?? []));
  const secondLine = useSecondLine(contact, typing);
  const toInfo = () => {
    setBeside(!infoOpen);
    // The info is already beside the chat, so there is no page to open.
    if (vast && pathname === PATHS.chat) return;
    void navigate(pathTo(infoOpen && veryWide ? 'chat' : 'chatInfo', { id: contact.id }), {
      replace: infoOpen || overThread,
    });
  };
  return (
    <TopBar
      title={contactName(t, contact)}
      of={contact.id}
      subtitle={
        secondLine === undefined && days === 0 ? undefined : (
          <span className={styles.facts}>
            {secondLine}
            <TimerMark days={days} />
          </span>
        )
      }
      backCount={others}
      start={<HeadFace contact={contact} onPress={hasInfo ? toInfo : undefined} />}
      end={
        <>
          <TypingSaid id={contact.id} words={typing} />
          {contact.kind !== 'system' && (
            <IconButton label={t('history.search')} aria-expanded={finding} onClick={onFind}>
              <Search size={20} strokeWidth={1.75} />
            </IconButton>
          )}
          {!calls.absent && (wide ? <CallButtons calls={calls} /> : <CallMenu calls={calls} />)}
          {hasInfo && (
            <IconButton
              label={t('title.chatInfo')}
              aria-expanded={veryWide ? infoOpen : undefined}
              onClick={toInfo}
            >
              <Ellipsis size={24} strokeWidth={1.75} />
            </IconButton>
          )}
        </>
      }
    />
  );
});

/** The picture in the head of a chat or thread. */
export function HeadFace({
  contact,
  onPress,
}: {
  readonly contact: ChatPartner;
  readonly onPress?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const face = <Avatar id={contact.id} name={contactName(t, contact)} src={contact.avatar} size={32} />;
  return onPress === undefined ? (
    <span className={styles.headFace}>{face}</span>
  ) : (
    <button type="button" className={styles.face} tabIndex={-1} aria-hidden="true" onClick={onPress}>
      {face}
    </button>
  );
}

/** Second line: typing users, the number of members, or the partner's presence and last-seen time. */
function useSecondLine(contact: ChatPartner, typing: string): ReactNode {
  const { t } = useTranslation();
  const { id, kind, group } = contact;
  const here = useStore((state) => state.contacts.get(id)?.isOnline ?? false);
  const shows = useStore(showsPresence);
  const lastSeen = useLastSeen(contact);
  if (typing !== '') return <span className={styles.typing}>{typing}</span>;
  if (kind === 'group')
    return group && group.members > 0 ? t('chat.members', { count: group.members }) : undefined;
  if (kind === 'person' && shows && here) return <Online />;
  return lastSeen === '' ? undefined : lastSeen;
}

/** Unread of all other chats. */
function unreadBeside(state: State, id: ContactId): number {
  const contact = contactView(state, id);
  return Math.max(0, totals(state).unread - (contact ? unreadShare(contact) : 0));
}

/** A blocked action remains pressable and then shows its reason. */
function CallButtons({ calls }: { readonly calls: CallWays }) {
  const off = calls.why !== null;
  return calls.items.map(({ key, label, icon, onSelect }) => (
    <IconButton
      key={key}
      className={off ? styles.callOff : undefined}
      aria-disabled={off || undefined}
      label={label}
      title={calls.why ?? label}
      onClick={onSelect}
    >
      {icon}
    </IconButton>
  ));
}

/** Narrow windows have one button for both ways. */
function CallMenu({ calls }: { readonly calls: CallWays }) {
  const openMenu = useMenu(() => (calls.why === null ? { title: calls.title, items: calls.items } : null));
  return (
    <IconButton
      className={cx(styles.callMenu, calls.why !== null && styles.callOff)}
      label={calls.title}
      title={calls.why ?? calls.title}
      aria-haspopup="menu"
      onClick={({ currentTarget }) => (calls.why === null ? openMenu(currentTarget) : calls.begin(false))}
    >
      <Phone size={20} strokeWidth={1.75} />
    </IconButton>
  );
}

function Online() {
  const { t } = useTranslation();
  return (
    <span className={styles.online}>
      <span className={styles.onlineDot} />
      {t('chat.online')}
    </span>
  );
}

/** Shown beside the name of a chat with disappearing messages (VANISH-8). */
function TimerMark({ days }: { readonly days: number }) {
  const { t } = useTranslation();
  if (days === 0) return null;
  const words = t('timer.mark', { count: days });
  return (
    <span className={styles.timer} title={words}>
      <Timer size={13} strokeWidth={1.75} aria-hidden="true" />
      <span aria-hidden="true">{daysText(t, days)}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}

/** Announces typing to screen readers: once, and again only after a new message (TYPING-5). */
function TypingSaid({ id, words }: { readonly id: ContactId; readonly words: string }) {
  const last = useStore((state) => state.contacts.get(id)?.last?.id ?? null);
  const [announcement, setAnnouncement] = useState<{
    readonly words: string;
    readonly last: string | null;
  } | null>(null);
  if (words !== '' && (announcement === null || announcement.last !== last)) setAnnouncement({ words, last });
  return (
    <VisuallyHidden>
      <span role="status">
        {announcement !== null && announcement.last === last ? announcement.words : ''}
      </span>
    </VisuallyHidden>
  );
}
