import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { usePermission } from '../../../shared/use-permission.ts';
import { notificationPermission } from '../../../platform/notifications.ts';
import { keepKnown } from '../../../platform/keep-known.ts';
import { needsInstalling } from '../../../platform/pushing.ts';
import { readSetting, writeSetting } from '../../../platform/settings.ts';
import { Strip } from './update-offer.tsx';

/** Answered on this device, either way: the settings page still offers it. */
const OFFERED = 'notifications-offered';

const mayOffer = (): boolean =>
  readSetting(OFFERED) === null && (needsInstalling() || notificationPermission() === 'default');

/**
 * Offers notifications once, when they would have helped: after the first message sent from here, or one that
 * arrived while the page was hidden (PERM-6).
 */
export function NotificationOffer() {
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
