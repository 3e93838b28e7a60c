const MOUSE = '(hover: hover) and (pointer: fine)';

/**
 * True if the user may be looking at this page. A window beside another one is visible without focus:
 * messages there do not count as seen. Phones show one window, and a page in a frame has the focus only after
 * a press.
 */
export const isAttended = (): boolean =>
  document.visibilityState === 'visible' &&
  (document.hasFocus() || window.parent !== window || !matchMedia(MOUSE).matches);

export function onAttention(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
}
