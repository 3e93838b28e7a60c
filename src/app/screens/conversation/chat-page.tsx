import { useLocation } from 'react-router-dom';
import { contactView } from '../../../client/state/contact-view.ts';
import { type ContactId, contactId, msgId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useStore } from '../../shared/client-context.ts';
import { NoSuchChat, useFetchedChat } from './no-such-chat.tsx';
import { UnsentHere } from './unsent-here.tsx';
import { Page } from '../../kit/page.tsx';
import { useQuery } from '../../kit/navigation.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { Chat } from './chat.tsx';
import { ListSkeleton } from './list-states.tsx';

/** `/pages/message/chat?id=&msg_id=` */
export default function ChatPage() {
  const query = useQuery();
  const { key: step } = useLocation();
  const id = contactId(query.get('id') ?? '');
  const first = Number(query.get('msg_id'));
  return (
    <ChatOf key={id} id={id} step={step} first={Number.isSafeInteger(first) && first > 0 ? first : null} />
  );
}

interface Place {
  readonly id: ContactId;
  /** The step of the history that shows the chat. */
  readonly step: string;
  readonly first: number | null;
}

function ChatOf({ id, step, first }: Place) {
  const { t } = useTranslation();
  const contact = useStore((state) => contactView(state, id));
  const loadedChat = useFetchedChat(id, contact !== undefined);
  if (contact)
    return <Chat key={first} contact={contact} step={step} first={first === null ? null : msgId(first)} />;
  if (loadedChat === 'loading')
    return (
      <Page bar={<TopBar title="" />}>
        <ListSkeleton />
      </Page>
    );
  return (
    <Page cards bar={<TopBar title={t('title.chat')} />}>
      <UnsentHere chat={id} />
      <NoSuchChat fill />
    </Page>
  );
}
