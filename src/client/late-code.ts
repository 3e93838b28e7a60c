/**
 * Code a page loads after its list is shown (UI-16): decoding and reducing events, catching up, saving the
 * state, and reporting acknowledgements and typing.
 */
export { createKeeper } from './session/keeper.ts';
export { streamCode } from './state/stream-code.ts';
export { fetchMissed } from './sync/missed.ts';
export { createClientReports } from './typing/client-reports.ts';
export { eraseStored } from './session/vanishing.ts';
