import type { DevicePort } from '../../ports/device.ts';

const MOBILE = /Android|iPhone|iPad|iPod|Mobile/i;
/** An iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
const isTablet = (): boolean => /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;

const MOUSE = '(hover: hover) and (pointer: fine)';

/**
 * The same rule as the screens use (`src/app/platform/attention.ts`): a window without focus is unattended.
 */
const isAttended = (): boolean =>
  document.visibilityState === 'visible' &&
  (document.hasFocus() || window.parent !== window || !matchMedia(MOUSE).matches);

/** The page's window, network and language. */
export const browserDevice: DevicePort = {
  isOnline: () => navigator.onLine,
  isVisible: isAttended,
  isMobile: () => MOBILE.test(navigator.userAgent) || isTablet(),
  language: () => navigator.language,
  onOnline: (run) => {
    const on = () => run(true);
    const off = () => run(false);
    window.addEventListener('online', on);
    window.addEventListener('offline', off);
    return () => {
      window.removeEventListener('online', on);
      window.removeEventListener('offline', off);
    };
  },
  onVisible: (run) => {
    const change = () => run(isAttended());
    // A page restored from the browser's cache was frozen without notice.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) run(true);
    };
    document.addEventListener('visibilitychange', change);
    window.addEventListener('focus', change);
    window.addEventListener('blur', change);
    window.addEventListener('pageshow', onPageShow);
    return () => {
      document.removeEventListener('visibilitychange', change);
      window.removeEventListener('focus', change);
      window.removeEventListener('blur', change);
      window.removeEventListener('pageshow', onPageShow);
    };
  },
  onLeaving: (run) => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') run();
    };
    window.addEventListener('pagehide', run);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', run);
      document.removeEventListener('visibilitychange', hidden);
    };
  },
  onGone: (run) => {
    window.addEventListener('pagehide', run);
    return () => window.removeEventListener('pagehide', run);
  },
};
