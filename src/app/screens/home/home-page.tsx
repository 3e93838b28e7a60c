import { MessageSquarePlus, Plus, RefreshCw, ScanLine, Search, UserPlus } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { type ListFilter, totals } from '../../../client/store/selectors.ts';
import { Avatar } from '../../kit/avatar.tsx';
import { IconButton } from '../../kit/button.tsx';
import buttons from '../../kit/button.module.css';
import { useClient, useStore } from '../../kit/client-context.ts';
import { useMenu } from '../../kit/menu.tsx';
import { usePane } from '../../kit/pane-context.ts';
import { SegmentedTabs } from '../../kit/segmented-tabs.tsx';
import { Tag } from '../../kit/tag.tsx';
import { TopBar } from '../../kit/top-bar.tsx';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import { SEARCH } from '../../paths.ts';
import { ChatList } from './chat-list.tsx';
import styles from './home-page.module.css';

/** Messages: the list of conversations, and the gate to everything else. */
export default function HomePage() {
  const { t } = useTranslation();
  const pane = usePane();
  const [filter, setFilter] = useState<ListFilter>('all');
  const unread = useStore((state) => totals(state).unread);
  const mentions = useStore((state) => totals(state).mentions);
  const multiport = useStore((state) => state.multiport && state.connection.name === 'open');
  return (
    <div className={styles.page}>
      <TopBar back={false} title={t('nav.messages')} start={pane === 'single' ? <Me /> : undefined} end={<HomeTools />} />
      <div className={styles.sub}>
        <SegmentedTabs
          label={t('home.tabs')}
          value={filter}
          onChange={setFilter}
          items={[
            { key: 'all', label: t('home.tabAll') },
            { key: 'unread', label: t('home.tabUnread'), count: unread },
            { key: 'at', label: t('home.tabAt'), count: mentions },
          ]}
        />
        {multiport && <Tag type="info">{t('home.desktopOnline')}</Tag>}
      </div>
      <div className={styles.list} role="tabpanel" aria-label={t('home.list')}>
        <ChatList filter={filter} />
      </div>
    </div>
  );
}

function Me() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  return (
    <Link to="/?view=me" className={buttons.icon} title={t('nav.me')}>
      <VisuallyHidden>{t('home.me')}</VisuallyHidden>
      <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={32} />
    </Link>
  );
}

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

function HomeTools() {
  const { t } = useTranslation();
  return (
    <>
      <Link to={`${SEARCH}?type=1`} className={buttons.icon} title={t('search.chats')} aria-label={t('search.chats')}>
        <Search size={22} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <AddButton />
    </>
  );
}

function AddButton() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const openMenu = useMenu();
  const navigate = useNavigate();
  const friends = useStore((state) => state.config.sysInfo.runMode === 2);
  const groups = useStore((state) => state.config.chatInfo.groupChat);
  const open = (event: MouseEvent<HTMLButtonElement>) =>
    openMenu({
      at: event.currentTarget,
      title: t('common.add'),
      items: [
        ...(friends
          ? [{ key: 'friend', label: t('home.addFriend'), icon: <UserPlus {...icon} />, run: () => void navigate('/pages/contacts/search') }]
          : []),
        ...(groups
          ? [{ key: 'group', label: t('home.createGroup'), icon: <MessageSquarePlus {...icon} />, run: () => void navigate('/pages/index/userSelection?type=1') }]
          : []),
        { key: 'scan', label: t('title.scan'), icon: <ScanLine {...icon} />, run: () => void navigate('/pages/index/scan') },
        { key: 'refresh', label: t('home.refresh'), icon: <RefreshCw {...icon} />, run: () => void actions.refreshContacts() },
      ],
    });
  return (
    <IconButton label={t('common.add')} aria-haspopup="menu" onClick={open}>
      <Plus size={24} strokeWidth={1.75} />
    </IconButton>
  );
}
