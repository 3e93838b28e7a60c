import { MessageSquarePlus } from 'lucide-react';
import { useNavigate, useQuery } from '../../kit/navigation.ts';
import { groupList } from '../../../client/state/address-book.ts';
import type { Contact } from '../../../client/state/state.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Button, IconButton } from '../../kit/button.tsx';
import { useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { Page } from '../../kit/page.tsx';
import { Row } from '../../kit/row.tsx';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import styles from './groups.module.css';
import { useListTime } from '../../shared/use-display-time.ts';
import { RoleTag } from '../../shared/role-tag.tsx';
import { pathTo, selectionPath } from '../../paths/paths.ts';

const TABS = ['all', 'created', 'managed', 'joined'] as const;
type Tab = (typeof TABS)[number];
const TAB_OF_ROLE = { 1: 'created', 2: 'managed', 3: 'joined' } as const;

const inTab = (group: Contact, tab: Tab): boolean =>
  tab === 'all' || (group.group !== null && TAB_OF_ROLE[group.group.role] === tab);

/** `/pages/contacts/group?tab=` My groups, by what I am in them. */
export default function GroupListPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const query = useQuery();
  const tab = TABS.find((one) => one === query.get('tab')) ?? 'all';
  const groups = useStore(groupList);
  const ready = useStore((state) => state.sync.ready);
  const create = () => void navigate(selectionPath('create'));
  return (
    <Page
      surface
      bar={
        <TopBar
          title={t('title.groupList')}
          end={
            <IconButton label={t('group.create')} onClick={create}>
              <MessageSquarePlus size={24} strokeWidth={1.75} />
            </IconButton>
          }
        />
      }
    >
      <div className={styles.column}>
        <div className={styles.tabs}>
          <SegmentedTabs
            block
            label={t('group.tabs')}
            value={tab}
            onChange={(next) => void navigate(pathTo('groupList', { tab: next }), { replace: true })}
            items={TABS.map((key) => ({
              key,
              label: t(`group.${key}`),
              count: key === 'all' ? undefined : groups.filter((one) => inTab(one, key)).length,
            }))}
          />
        </div>
        <div role="tabpanel" aria-label={t(`group.${tab}`)}>
          {!ready && groups.length === 0 ? (
            <SkeletonRows count={5} />
          ) : (
            <Groups groups={groups.filter((one) => inTab(one, tab))} onCreate={create} />
          )}
        </div>
      </div>
    </Page>
  );
}

function Groups({
  groups,
  onCreate,
}: {
  readonly groups: readonly Contact[];
  readonly onCreate: () => void;
}) {
  const { t } = useTranslation();
  const timeText = useListTime();
  const detailOf = ({ group, lastSentAtMs }: Contact): string =>
    [
      group && t('chat.members', { count: group.members }),
      lastSentAtMs > 0 && t('group.lastAt', { time: timeText(lastSentAtMs) }),
    ]
      .filter(Boolean)
      .join(' · ');
  if (groups.length === 0)
    return (
      <EmptyBlock
        kind="groups"
        text={t('empty.groups')}
        action={
          <Button kind="primary" onClick={onCreate}>
            {t('group.create')}
          </Button>
        }
      />
    );
  return (
    <ul className={styles.groups} aria-label={t('title.groupList')}>
      {groups.map((one) => (
        <li key={one.id}>
          <Row
            to={pathTo('chat', { id: one.id })}
            icon={<Avatar id={one.id} name={one.displayName} src={one.avatar} size={48} />}
            title={one.displayName}
            detail={detailOf(one)}
            end={<RoleTag role={one.group?.role ?? 3} />}
          />
        </li>
      ))}
    </ul>
  );
}
