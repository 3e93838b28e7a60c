import { type MouseEvent, useRef } from 'react';
import type { TimelineRow } from '../timeline.ts';

/** A finger's second press counts within this time and distance. */
const [AGAIN_MS, AGAIN_PX] = [350, 24] as const;
/** What has a meaning of its own when pressed. */
const OWN =
  'a,button,summary,input,textarea,video,audio,[role=button],[role=slider],[role=radio],[role=checkbox],pre';

/**
 * A double press on a message (REACT-12): two presses of a finger on its bubble, or a double click beside its
 * words, in which the browser selects.
 */
export function useDoublePress(
  rowAt: (element: Element) => TimelineRow | null,
  onDouble: (row: TimelineRow) => void,
) {
  const last = useRef({ key: '', atMs: -Infinity, x: 0, y: 0 });
  const isFinger = useRef(false);
  const hit = ({ target }: MouseEvent): TimelineRow | null => {
    if (!(target instanceof Element) || target.closest(OWN) !== null) return null;
    return isFinger.current && target.closest('article') === null ? null : rowAt(target);
  };
  return {
    onClick: (event: MouseEvent) => {
      isFinger.current =
        event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
      const row = isFinger.current ? hit(event) : null;
      const before = last.current;
      const next = { key: row?.key ?? '', atMs: event.timeStamp, x: event.clientX, y: event.clientY };
      const isAgain =
        row !== null &&
        next.key === before.key &&
        next.atMs - before.atMs <= AGAIN_MS &&
        Math.hypot(next.x - before.x, next.y - before.y) <= AGAIN_PX;
      // A third press is not a second one again.
      last.current = isAgain ? { ...next, key: '' } : next;
      if (isAgain) onDouble(row);
    },
    onDoubleClick: (event: MouseEvent) => {
      const row = isFinger.current ? null : hit(event);
      if (row === null || isOnWords(event)) return;
      // Beside words it may have selected the nearest one.
      window.getSelection()?.removeAllRanges();
      onDouble(row);
    },
  };
}

/** Words are under the pointer. */
function isOnWords({ target, clientX: x, clientY: y }: MouseEvent): boolean {
  const bubble = target instanceof Element ? target.closest('article') : null;
  if (bubble === null) return false;
  const texts = document.createTreeWalker(bubble, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode() !== null) {
    range.selectNodeContents(texts.currentNode);
    for (const { left, right, top, bottom } of range.getClientRects())
      if (x >= left && x <= right && y >= top && y <= bottom) return true;
  }
  return false;
}
