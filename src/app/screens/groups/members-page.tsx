import { UserPlus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate, useQuery } from '../../kit/navigation.ts';
import type { GroupMember } from '../../../client/interface/client.ts';
import { contactView } from '../../../client/state/contact-view.ts';
import type { Contact } from '../../../client/state/state.ts';
import { contactId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { failureText } from '../../shared/failure-text.ts';
import { Page } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { namesakes } from '../../shared/namesakes.ts';
import { TopBar } from '../../shared/top-bar.tsx';
import { useMembers } from '../../shared/use-members.ts';
import { VirtualList } from '../../kit/virtual-list.tsx';
import { useMay } from '../../shared/use-may.ts';
import styles from './group.module.css';
import { MemberLine } from './member-row.tsx';
import { PATHS, selectionPath } from '../../paths/paths.ts';
import { folded, includesWords } from '../../../domain/search-words.ts';

const ROW_PX = 64;

/** `/pages/message/group/groupUser?group_id=` All members of a group, and the actions on them. */
export default function MembersPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery();
  const id = contactId(query.get('group_id') ?? '');
  const contact = useStore((state) => contactView(state, id));
  const ready = useStore((state) => state.sync.ready);
  if (contact?.kind === 'group') return <MembersOf key={id} contact={contact} />;
  return (
    <Page bar={<TopBar title={t('title.groupUser')} />}>
      {ready ? (
        <EmptyBlock
          kind="gone"
          text={t('err.noGroup')}
          action={
            <Button onClick={() => void navigate(PATHS.home, { replace: true })}>{t('page.goHome')}</Button>
          }
        />
      ) : (
        <SkeletonRows count={6} />
      )}
    </Page>
  );
}

function MembersOf({ contact }: { readonly contact: Contact }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const mayInvite = useMay(contact, 'invite');
  const loaded = useMembers(contact.id);
  const { reload } = loaded;
  const invite = mayInvite && (
    <IconButton
      label={t('ginfo.addMember')}
      onClick={() => void navigate(selectionPath('invite', { contact_id: contact.id }))}
    >
      <UserPlus size={24} strokeWidth={1.75} />
    </IconButton>
  );
  return (
    <Page surface bar={<TopBar title={t('title.groupUser')} subtitle={contact.displayName} end={invite} />}>
      {loaded.value !== null && <MemberResults contact={contact} members={loaded.value} onChanged={reload} />}
      {loaded.value === null && loaded.state === 'loading' && <SkeletonRows count={6} />}
      {loaded.value === null && loaded.state === 'failed' && (
        <EmptyBlock
          kind="network"
          text={failureText(t, loaded.failure)}
          action={<Button onClick={reload}>{t('common.retry')}</Button>}
        />
      )}
    </Page>
  );
}

function MemberResults({
  contact,
  members,
  onChanged,
}: {
  readonly contact: Contact;
  readonly members: readonly GroupMember[];
  readonly onChanged: () => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = folded(typed);
  // Messages change the group's contact, but no content of these rows.
  const { id, group } = contact;
  const role = group?.role ?? null;
  const here = useMemo(() => ({ id, role }), [id, role]);
  const usernames = useMemo(
    () => namesakes(members.map(({ user, displayName: name, account }) => ({ id: user, name, account }))),
    [members],
  );
  const draw = useCallback(
    (member: GroupMember) => (
      <MemberLine
        key={member.user}
        contact={here}
        member={member}
        username={usernames.get(String(member.user))}
        onChanged={onChanged}
      />
    ),
    [here, onChanged, usernames],
  );
  const visible =
    query === ''
      ? members
      : members.filter((one) => includesWords(`${one.displayName} ${one.account} ${one.namePy}`, query));
  return (
    <div className={styles.members}>
      <div className={styles.search}>
        <SearchField label={t('gmem.search')} value={typed} onValue={setTyped} />
      </div>
      <div className={styles.rows}>
        {visible.length === 0 ? (
          <EmptyBlock kind="found" text={t('empty.found', { keywords: typed.trim() })} />
        ) : (
          <VirtualList data={visible} label={t('ginfo.members')} itemPx={ROW_PX}>
            {draw}
          </VirtualList>
        )}
      </div>
    </div>
  );
}
