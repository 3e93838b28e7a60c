import { streamCode as bareCode } from '../state/stream-code.ts';
import type { StreamCode } from '../state/store.ts';
import { recentEvents } from './recent-events.ts';

export { createKeeper, eraseStored, fetchMissed, createClientReports } from '../late-code.ts';

/** Of a page: what was applied is remembered for a while, for a report of a problem. */
const pageCode: StreamCode = {
  ...bareCode,
  turn: (core, op, elapsedMs) => {
    const result = bareCode.turn(core, op, elapsedMs);
    recentEvents.record(Date.now(), result.applied);
    return result;
  },
};
export { pageCode as streamCode };
