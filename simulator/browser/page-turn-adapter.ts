/**
 * Provides the functions a World needs from its engine that pages lack; imported before everything else of
 * the worker. A turn: all work possible without time passing is done after it. The browser reads bodies of
 * requests and answers elsewhere, so a turn waits for those in progress.
 */
let reading = 0;

function countCalls<T extends object>(of: T, names: readonly string[]): void {
  for (const name of names) {
    const was = Reflect.get(of, name) as (this: unknown) => Promise<unknown>;
    Reflect.set(of, name, async function read(this: unknown): Promise<unknown> {
      reading += 1;
      try {
        return await was.call(this);
      } finally {
        reading -= 1;
      }
    });
  }
}

countCalls(Request.prototype, ['text', 'json', 'arrayBuffer', 'formData']);
countCalls(Response.prototype, ['text', 'json', 'arrayBuffer', 'formData']);

const channel = new MessageChannel();
const waiting: (() => void)[] = [];
channel.port1.addEventListener('message', () => {
  if (reading > 0) return channel.port2.postMessage(0);
  waiting.shift()?.();
  if (waiting.length > 0) channel.port2.postMessage(0);
});
channel.port1.start();

const later = (task: () => void): void => {
  waiting.push(task);
  if (waiting.length === 1) channel.port2.postMessage(0);
};

Object.defineProperty(globalThis, 'setImmediate', { value: later, configurable: true });
// A page's own wants to be called as a function of the page.
Object.defineProperty(globalThis, 'queueMicrotask', {
  value: globalThis.queueMicrotask.bind(globalThis),
  configurable: true,
});
