/** All that a page fetches once its list stands (UI-16): how events are read and reduced, and how state is kept. */
export { createSaver } from './persistence/saver.ts';
export { streamCode } from './state/stream-code.ts';
