/** Less than this is a bar of the browser, not a keyboard. */
const LEAST_PX = 80;

/**
 * Moves the page above a keyboard that covers it instead of shrinking it: `--keyboard` is its height.
 * Otherwise it stays 0.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport;
  if (view === null) return;
  const look = () => {
    // A zoomed page: the invisible part is only outside of the view.
    const covered = view.scale === 1 ? window.innerHeight - view.height : 0;
    document.documentElement.style.setProperty(
      '--keyboard',
      `${covered >= LEAST_PX ? Math.round(covered) : 0}px`,
    );
    if (covered >= LEAST_PX) window.scrollTo(0, 0);
  };
  view.addEventListener('resize', look);
}
