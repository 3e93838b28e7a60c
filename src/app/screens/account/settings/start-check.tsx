import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { releaseVersion } from '../../../platform/device.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAsk } from '../../../kit/use-ask.tsx';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import { buildWaits, onBuildWaits, takeBuild } from '../../../platform/worker.ts';
import { useClient } from '../../../shared/client-context.ts';
import { usePermission } from '../../../shared/use-permission.ts';
import { notificationPermission } from '../../../platform/notifications.ts';
import { keepKnown } from '../../../platform/keep-known.ts';
import { install, mayInstall, onInstallOffer } from '../../../platform/install.ts';
import { needsInstalling } from '../../../platform/pushing.ts';
import { Button } from '../../../kit/button.tsx';
import { ProductMark } from '../../../kit/mark.tsx';
import styles from './update-offer.module.css';
import { type Update, useUpdate } from './use-update.ts';

let hasChecked = false;
/** The version whose release notes were shown on this device. */
const SEEN_VERSION = 'version-seen';

/** The automatic check, once for each load of the page. */
export default function StartCheck() {
  const update = useUpdate();
  const { check } = update;
  useEffect(() => {
    if (hasChecked) return;
    hasChecked = true;
    check(false);
  }, [check]);
  useNews();
  if (update.offer !== null) return <UpdateOffer {...update} />;
  return <WaitingBuild />;
}

/** A newer build of this server is here, whole: one press, and it runs (UPD-7). */
function WaitingBuild() {
  const { t } = useTranslation();
  const waits = useSyncExternalStore(onBuildWaits, buildWaits);
  const [later, setLater] = useState(false);
  if (!waits || later) return <NotificationOffer />;
  return (
    <Strip
      words={t('phone.newBuild')}
      takeWords={t('phone.reload')}
      take={() => void takeBuild()}
      later={() => setLater(true)}
    />
  );
}

/** Shown once after an update; a new user sees no release notes (UPD-8). */
function useNews(): void {
  const { t } = useTranslation();
  const ask = useAsk();
  useEffect(() => {
    const before = readSetting(SEEN_VERSION);
    if (before === releaseVersion) return;
    writeSetting(SEEN_VERSION, releaseVersion);
    if (before !== null)
      void ask({
        title: t('phone.news', { version: releaseVersion }),
        text: t('phone.newsText'),
        confirm: t('common.ok'),
        firm: true,
      });
  }, [ask, t]);
}

/** Answered on this device, either way: the settings page still offers it. */
const OFFERED = 'notifications-offered';

const mayOffer = (): boolean =>
  readSetting(OFFERED) === null && (needsInstalling() || notificationPermission() === 'default');

/**
 * Offers notifications once, when they would have helped: after the first message sent from here, or one that
 * arrived while the page was hidden (PERM-6).
 */
function NotificationOffer() {
  const { t } = useTranslation();
  const { actions } = useClient();
  const allow = usePermission();
  const [isDue, settle] = useDue();
  if (!isDue) return <AppOffer />;
  const answered = () => {
    writeSetting(OFFERED, '1');
    settle();
  };
  const take = async () => {
    answered();
    if (await allow('notifications')) await keepKnown(actions);
  };
  const first = needsInstalling();
  return (
    <Strip
      label={t('setting.notifications')}
      words={first ? t('phone.installFirst') : t('phone.offerNotes')}
      take={first ? null : () => void take()}
      takeWords={t('phone.offerTake')}
      later={answered}
      laterWords={t(first ? 'common.ok' : 'perm.notNow')}
    />
  );
}

/** The user answered the offer to install on this device, either way. */
const INSTALL_OFFERED = 'install-offered';

/** Offers once to install the app, as soon as the browser does (PHONE-10). */
function AppOffer() {
  const { t } = useTranslation();
  const may = useSyncExternalStore(onInstallOffer, mayInstall);
  const [hasAnswered, setAnswered] = useState(() => readSetting(INSTALL_OFFERED) !== null);
  if (!may || hasAnswered) return null;
  const answered = () => {
    writeSetting(INSTALL_OFFERED, '1');
    setAnswered(true);
  };
  return (
    <Strip
      label={t('appInstall.title')}
      words={t('appInstall.what')}
      take={() => {
        answered();
        install();
      }}
      takeWords={t('appInstall.title')}
      later={answered}
      laterWords={t('perm.notNow')}
    />
  );
}

function useDue(): readonly [boolean, () => void] {
  const { notices } = useClient();
  const [isDue, setDue] = useState(false);
  useEffect(
    () =>
      notices.subscribe(({ kind }) => {
        if ((kind === 'sent' || (kind === 'arrived' && document.hidden)) && mayOffer()) setDue(true);
      }),
    [notices],
  );
  return [isDue, () => setDue(false)];
}

/**
 * The automatic offer of an update: a quiet strip, or, if the server requires it, a page without a way past
 * it (UPD-1, UPD-2).
 */
function UpdateOffer({ offer, take, later }: Pick<Update, 'offer' | 'take' | 'later'>) {
  const { t } = useTranslation();
  if (offer === null) return null;
  const { release, forced, coming, percent } = offer;
  const words = t('about.found', { version: release.name });
  const progress = coming && <Progress percent={percent} />;
  if (!forced) return <Strip words={words} take={take} later={later} coming={progress} />;
  return <Forced title={words} info={release.info} take={take} coming={progress} />;
}

interface StripProps {
  readonly words: string;
  /** Null: the strip only informs. */
  readonly take: (() => void) | null;
  readonly later: () => void;
  readonly coming?: ReactNode;
  /** Subject of the strip; an update by default. */
  readonly label?: string;
  readonly takeWords?: string;
  readonly laterWords?: string;
}

/** A strip above the whole app, which makes room for it, so it never covers controls (UI-108). */
function Strip({ words, take, later, coming = null, label, takeWords, laterWords }: StripProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.strip} aria-label={label ?? t('phone.update')}>
      <p role="status">{words}</p>
      {coming || (
        <span className={styles.actions}>
          <Button kind="quiet" small onClick={later}>
            {laterWords ?? t('about.later')}
          </Button>
          {take !== null && (
            <Button kind="primary" small onClick={take}>
              {takeWords ?? t('about.update')}
            </Button>
          )}
        </span>
      )}
    </section>
  );
}

function Progress({ percent }: { readonly percent: number }) {
  const { t } = useTranslation();
  return (
    <span className={styles.progress}>
      <progress max={100} value={percent} aria-label={t('phone.downloading', { percent })} />
      <span>{t('phone.downloading', { percent })}</span>
    </span>
  );
}

function Forced({
  title,
  info,
  take,
  coming,
}: {
  readonly title: string;
  readonly info: string;
  readonly take: () => void;
  readonly coming: ReactNode;
}) {
  const { t } = useTranslation();
  const page = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = page.current;
    if (dialog !== null && !dialog.open) dialog.showModal();
  }, []);
  return (
    <dialog
      ref={page}
      className={styles.forced}
      aria-labelledby="forced-title"
      onCancel={(event) => event.preventDefault()}
    >
      <ProductMark size={56} />
      <h2 id="forced-title">{title}</h2>
      <p>{t('phone.mustUpdate')}</p>
      {info !== '' && <p className={styles.info}>{info}</p>}
      {coming || (
        <Button kind="primary" onClick={take}>
          {t('about.update')}
        </Button>
      )}
    </dialog>
  );
}
