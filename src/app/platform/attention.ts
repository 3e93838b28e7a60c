const MOUSE = '(hover: hover) and (pointer: fine)';

/**
 * True if the user may be looking at this page. A window beside another one is visible without focus:
 * messages there do not count as seen. Phones show one window, and a page in a frame has the focus only after
 * a press.
 */
export const isAttended = (): boolean =>
  document.visibilityState === 'visible' &&
  (document.hasFocus() || window.parent !== window || !matchMedia(MOUSE).matches);

export function onAttention(run: () => void): () => void {
  document.addEventListener('visibilitychange', run);
  window.addEventListener('focus', run);
  window.addEventListener('blur', run);
  return () => {
    document.removeEventListener('visibilitychange', run);
    window.removeEventListener('focus', run);
    window.removeEventListener('blur', run);
  };
}
