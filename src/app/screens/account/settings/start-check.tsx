import { useEffect, useState, useSyncExternalStore } from 'react';
import { releaseVersion } from '../../../platform/device.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAsk } from '../../../kit/use-ask.tsx';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import { buildWaits, onBuildWaits, takeBuild } from '../../../platform/worker.ts';
import { useClient } from '../../../shared/client-context.ts';
import { usePermission } from '../../../shared/use-permission.ts';
import { notificationPermission } from '../../../platform/notifications.ts';
import { keepKnown } from '../../../platform/keep-known.ts';
import { needsInstalling } from '../../../platform/pushing.ts';
import { Strip, UpdateOffer } from './update-offer.tsx';
import { useUpdate } from './use-update.ts';

let looked = false;
/** The version whose release notes were shown on this device. */
const SEEN_VERSION = 'version-seen';

/** The automatic check, once for each load of the page. */
export default function StartCheck() {
  const update = useUpdate();
  const { check } = update;
  useEffect(() => {
    if (looked) return;
    looked = true;
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
  const [due, settle] = useDue();
  if (!due) return null;
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

function useDue(): readonly [boolean, () => void] {
  const { notices } = useClient();
  const [due, setDue] = useState(false);
  useEffect(
    () =>
      notices.subscribe(({ kind }) => {
        if ((kind === 'sent' || (kind === 'arrived' && document.hidden)) && mayOffer()) setDue(true);
      }),
    [notices],
  );
  return [due, () => setDue(false)];
}
