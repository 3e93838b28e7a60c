import { useSyncExternalStore } from 'react';

/** Fallback without a layout. */
const ROW_PX = 72;

let rowPx = 0;
let probe: HTMLElement | null = null;

/** Row height of lists that do not measure, from text size and density (UI-100, THEME-7). */
export const useRowPx = (): number =>
  useSyncExternalStore(
    onSize,
    () => (rowPx ||= measured()),
    () => ROW_PX,
  );

/** Measures an element in the current font, because no event reports a changed font size. */
function measured(): number {
  if (probe === null || !probe.isConnected) {
    probe = document.body.appendChild(document.createElement('div'));
    probe.style.cssText = 'position:absolute;width:0;height:var(--row);visibility:hidden';
  }
  return Math.round(probe.getBoundingClientRect().height) || ROW_PX;
}

function onSize(listener: () => void): () => void {
  if (typeof ResizeObserver === 'undefined') return () => undefined;
  const observer = new ResizeObserver(() => {
    rowPx = measured();
    listener();
  });
  rowPx = measured();
  if (probe !== null) observer.observe(probe);
  return () => observer.disconnect();
}
