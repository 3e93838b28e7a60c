/**
 * Every text of a page, in order. Announcements for screen readers are moments and not part of the screen.
 */
export function screenText(root: Element, without = '[aria-live]'): string {
  const words: string[] = [];
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node !== null; node = walk.nextNode())
    if (node.parentElement?.closest(without) === null) words.push((node.nodeValue ?? '').trim());
  return words.filter((word) => word !== '').join(' | ');
}

const turn = (): Promise<void> => new Promise((done) => setImmediate(done));

/** Resolves when the text of a page stays the same; its code is loaded. */
export async function quiet(root: Element): Promise<void> {
  await turn();
  for (let [before, left] = ['', 50]; left > 0; left -= 1) {
    const now = screenText(root);
    if (now === before) return;
    before = now;
    await turn();
    await turn();
  }
}
