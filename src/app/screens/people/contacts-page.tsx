import { MessageSquarePlus, Plus, ScanLine, Search, UserPlus, UsersRound } from 'lucide-react';
import { type PointerEvent, memo, useCallback, useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from '../../kit/navigation.ts';
import type { VirtualizerHandle } from 'virtua';
import { showsPresence, totals } from '../../../client/state/selectors.ts';
import { type Entry, sharedContacts } from '../../../client/state/address-book.ts';
import { extraOf } from '../../../client/state/profile-extras.ts';
import { userId } from '../../../domain/ids.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import buttons from '../../kit/button.module.css';
import { useStore } from '../../shared/client-context.ts';
import { EmptyBlock } from '../../kit/empty-block.tsx';
import { useMenu } from '../../kit/menu.tsx';
import { SkeletonRows } from '../../kit/skeleton.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { VirtualList } from '../../kit/virtual-list.tsx';
import { type AddressBookLine, bookLinesOf, letterAt } from './book-lines.ts';
import { useLocation } from 'react-router-dom';
import { unreachable } from '../../../domain/assert.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { Badge } from '../../kit/badge.tsx';
import { cx } from '../../kit/class-names.ts';
import { contactName } from '../../shared/contact-name.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { PATHS, pathTo, selectionPath } from '../../paths/paths.ts';
import styles from './contacts-page.module.css';
import { useBook } from '../../shared/use-book.ts';
import { isCommunity } from '../../../domain/config.ts';

/** Equal lines skip the render. */
export const BookLine = memo(function BookLine({
  line,
  waiting,
}: {
  readonly line: Exclude<AddressBookLine, { readonly kind: 'foot' }>;
  readonly waiting: number;
}) {
  const { t } = useTranslation();
  const { pathname, search } = useLocation();
  const online = useStore(showsPresence);
  const current = (to: string) => cx(styles.row, `${pathname}${search}` === to && styles.current);
  switch (line.kind) {
    case 'invites':
      return (
        <Link to={PATHS.newFriends} data-row="" className={current(PATHS.newFriends)}>
          <span className={cx(styles.entry, styles.amber)}>
            <UserPlus size={20} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <span className={styles.name}>{t('contacts.newInvites')}</span>
          <Badge count={waiting} label={t('contacts.waiting', { count: waiting })} />
        </Link>
      );
    case 'groups':
      return (
        <Link to={PATHS.groupList} data-row="" className={current(PATHS.groupList)}>
          <span className={cx(styles.entry, styles.blue)}>
            <UsersRound size={20} strokeWidth={1.75} aria-hidden="true" />
          </span>
          <span className={styles.name}>{t('contacts.groups')}</span>
        </Link>
      );
    case 'letter':
      return <h2 className={styles.letter}>{line.letter}</h2>;
    case 'contact': {
      const { contact } = line;
      const name = contactName(t, contact);
      const to =
        contact.kind === 'person'
          ? pathTo('userInfo', { id: contact.id })
          : pathTo('chat', { id: contact.id });
      const dot = online && contact.kind === 'person' && contact.isOnline;
      return (
        <Link to={to} data-row="" className={current(to)}>
          <Avatar id={contact.id} name={name} src={contact.avatar} size={40} online={dot} />
          <span className={styles.words}>
            <span className={styles.name} title={name} dir="auto">
              {name}
            </span>
            <Detail of={contact} />
          </span>
          {dot && <VisuallyHidden>{t('a11y.online')}</VisuallyHidden>}
        </Link>
      );
    }
  }
  return unreachable(line);
});

/** The username, which tells two people of one name apart (MENTION-10), and the status. */
function Detail({ of: { id, kind, account } }: { readonly of: Entry }) {
  const { t } = useTranslation();
  const status = useStore((state) => extraOf(state, 'status', userId(Number(id))));
  if (kind !== 'person') return null;
  const words = status === null ? '' : status.text || (status.mode ? t(`status.${status.mode}`) : '');
  return (
    <span className={styles.detail}>
      <bdi translate="no">{account}</bdi>
      {words !== '' && (
        <>
          {' · '}
          <bdi>{words}</bdi>
        </>
      )}
    </span>
  );
}

/** The address book: invitations, groups, then people by letter. */
export default function ContactsPage() {
  const { t } = useTranslation();
  const ready = useStore((state) => state.sync.ready);
  const letters = useBook();
  const system = useStore(sharedContacts);
  const friends = useStore((state) => isCommunity(state.config));
  const waiting = useStore((state) => totals(state).system);
  const list = useRef<VirtualizerHandle>(null);
  const { lines, starts, count } = useMemo(
    () => bookLinesOf({ letters, system, friends }),
    [letters, system, friends],
  );
  const [under, setUnder] = useState<string | null>(null);
  const onScroll = () => {
    const at = list.current;
    if (at !== null)
      setUnder(at.scrollOffset > 0 ? letterAt(starts, at.findItemIndex(at.scrollOffset)) : null);
  };
  const draw = useCallback(
    (line: AddressBookLine) =>
      line.kind === 'foot' ? (
        <Foot key="foot" count={count} friends={friends} ready={ready} />
      ) : (
        <BookLine key={line.key} line={line} waiting={line.kind === 'invites' ? waiting : 0} />
      ),
    [count, friends, ready, waiting],
  );
  return (
    <div className={styles.page}>
      <TopBar back={false} title={t('title.contacts')} end={<Tools friends={friends} />} />
      <div className={styles.list}>
        <VirtualList handle={list} label={t('title.contacts')} itemPx={60} data={lines} onScroll={onScroll}>
          {draw}
        </VirtualList>
        {under !== null && starts.has(under) && (
          <p className={`${styles.letter} ${styles.sticky}`} aria-hidden="true">
            {under}
          </p>
        )}
        {starts.size > 1 && (
          <IndexBar
            letters={[...starts.keys()]}
            onLetter={(letter) => list.current?.scrollToIndex(starts.get(letter) ?? 0, { align: 'start' })}
          />
        )}
      </div>
    </div>
  );
}

function Foot({
  count,
  friends,
  ready,
}: {
  readonly count: number;
  readonly friends: boolean;
  readonly ready: boolean;
}) {
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
          <Button kind="primary" onClick={() => void navigate(PATHS.searchFriends)}>
            {t('home.addFriend')}
          </Button>
        )
      }
    />
  );
}

