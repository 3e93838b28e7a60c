import { useEffect, useState, useSyncExternalStore } from 'react';
import { releaseVersion } from '../../../platform/version.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useAsk } from '../../../kit/use-ask.tsx';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import { buildWaits, onBuildWaits, takeBuild } from '../../../platform/worker.ts';
import { NotificationOffer } from './notification-offer.tsx';
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
