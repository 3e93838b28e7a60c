/**
 * happy-dom lays nothing out, so a virtual list would draw no row. This gives every list item a height
 * and everything else that of a window; import it before the screens.
 */
const [ITEM_PX, VIEW_PX, WIDTH_PX] = [60, 800, 400];

class PretendedResizeObserver implements ResizeObserver {
  private readonly run: ResizeObserverCallback;

  constructor(run: ResizeObserverCallback) {
    this.run = run;
  }

  observe(target: Element): void {
    const contentRect = new DOMRect(0, 0, WIDTH_PX, target.tagName === 'LI' ? ITEM_PX : VIEW_PX);
    queueMicrotask(() =>
      this.run(
        [{ target, contentRect, borderBoxSize: [], contentBoxSize: [], devicePixelContentBoxSize: [] }],
        this,
      ),
    );
  }

  unobserve(): void {}
  disconnect(): void {}
}

// The window of the document is another object than the global one of the tests.
for (const scope of [globalThis, document.defaultView ?? globalThis]) {
  Object.defineProperty(scope, 'ResizeObserver', {
    configurable: true,
    writable: true,
    value: PretendedResizeObserver,
  });
}
Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
  configurable: true,
  get(this: HTMLElement) {
    return this.parentElement;
  },
});