function Tools({ friends }: { readonly friends: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <Link
        to={pathTo('search', { type: 2 })}
        className={buttons.icon}
        title={t('search.contacts')}
        aria-label={t('search.contacts')}
      >
        <Search size={22} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <AddButton friends={friends} />
    </>
  );
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

function AddButton({ friends }: { readonly friends: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const groups = useStore((state) => state.config.chatInfo.groupChat);
  const open = useMenu(() => ({
    title: t('common.add'),
    items: [
      ...(friends
        ? [
            {
              key: 'friend',
              label: t('home.addFriend'),
              icon: <UserPlus {...icon} />,
              onSelect: () => void navigate(PATHS.searchFriends),
            },
          ]
        : []),
      ...(groups
        ? [
            {
              key: 'group',
              label: t('home.createGroup'),
              icon: <MessageSquarePlus {...icon} />,
              onSelect: () => void navigate(selectionPath('create')),
            },
          ]
        : []),
      {
        key: 'scan',
        label: t('title.scan'),
        icon: <ScanLine {...icon} />,
        onSelect: () => void navigate(PATHS.scan),
      },
    ],
  }));
  return (
    <IconButton label={t('common.add')} aria-haspopup="menu" onClick={(event) => open(event.currentTarget)}>
      <Plus size={24} strokeWidth={1.75} />
    </IconButton>
  );
}

/**
 * Letters at the edge: pressed, dragged over, or chosen by keyboard; a big letter shows where a finger is.
 */
function IndexBar({
  letters,
  onLetter,
}: {
  readonly letters: readonly string[];
  readonly onLetter: (letter: string) => void;
}) {
  const { t } = useTranslation();
  const [big, setBig] = useState<string | null>(null);
  const follow = (event: PointerEvent) => {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const letter = under instanceof HTMLElement ? under.dataset['letter'] : undefined;
    if (letter === undefined || letter === big) return;
    setBig(letter);
    onLetter(letter);
  };
  return (
    <>
      <nav
        className={styles.index}
        aria-label={t('contacts.indexBar')}
        onPointerDown={follow}
        onPointerMove={(event) => event.buttons > 0 && follow(event)}
        onPointerUp={() => setBig(null)}
        onPointerCancel={() => setBig(null)}
        onPointerLeave={() => setBig(null)}
      >
        {letters.map((letter) => (
          <button
            key={letter}
            type="button"
            data-letter={letter}
            aria-label={t('contacts.index', { letter })}
            onClick={() => onLetter(letter)}
          >
            {letter}
          </button>
        ))}
      </nav>
      {big !== null && (
        <div className={styles.big} aria-hidden="true">
          {big}
        </div>
      )}
    </>
  );
}
