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
  onOnline: (listener) => {
    const on = () => listener(true);
    const off = () => listener(false);
    window.addEventListener('online', on);
    window.addEventListener('offline', off);
    return () => {
      window.removeEventListener('online', on);
      window.removeEventListener('offline', off);
    };
  },
  onVisible: (listener) => {
    const change = () => listener(isAttended());
    // A page restored from the browser's cache was frozen without notice.
    const onPageShow = (event: PageTransitionEvent) => {
      if (event.persisted) listener(true);
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
  onLeaving: (listener) => {
    const hidden = () => {
      if (document.visibilityState === 'hidden') listener();
    };
    window.addEventListener('pagehide', listener);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('pagehide', listener);
      document.removeEventListener('visibilitychange', hidden);
    };
  },
  onGone: (listener) => {
    window.addEventListener('pagehide', listener);
    return () => window.removeEventListener('pagehide', listener);
  },
};
