/**
 * All that a page fetches once its list stands (UI-16): how events are read and reduced, how what was missed
 * is fetched, how the state is kept, and how the server is told what was given.
 */
export { createSaver } from './persistence/saver.ts';
export { streamCode } from './state/stream-code.ts';
export { createAcks } from './sync/acks.ts';
export { fetchMissed } from './sync/missed.ts';
