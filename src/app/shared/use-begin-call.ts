import { useTranslation } from '../i18n/use-translation.ts';
import { useAsk } from '../kit/use-ask.tsx';
import { permissionState } from '../platform/permissions.ts';
import { usePermission } from './use-permission.ts';

/**
 * `all`: everything that the call wants. `sound`: a video call without the camera, because the person agreed
 * to that.
 */
export type CallDevices = 'all' | 'sound';

/**
 * Permitted devices of a call, requested when it begins or is accepted; null: cancelled. If only the camera
 * is blocked, a voice call is offered (PERM-8).
 */
export function useCallDevices(): (video: boolean, which: 'begin' | 'answer') => Promise<CallDevices | null> {
  const { t } = useTranslation();
  const allow = usePermission();
  const ask = useAsk();
  return async (video, which) => {
    if (!video) return (await allow('microphone')) ? 'all' : null;
    if (!(await onlyCameraBlocked())) {
      if (await allow('video')) return 'all';
      // It may have been refused just now.
      if (!(await onlyCameraBlocked())) return null;
    }
    const words =
      which === 'begin'
        ? ({ title: 'perm.soundOnly.begin', confirm: 'perm.soundOnly.goBegin' } as const)
        : ({ title: 'perm.soundOnly.answer', confirm: 'perm.soundOnly.goAnswer' } as const);
    const agreed = await ask({
      title: t(words.title),
      text: t('perm.soundOnly.why'),
      confirm: t(words.confirm),
      cancel: t('perm.notNow'),
    });
    return agreed && (await allow('microphone')) ? 'sound' : null;
  };
}

async function onlyCameraBlocked(): Promise<boolean> {
  const [camera, microphone] = await Promise.all([permissionState('camera'), permissionState('microphone')]);
  return camera === 'denied' && microphone !== 'denied';
}
