/**
 * happy-dom keeps `nodeName` on each kind of node and leaves the one of `Node` empty; the cleaner of
 * markup reads that one, as the standard allows. Import this before the cleaner.
 */
Object.defineProperty(Node.prototype, 'nodeName', {
  configurable: true,
  get(this: Node): string {
    return this instanceof Element ? this.tagName : this.nodeType === Node.TEXT_NODE ? '#text' : '#other';
  },
});
