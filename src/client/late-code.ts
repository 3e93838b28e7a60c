/**
 * All that a page fetches once its list stands (UI-16): how events are read and reduced, how what was missed
 * is fetched, how the state is kept, and what the server is told of what was given and is typed.
 */
export { createKeeper } from './session/keeper.ts';
export { streamCode } from './state/stream-code.ts';
export { fetchMissed } from './sync/missed.ts';
export { createTidings } from './typing/tidings.ts';
export { eraseStored } from './session/vanishing.ts';
