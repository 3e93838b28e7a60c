import {
  Bookmark,
  CalendarClock,
  CircleHelp,
  Compass,
  Folder,
  Inbox,
  Info,
  Keyboard,
  LogOut,
  QrCode,
  ScanLine,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from '../../kit/navigation.ts';
import { lazyAside } from '../../kit/lazy-aside.ts';
import { releaseVersion } from '../../platform/device.ts';
import { FAVOURITES } from '../../../domain/ids.ts';
import { isAdministrator } from '../../../domain/permissions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import buttons from '../../kit/button.module.css';
import { useStore } from '../../shared/client-context.ts';
import { Page } from '../../kit/page.tsx';
import { Row, RowList } from '../../kit/row.tsx';
import { Tag } from '../../kit/tag.tsx';
import NewsDot from '../../shared/news-dot.tsx';
import { TopBar } from '../../shared/top-bar.tsx';
import { useOwnSetting } from '../../kit/app-setting.ts';
import { useTouch } from '../../kit/use-media.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import styles from './me-page.module.css';
import { StatusRow } from './status-row.tsx';
import { useLogout } from './use-logout.ts';
import { CONSOLE, CONSOLE_SEEN, PATHS, pathTo, viewPath } from '../../paths/paths.ts';

const ShortcutsSheet = lazyAside(() => import('../../shared/shortcuts-sheet.tsx'));
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The user's page: profile, links to everything of the account, and log-out. */
export default function MePage() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  const name = useStore((state) => state.config.sysInfo.name);
  const discover = useStore((state) => state.config.compass.status);
  const plain = useStore((state) => state.sync.plain);
  const logout = useLogout();
  const touch = useTouch();
  const [, setConsoleSeen] = useOwnSetting(CONSOLE_SEEN);
  const [keys, setKeys] = useState(false);
  return (
    <Page cards columns bar={<TopBar title={t('nav.me')} />}>
      <OwnCard />
      <RowList>
        {!plain && <StatusRow />}
        {!plain && <Row icon={<Inbox {...icon} />} title={t('title.inbox')} to={PATHS.inbox} />}
        <NotesRow />
        <Row icon={<ScanLine {...icon} />} title={t('title.scan')} to={PATHS.scan} />
        <Row icon={<Folder {...icon} />} title={t('nav.files')} to={viewPath('files')} />
        {!plain && <Row icon={<CalendarClock {...icon} />} title={t('title.later')} to={PATHS.later} />}
        {discover && (
          <Row
            icon={<Compass {...icon} />}
            title={t('nav.discover')}
            to={viewPath('discover')}
            end={<NewsDot />}
          />
        )}
      </RowList>
      <RowList>
        <Row icon={<Settings {...icon} />} title={t('title.setting')} to={PATHS.setting} />
        <Row icon={<ShieldCheck {...icon} />} title={t('title.secure')} to={PATHS.secure} />
        {isAdministrator(self) && !plain && (
          <Row
            icon={<SlidersHorizontal {...icon} />}
            title={t('title.console')}
            href={CONSOLE}
            onPress={() => setConsoleSeen('seen')}
          />
        )}
      </RowList>
      <RowList>
        <Row icon={<CircleHelp {...icon} />} title={t('title.doc')} to={PATHS.doc} />
        {!touch && (
          <Row icon={<Keyboard {...icon} />} title={t('keys.title')} value="" onPress={() => setKeys(true)} />
        )}
        <Row icon={<Info {...icon} />} title={t('title.about')} to={PATHS.about} />
      </RowList>
      <RowList>
        <Row danger icon={<LogOut {...icon} />} title={t('logout.action')} onPress={() => void logout()} />
      </RowList>
      {keys && (
        <Suspense fallback={null}>
          <ShortcutsSheet onClose={() => setKeys(false)} />
        </Suspense>
      )}
      <p className={styles.foot} data-whole>
        {t('login.version', { name, version: releaseVersion })}
      </p>
    </Page>
  );
}

/** The way to notes to self, where the server has them (NOTES-1). */
function NotesRow() {
  const { t } = useTranslation();
  const hasNotes = useStore((state) => state.contacts.has(FAVOURITES));
  const to = pathTo('chat', { id: FAVOURITES });
  return hasNotes ? <Row icon={<Bookmark {...icon} />} title={t('contact.favourites')} to={to} /> : null;
}

function OwnCard() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  return (
    <section className={styles.card} data-whole>
      <Link to={PATHS.profile} className={styles.self}>
        <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={64} />
        <span className={styles.words}>
          <span className={styles.name} dir="auto" title={self?.realname}>
            {self?.realname}
          </span>
          <span className={styles.account}>{self?.account}</span>
          <span>
            <Tag type={self?.isAuth ? 'success' : 'info'}>{t(self?.isAuth ? 'auth.yes' : 'auth.no')}</Tag>
          </span>
        </span>
        <VisuallyHidden>{t('title.profile')}</VisuallyHidden>
      </Link>
      <Link to={PATHS.groupQr} className={buttons.icon} title={t('qr.mine')}>
        <VisuallyHidden>{t('qr.mine')}</VisuallyHidden>
        <QrCode size={24} strokeWidth={1.75} aria-hidden="true" />
      </Link>
    </section>
  );
}
