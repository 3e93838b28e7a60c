/** Less than this is a bar of the browser, not a keyboard. */
const LEAST_PX = 80;

/**
 * Where a keyboard lies over the page instead of making it smaller, the page gets out of its way:
 * `--keyboard` is its height. Elsewhere it stays 0.
 */
export function watchKeyboard(): void {
  const view = window.visualViewport;
  if (view === null) return;
  const look = () => {
    // Enlarged by hand: what is not seen is only beside.
    const covered = view.scale === 1 ? window.innerHeight - view.height : 0;
    document.documentElement.style.setProperty(
      '--keyboard',
      `${covered >= LEAST_PX ? Math.round(covered) : 0}px`,
    );
    if (covered >= LEAST_PX) window.scrollTo(0, 0);
  };
  view.addEventListener('resize', look);
}
