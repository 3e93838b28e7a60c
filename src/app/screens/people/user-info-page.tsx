import { personContact, userId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../../kit/button.tsx';
import { useClient, useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { useBack, useQuery } from '../../kit/navigation.ts';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { useFollowWord } from '../../shared/use-follow.ts';
import { useLoad } from '../../shared/use-load.ts';
import { PersonSheet } from './person-sheet.tsx';

/** `/pages/contacts/detail?id=`; an old link uses `user_id`. */
export default function UserInfoPage() {
  const { t } = useTranslation();
  const query = useQuery();
  const id = Number(query.get('id') ?? query.get('user_id'));
  return (
    <Page cards bar={<TopBar title={t('title.userInfo')} />}>
      {Number.isSafeInteger(id) && id > 0 ? <PersonOf key={id} id={id} /> : <NoSuchPerson />}
    </Page>
  );
}

/** The server writes the last-seen time a moment after a user leaves (SEEN-1). */
const SEEN_MS = 500;

function PersonOf({ id }: { readonly id: number }) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const loaded = useLoad(String(id), () => actions.person(userId(id)));
  const { reload } = loaded;
  const contact = useStore((state) => state.contacts.get(personContact(userId(id))));
  // A friend has a contact here, and with it the permitted actions change.
  useWhenChanged(
    reload,
    contact?.displayName,
    contact?.avatar,
    useStore((state) => state.profiles.get(userId(id))),
    useStore((state) => (state.self?.id === id ? state.self : null)),
  );
  useFollowWord(String(id), String(contact?.isOnline), reload, SEEN_MS);
  if (loaded.value !== null) return <PersonSheet person={loaded.value} onChanged={reload} />;
  if (loaded.state === 'loading') return <SkeletonRows count={3} />;
  if (loaded.state === 'failed' && loaded.failure.kind === 'transport')
    return (
      <EmptyBlock
        kind="network"
        text={failureText(t, loaded.failure)}
        action={<Button onClick={reload}>{t('common.retry')}</Button>}
      />
    );
  return <NoSuchPerson />;
}

function NoSuchPerson() {
  const { t } = useTranslation();
  const back = useBack();
  return (
    <EmptyBlock
      kind="gone"
      text={t('err.noUser')}
      action={<Button onClick={back}>{t('common.back')}</Button>}
    />
  );
}
