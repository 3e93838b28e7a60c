/**
 * Translators and extensions of the browser replace our text nodes with elements. React still holds the text
 * nodes: it would write into text that is on no page, and stop at removing it (UI-127).
 */

/** Elements that replace a text node of React. */
const standIns = new WeakMap<Node, Element>();

/** React stores its own data on each element that it has made. */
const isForeign = (node: Node | null): node is Element =>
  node instanceof Element && !Object.keys(node).some((key) => key.startsWith('__react'));

/** Keeps React's page consistent while other code changes it. Returns the function that ends it. */
export function watchForeignNodes(): () => void {
  const watcher = new MutationObserver((records) => {
    for (const record of records) {
      if (record.type === 'characterData') restore(record.target);
      else for (const node of record.removedNodes) if (node instanceof Text) note(node, record);
    }
  });
  const note = (text: Text, record: MutationRecord): void => {
    if (text.parentNode === record.target) return;
    const places = [...record.addedNodes, record.previousSibling, record.nextSibling];
    const standIn = places.find((node) => isForeign(node));
    if (!isForeign(standIn ?? null) || standIns.get(text) === standIn) return;
    standIns.set(text, standIn as Element);
    // Text that is on no page is watched, too: React writes into it.
    watcher.observe(text, { characterData: true });
  };
  watcher.observe(document.body, { childList: true, subtree: true });
  const restored = tolerant();
  return () => {
    watcher.disconnect();
    restored();
  };
}

/** New text replaces the translated one, and is translated again. */
function restore(text: Node): void {
  const standIn = standIns.get(text);
  if (standIn?.isConnected) standIn.replaceWith(text);
  standIns.delete(text);
}

/** Lets React remove the replacement of its text node, and insert beside it. */
function tolerant(): () => void {
  const removeChild = Reflect.get(Node.prototype, 'removeChild') as (this: Node, child: Node) => Node;
  const insertBefore = Reflect.get(Node.prototype, 'insertBefore') as (
    this: Node,
    node: Node,
    before: Node | null,
  ) => Node;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    try {
      return removeChild.call(this, child) as T;
    } catch {
      const standIn = standIns.get(child);
      const node = standIn?.parentNode ? standIn : child;
      if (node.parentNode !== null) removeChild.call(node.parentNode, node);
      return child;
    }
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    try {
      return insertBefore.call(this, node, before) as T;
    } catch {
      const standIn = before === null ? undefined : standIns.get(before);
      const place = [...this.childNodes].find((one) => one === standIn);
      return insertBefore.call(this, node, place ?? null) as T;
    }
  };
  return () => Object.assign(Node.prototype, { removeChild, insertBefore });
}
