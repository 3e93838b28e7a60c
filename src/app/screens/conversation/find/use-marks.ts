import { type RefObject, useEffect } from 'react';
import { placesOf } from '../../../../domain/search-words.ts';

const NAME = 'found';

/**
 * Highlights words in the drawn messages without changing the elements; unsupported browsers show no
 * highlights.
 */
export function useMarks(scroller: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const list = scroller.current;
    if (list === null || words === '' || typeof Highlight === 'undefined' || !('highlights' in CSS))
      return undefined;
    const mark = () => CSS.highlights.set(NAME, new Highlight(...rangesOf(list, words)));
    const observer = new MutationObserver(mark);
    observer.observe(list, { childList: true, subtree: true });
    mark();
    return () => {
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [scroller, words]);
}

/** Ranges of the query in messages, compared as every search does. */
function rangesOf(list: HTMLElement, words: string): readonly Range[] {
  const ranges: Range[] = [];
  for (const part of list.querySelectorAll('[data-words]')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { from, to } of placesOf(node.textContent ?? '', words)) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, to);
        ranges.push(range);
      }
    }
  }
  return ranges;
}
