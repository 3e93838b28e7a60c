import { contactView } from '../../../../client/state/contact-view.ts';
import { type ContactId, contactId } from '../../../../domain/ids.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { NoSuchChat, useFetchedChat } from '../no-such-chat.tsx';
import { Page } from '../../../kit/page.tsx';
import { SkeletonRows } from '../../../kit/skeleton.tsx';
import { useQuery } from '../../../kit/navigation.ts';
import { usePaneEscape } from '../use-pane-escape.ts';
import { useStore } from '../../../shared/client-context.ts';
import { TopBar } from '../../../shared/top-bar.tsx';
import { Thread } from './thread.tsx';

/** `/pages/message/thread?id=&root=` Alone, or as the third pane beside the chat (THREAD-4). */
export default function ThreadPage() {
  const query = useQuery();
  const id = contactId(query.get('id') ?? '');
  const root = Number(query.get('root'));
  usePaneEscape();
  return <ThreadOf key={`${id} ${root}`} id={id} root={Number.isSafeInteger(root) ? root : 0} />;
}

function ThreadOf({ id, root }: { readonly id: ContactId; readonly root: number }) {
  const { t } = useTranslation();
  const contact = useStore((state) => contactView(state, id));
  const plain = useStore((state) => state.sync.plain);
  const loadedChat = useFetchedChat(id, contact !== undefined);
  if (contact && root > 0 && !plain) return <Thread contact={contact} root={root} />;
  const isGone = loadedChat === 'none' || root <= 0 || plain;
  return (
    <Page bar={<TopBar title={t('title.thread')} />}>
      {isGone ? <NoSuchChat /> : <SkeletonRows count={3} />}
    </Page>
  );
}
