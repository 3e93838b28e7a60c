import { useSyncExternalStore } from 'react';

/**
 * Height of a row with a face and two lines, at letters of 16 px; what a line of its letters takes more, the
 * row takes too.
 */
const [ROW_PX, LETTER_PX, LINES] = [72, 16, 2.9];

let rowPx = 0;

/** Rows of the lists that measure nothing grow with the size of text that was asked for (UI-100). */
export const useRowPx = (): number =>
  useSyncExternalStore(
    onSize,
    () => (rowPx ||= measured()),
    () => ROW_PX,
  );

const measured = (): number => Math.round(ROW_PX + LINES * Math.max(0, rootPx() - LETTER_PX));
const rootPx = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || LETTER_PX;

/** Nothing tells of another size of letters but a thing that is measured in them. */
function onSize(run: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const probe = document.body.appendChild(document.createElement('div'));
  probe.style.cssText = 'position:absolute;width:1rem;height:0;visibility:hidden';
  const observer = new ResizeObserver(() => {
    rowPx = measured();
    run();
  });
  observer.observe(probe);
  return () => {
    observer.disconnect();
    probe.remove();
  };
}
