import { MessageSquarePlus, Plus, UserPlus } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { VirtualizerHandle } from 'virtua';
import { addressBook, totals } from '../../../client/store/selectors.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { sameItems, useStore } from '../../kit/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { useMenu } from '../../kit/menu.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../kit/top-bar.tsx';
import { VirtualList } from '../../kit/virtual-list.tsx';
import { type Line, linesOf } from './book-lines.ts';
import { BookLine } from './book-line.tsx';
import styles from './contacts-page.module.css';
import { IndexBar } from './index-bar.tsx';

/** The address book: invitations, groups, then people by letter. */
export default function ContactsPage() {
  const { t } = useTranslation();
  const ready = useStore((state) => state.sync.ready);
  const letters = useStore(addressBook);
  const system = useStore((state) => [...state.contacts].filter((one) => one.kind === 'system' || one.kind === 'notice'), sameItems);
  const friends = useStore((state) => state.config.sysInfo.runMode === 2);
  const waiting = useStore((state) => totals(state).system);
  const list = useRef<VirtualizerHandle>(null);
  const { lines, starts, count } = linesOf({ letters, system, friends });
  return (
    <div className={styles.page}>
      <TopBar back={false} title={t('title.contacts')} end={<AddButton friends={friends} />} />
      <div className={styles.list}>
        <VirtualList handle={list} label={t('title.contacts')} itemPx={60} data={lines}>
          {(line: Line) =>
            line.kind === 'foot' ? <Foot key="foot" count={count} friends={friends} ready={ready} /> : <BookLine key={line.key} line={line} waiting={waiting} />
          }
        </VirtualList>
        {starts.size > 1 && <IndexBar letters={[...starts.keys()]} onLetter={(letter) => list.current?.scrollToIndex(starts.get(letter) ?? 0, { align: 'start' })} />}
      </div>
    </div>
  );
}

function Foot({ count, friends, ready }: { readonly count: number; readonly friends: boolean; readonly ready: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (!ready && count === 0) return <SkeletonRows count={5} />;
  if (count > 0) return <p className={styles.foot}>{t('contacts.total', { count })}</p>;
  return (
    <EmptyBlock
      kind="contacts"
      text={t('empty.contacts')}
      action={
        friends && (
          <Button kind="primary" onClick={() => void navigate('/pages/contacts/search')}>
            {t('home.addFriend')}
          </Button>
        )
      }
    />
  );
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

function AddButton({ friends }: { readonly friends: boolean }) {
  const { t } = useTranslation();
  const openMenu = useMenu();
  const navigate = useNavigate();
  const groups = useStore((state) => state.config.chatInfo.groupChat);
  const open = (event: MouseEvent<HTMLButtonElement>) =>
    openMenu({
      at: event.currentTarget,
      title: t('common.add'),
      items: [
        ...(friends ? [{ key: 'friend', label: t('home.addFriend'), icon: <UserPlus {...icon} />, run: () => void navigate('/pages/contacts/search') }] : []),
        ...(groups ? [{ key: 'group', label: t('home.createGroup'), icon: <MessageSquarePlus {...icon} />, run: () => void navigate('/pages/index/userSelection?type=1') }] : []),
      ],
    });
  return (
    <IconButton label={t('common.add')} aria-haspopup="menu" onClick={open}>
      <Plus size={24} strokeWidth={1.75} />
    </IconButton>
  );
}
