/**
 * Controls of tests/rules/cancelled.test.ts: a late answer that is not compared with what its user did since.
 *
 * @typedef {import('./mutants-tables.mjs').Control} Control
 */

const WINDOW = 'src/client/conversation/chat-window.ts';

/** @type {readonly Control[]} */
export const LATE_ANSWERS = [
  [
    'a chat that loads|a chat of the base protocol',
    WINDOW,
    'this.#readUnnumbered(id); await this.#reach(id, after);',
    'this.#open(id); await this.#reach(id, after);',
  ],
  [
    'a chat of the base protocol',
    WINDOW,
    'this.#parts.store.get().open === id && window?.live',
    'window?.live',
  ],
  [
    'older messages',
    WINDOW,
    'return ok({ more: !ended });',
    "if (which === 'older') this.#open(id); return ok({ more: !ended });",
  ],
  [
    'pins',
    'src/client/actions/message-actions.ts',
    'markRequested(false); return ok(pins',
    "store.dispatch({ type: 'chatOpened', conversation: id }); markRequested(false); return ok(pins",
  ],
  [
    'a thread that loads',
    'src/client/actions/thread-actions.ts',
    'const { first, messages, more',
    "store.dispatch({ type: 'threadOpened', conversation: id, root }); const { first, messages, more",
  ],
  [
    'a file on its way',
    'src/client/uploads/uploads.ts',
    'item.transfer === transfer ? this.#concluded(item, outcomeOf(result)) : undefined',
    'this.#concluded(item, outcomeOf(result))',
  ],
  [
    'preferences',
    'src/client/actions/kept-actions.ts',
    'if (selfOf(parts) !== self) return NOBODY_SIGNED_IN; const { seq, list }',
    'const { seq, list }',
  ],
  [
    'the list',
    'src/client/sync/catch-up.ts',
    'if (this.#parts.self() !== self) return false; for (const error',
    'for (const error',
  ],
  [
    'scheduled messages',
    'src/client/actions/later-actions.ts',
    'if (selfOf(parts) !== self) return NOBODY_SIGNED_IN;',
    '',
  ],
  [
    'the microphone',
    'src/client/call/own-devices.ts',
    'if (this.#closed) { if (opened.ok) opened.value.close(); return null; }',
    '',
  ],
];

const CALLS =
  'the answer to a call|the refusal of a call|an accept|the same call|the microphone|the end of a connection';

/** @type {readonly import('./mutants-tables.mjs').Control[]} */
export const SECOND_LOGIN_CALLS = [
  [
    'an accept of the other side|the same call',
    'src/client/connection/connection.ts',
    'frame: (text) => mine() && frame(text, mine)',
    'frame: (text) => frame(text, () => true)',
  ],
  [
    'the microphone of a call',
    'src/client/call/own-devices.ts',
    'if (this.#closed) { if (opened.ok) opened.value.close(); return null; }',
    '',
  ],
  [
    CALLS,
    'src/client/call/call-driver.ts',
    "this.#close(); this.#lock.send({ type: 'calls.listed', calls: [] });",
    '',
  ],
  [
    'the refusal of a call',
    'src/client/call/signal-queue.ts',
    'this.#waiting = []; if (this.#running) this.#running.useless = true;',
    'this.#waiting = [];',
  ],
  [
    'a bind’s answer',
    'src/client/sync/catch-up.ts',
    'isOver: () => this.#question !== question',
    'isOver: () => false',
  ],
  [
    'the list of chats|a bind’s answer that asks for',
    'src/client/sync/catch-up.ts',
    'if (this.#parts.self() !== self) return false; for (const error',
    'for (const error',
  ],
];

/** @type {readonly import('./mutants-tables.mjs').Control[]} */
export const TAB_RECORDS = [
  [
    'a later press elsewhere|a press of a closed page, and a press here',
    'src/client/persistence/change-saver.ts',
    'cachedRow === before.get(name) &&',
    '',
  ],
  ['and the next user', 'src/client/persistence/change-saver.ts', 'if (!this.#isMine()) return [];', ''],
];

/** @type {readonly import('./mutants-tables.mjs').Control[]} */
export const BIND_ANSWERS = [
  [
    'at a bind',
    'src/client/state/turn.ts',
    'if (answer.full) return; const effects: Effect[] = [];',
    'if (answer.full) return; this.#release(); const effects: Effect[] = [];',
  ],
  ['at a bind', 'src/client/state/turn.ts', "for (const framed of frames) this.framed(framed, 'live');", ''],
];
