import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { contactView } from '../../../client/state/chat-selectors.ts';
import { type ContactId, contactId, msgId, parseTarget } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { NoSuchChat } from './no-such-chat.tsx';
import { Page } from '../../kit/page.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { Chat } from './chat.tsx';
import { ListSkeleton } from './list-states.tsx';

/** `/pages/message/chat?id=&msg_id=` */
export default function ChatPage() {
  const query = new URLSearchParams(useLocation().search);
  const id = contactId(query.get('id') ?? '');
  const first = Number(query.get('msg_id'));
  return <ChatOf key={id} id={id} first={Number.isSafeInteger(first) && first > 0 ? first : null} />;
}

function ChatOf({ id, first }: { readonly id: ContactId; readonly first: number | null }) {
  const { t } = useTranslation();
  const contact = useStore((state) => contactView(state, id));
  const missing = useMissing(id, contact === undefined);
  if (contact) return <Chat key={first} contact={contact} first={first === null ? null : msgId(first)} />;
  if (!missing)
    return (
      <Page bar={<TopBar title="" />}>
        <ListSkeleton />
      </Page>
    );
  return (
    <Page bar={<TopBar title={t('title.chat')} />}>
      <NoSuchChat fill />
    </Page>
  );
}

/** Fetches a conversation that the list does not hold; true once it is known not to exist for me. */
function useMissing(id: ContactId, unknown: boolean): boolean {
  const { actions } = useClient();
  const ready = useStore((state) => state.sync.ready);
  const [missing, setMissing] = useState(false);
  const known = parseTarget(id) !== null;
  useEffect(() => {
    if (!unknown || !ready || !known) return undefined;
    let gone = false;
    const look = async () => {
      const answer = await actions.ensureContact(id);
      if (!gone) setMissing(!answer.ok);
    };
    void look();
    return () => {
      gone = true;
    };
  }, [actions, id, unknown, ready, known]);
  return missing || !known;
}
