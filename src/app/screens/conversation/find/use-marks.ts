import { type RefObject, useEffect } from 'react';

const NAME = 'found';

/**
 * Marks words wherever they are drawn, without touching what is drawn; a browser that cannot goes without.
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

/** Where the words stand in messages, whatever their case. */
function rangesOf(list: HTMLElement, words: string): readonly Range[] {
  const wanted = words.toLowerCase();
  const found: Range[] = [];
  for (const part of list.querySelectorAll('[data-words]')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const low = (node.textContent ?? '').toLowerCase();
      for (let at = low.indexOf(wanted); at !== -1; at = low.indexOf(wanted, at + wanted.length)) {
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, Math.min(at + wanted.length, node.textContent?.length ?? 0));
        found.push(range);
      }
    }
  }
  return found;
}
