/**
 * Controls of tests/rules/time-jumps.test.ts: a wait that ends by the wall clock, or an age that only it
 * measures.
 *
 * @typedef {import('./mutants-tables.mjs').Control} Control
 */

/**
 * A timer that does its work only if the wall clock shows the moment that it was set for.
 *
 * @param {string} clock
 * @param {string} task
 * @param {string} waitMs
 */
export const byWallClock = (clock, task, waitMs) => {
  const isNow = `Math.abs(${clock}.nowMs() - dueMs) < 1_000`;
  const timer = `${clock}.setTimeout(() => { if (${isNow}) (${task})(); }, ${waitMs})`;
  return `((dueMs) => ${timer})(${clock}.nowMs() + (${waitMs}))`;
};
/** @param {string} clock */
const wallClock = (clock) => {
  const timer = byWallClock(clock, 'task', 'ms');
  return `{ ...${clock}, setTimeout: (task: () => void, ms: number) => ${timer} }`;
};

/** @type {readonly Control[]} */
export const TIMES = [
  [
    'moments are requested again|names each place',
    'src/client/typing/client-reports.ts',
    'clock.setTimeout(() => void ask(mine, left - 1), limits.askAgainMs)',
    byWallClock('clock', '() => void ask(mine, left - 1)', 'limits.askAgainMs'),
  ],
  [
    'the sign of a recording is repeated|names each place',
    'src/client/typing/typing.ts',
    "id: 'typing', clock, inspect",
    `id: 'typing', clock: ${wallClock('clock')}, inspect`,
  ],
  [
    'the sign of another user disappears|names each place',
    'src/client/typing/typing.ts',
    "id: 'typist', clock, inspect",
    `id: 'typist', clock: ${wallClock('clock')}, inspect`,
  ],
  [
    'a changed state is stored|names each place',
    'src/client/persistence/late-writes.ts',
    'this.#timer = this.#parts.clock.setTimeout(',
    `this.#timer = (${wallClock('this.#parts.clock')}).setTimeout(`,
  ],
  [
    'the lease is renewed|names each place',
    'src/client/persistence/lease-lock.ts',
    'clock.setTimeout(next, limits.renewMs)',
    byWallClock('clock', 'next', 'limits.renewMs'),
  ],
  [
    'the code of streams is loaded again|names each place',
    'src/client/state/frame-queue.ts',
    'retry = clock.setTimeout(() => { isLoading',
    `retry = (${wallClock('clock')}).setTimeout(() => { isLoading`,
  ],
  [
    'a message is sent again|names each place',
    'src/client/outbox/queue.ts',
    'clock, inspect: watch }, );',
    `clock: ${wallClock('clock')}, inspect: watch });`,
  ],
  [
    'a change is sent again|a recall is sent',
    'src/client/pending-changes/pending-changes.ts',
    'clock: this.#parts.clock,',
    `clock: ${wallClock('this.#parts.clock')},`,
  ],
  [
    'a file is sent again',
    'src/client/uploads/uploads.ts',
    'clock, inspect: watch, }); const item',
    `clock: ${wallClock('clock')}, inspect: watch }); const item`,
  ],
  [
    'a heartbeat is sent|names each place',
    'src/client/connection/connection.ts',
    'signedIn: false }, clock, inspect }',
    `signedIn: false }, clock: ${wallClock('clock')}, inspect }`,
  ],
  [
    'the age of a change',
    'src/client/pending-changes/contending.ts',
    'Math.max(0, nowMs - atMs, sinceMs)',
    'Math.max(0, nowMs - atMs)',
  ],
  ['the order of files', 'src/client/uploads/records.ts', 'if (previous) add(previous);', ''],
  [
    'the newest one on its way',
    'src/client/outbox/beside.ts',
    '(one.after !== last.id && one.createdAtMs < last.createdAtMs)',
    'one.createdAtMs < last.createdAtMs',
  ],
  [
    'the age of a message|a message is sent again|a file is sent again',
    'src/client/outbox/age.ts',
    'this.#clock.elapsedMs() - lastMs)',
    'Math.abs(this.#clock.nowMs() - attempts.atMs) * 61)',
  ],
  [
    'the minute',
    'src/client/create-client.ts',
    'minute: Math.floor(now / displayLimits.minuteMs) }',
    'minute: Math.max(store.get().minute, Math.floor(now / displayLimits.minuteMs)) }',
  ],
  [
    'the wait of the slow mode',
    'src/client/state/slow-selectors.ts',
    'Math.min(Math.max(0, sentAtMs + slowSec * 1_000 - nowMs), slowSec * 1_000)',
    'Math.max(0, sentAtMs + slowSec * 1_000 - nowMs)',
  ],
];
