import {
  Aperture,
  Bookmark,
  CalendarClock,
  CircleHelp,
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
import { isGuest } from '../../../domain/guests.ts';
import { FAVOURITES } from '../../../domain/ids.ts';
import { isAdministrator } from '../../../domain/permissions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Avatar } from '../../kit/avatar.tsx';
import buttons from '../../kit/button.module.css';
import { useStore } from '../../shared/client-context.ts';
import { Row } from '../../kit/row.tsx';
import { LazyFrame } from '../../kit/sheet.tsx';
import { Tag } from '../../kit/tag.tsx';
import NewsDot from '../../shared/news-dot.tsx';
import { useTypedForm } from '../../shared/refused-preferences.ts';
import { useOwnSetting } from '../../kit/app-setting.ts';
import { useTouch, useWide } from '../../kit/use-media.ts';
import { VisuallyHidden } from '../../kit/visually-hidden.tsx';
import styles from './me-drawer.module.css';
import { StatusRow, StatusSheet } from './status-row.tsx';
import { useLogout } from './use-logout.ts';
import { CONSOLE, CONSOLE_SEEN, discovered, PATHS, pathTo, viewPath } from '../../paths/paths.ts';

const ShortcutsSheet = lazyAside(() => import('../../shared/shortcuts-sheet.tsx'));
const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true } as const;

/**
 * The user's menu beside the rail, or at the edge of a narrow window: profile, links to everything of the
 * account, and log-out (UI-190). What it opens takes its place.
 */
export default function MeDrawer({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const logout = useLogout();
  const status = useTypedForm('status');
  const [keys, setKeys] = useState(false);
  const leave = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <>
      <LazyFrame open={open && !status.isOpen} shape="drawer" title={t('nav.me')} onClose={onClose}>
        <OwnCard />
        <Entries
          onStatus={status.open}
          onKeys={leave(() => setKeys(true))}
          onLogout={leave(() => void logout())}
        />
      </LazyFrame>
      <StatusSheet open={status.isOpen} onClose={leave(status.close)} />
      {keys && (
        <Suspense fallback={null}>
          <ShortcutsSheet onClose={() => setKeys(false)} />
        </Suspense>
      )}
    </>
  );
}

function Entries({
  onStatus,
  onKeys,
  onLogout,
}: Readonly<Record<'onStatus' | 'onKeys' | 'onLogout', () => void>>) {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  const name = useStore((state) => state.config.sysInfo.name);
  const hasDiscover = useStore((state) => discovered(state.config.compass) === 'discover');
  const plain = useStore((state) => state.sync.plain);
  const hasNotes = useStore((state) => state.contacts.has(FAVOURITES));
  const guest = isGuest(self);
  const touch = useTouch();
  // The rail has them.
  const wide = useWide();
  const [, setConsoleSeen] = useOwnSetting(CONSOLE_SEEN);
  return (
    <>
      <div className={styles.group}>
        {!plain && !guest && <StatusRow onPress={onStatus} />}
        {!plain && <Row icon={<Inbox {...icon} />} title={t('title.inbox')} to={PATHS.inbox} />}
        {hasNotes && (
          <Row
            icon={<Bookmark {...icon} />}
            title={t('contact.favourites')}
            to={pathTo('chat', { id: FAVOURITES })}
          />
        )}
        {!plain && <Row icon={<CalendarClock {...icon} />} title={t('title.later')} to={PATHS.later} />}
        {!wide && <Row icon={<Folder {...icon} />} title={t('nav.files')} to={viewPath('files')} />}
        {!wide && hasDiscover && (
          <Row
            icon={<Aperture {...icon} />}
            title={t('nav.discover')}
            to={viewPath('discover')}
            end={<NewsDot />}
          />
        )}
        {!guest && <Row icon={<ScanLine {...icon} />} title={t('title.scan')} to={PATHS.scan} />}
      </div>
      <div className={styles.group}>
        <Row icon={<Settings {...icon} />} title={t('title.setting')} to={PATHS.setting} />
        {!guest && <Row icon={<ShieldCheck {...icon} />} title={t('title.secure')} to={PATHS.secure} />}
        {isAdministrator(self) && !plain && (
          <Row
            icon={<SlidersHorizontal {...icon} />}
            title={t('title.console')}
            href={CONSOLE}
            onPress={() => setConsoleSeen('seen')}
          />
        )}
      </div>
      <div className={styles.group}>
        <Row icon={<CircleHelp {...icon} />} title={t('title.doc')} to={PATHS.doc} />
        {!touch && <Row icon={<Keyboard {...icon} />} title={t('keys.title')} value="" onPress={onKeys} />}
        <Row icon={<Info {...icon} />} title={t('title.about')} to={PATHS.about} />
      </div>
      <div className={styles.group}>
        <Row danger icon={<LogOut {...icon} />} title={t('logout.action')} onPress={onLogout} />
      </div>
      <p className={styles.foot}>{t('login.version', { name, version: releaseVersion })}</p>
    </>
  );
}

function OwnCard() {
  const { t } = useTranslation();
  const self = useStore((state) => state.self);
  if (self && isGuest(self))
    return (
      <section className={styles.card}>
        <span className={styles.self}>
          <Avatar id={self.id} name={self.realname} src={self.avatar} size={64} />
          <span className={styles.words}>
            <span className={styles.name} dir="auto" title={self.realname}>
              {self.realname}
            </span>
            <span>
              <Tag type="info">{t('guest.is')}</Tag>
            </span>
          </span>
        </span>
      </section>
    );
  return (
    <section className={styles.card}>
      <Link to={PATHS.profile} className={styles.self}>
        <Avatar id={self?.id ?? 0} name={self?.realname ?? ''} src={self?.avatar ?? ''} size={64} />
        <span className={styles.words}>
          <span className={styles.name} dir="auto" title={self?.realname}>
            {self?.realname}
          </span>
          <span className={styles.account}>{self?.account}</span>
          {self?.isAuth && (
            <span>
              <Tag type="success">{t('auth.yes')}</Tag>
            </span>
          )}
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
