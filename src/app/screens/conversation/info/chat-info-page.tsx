import { contactView } from '../../../../client/state/chat-selectors.ts';
import { type ContactId, contactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useStore } from '../../../shared/client-context.ts';
import { NoSuchChat, useFetchedChat } from '../no-such-chat.tsx';
import { Page } from '../../../kit/page.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { useQuery } from '../../../kit/navigation.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { GroupInfo } from './group-info.tsx';
import { PersonInfo } from './person-info.tsx';

/** `/pages/message/detail?id=` Alone, or as the third pane beside the chat. */
export default function ChatInfoPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const id = contactId(query.get('id') ?? '');
  return (
    <Page cards bar={<TopBar title={t('title.chatInfo')} />}>
      <InfoOf key={id} id={id} />
    </Page>
  );
}

function InfoOf({ id }: { readonly id: ContactId }) {
  const contact = useStore((state) => contactView(state, id));
  const fetched = useFetchedChat(id, contact !== undefined);
  if (contact?.kind === 'group') return <GroupInfo contact={contact} />;
  if (contact?.kind === 'person') return <PersonInfo contact={contact} />;
  return fetched === 'none' || contact ? <NoSuchChat /> : <SkeletonRows count={3} />;
}
