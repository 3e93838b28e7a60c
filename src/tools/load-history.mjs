// Requests and answers of the users of `npm run load`, checked by tests/judge.
import { mkdirSync, writeFileSync } from 'node:fs';
import { importBuilt } from './import-built.mjs';
import { root } from './run-command.mjs';

/** Later ones go on, but are not written down: a history is held in memory. */
const sendsMax = 200_000;
/** Conversations that are read from both sides at the end. */
const readMax = 50;
const file = '.cache/histories/load.jsonl';

/** @typedef {{ id: number, token: string }} Person */
/** @typedef {{ id: string, n: number }} Row */
/** @typedef {{ type?: string, stream?: string, data?: { id?: unknown, n?: unknown } }} Frame */
/** @typedef {(path: string, body: object, token: string) => Promise<{ code: number, data: any }>} Call */
/** @typedef {(who: string, operation: object) => (ended: object) => void} Invoke */
/** @typedef {{ invoke: Invoke, lines(): string, entries: readonly object[], operations: number }} Recorder */

/** @param {Person} a @param {Person} b */
const chatOf = (a, b) => `${Math.min(a.id, b.id)}-${Math.max(a.id, b.id)}`;

/**
 * @param {Call} call
 * @param {readonly (readonly [from: Person, to: Person])[]} pairs who writes to whom
 */
export async function openHistory(call, pairs) {
  const judging = /** @type {any} */ (await importBuilt('tests/judge/for-load.ts'));
  /** @type {Map<string, number>} */
  const above = new Map();
  for (const [a, b] of pairs)
    above.set(
      chatOf(a, b),
      (await call('/enterprise/im/getContactInfo', { id: String(b.id) }, a.token)).data.count ?? 0,
    );
  return new LoadHistory(call, pairs, above, judging);
}

class LoadHistory {
  #sends = 0;
  /**
   * Received rows by device and conversation, in the order of arrival. @type {Map<string, Map<string,
   * Row[]>>}
   */
  #received = new Map();
  #call;
  #pairs;
  #above;
  #judging;
  /** @type {Recorder} */
  #recorder;

  /**
   * @param {Call} call
   * @param {readonly (readonly [from: Person, to: Person])[]} pairs
   * @param {Map<string, number>} above up to where each chat had gone before (earlier runs have
   *   the same people)
   * @param {any} judging tests/judge, built
   */
  constructor(call, pairs, above, judging) {
    this.#call = call;
    this.#pairs = pairs;
    this.#above = above;
    this.#judging = judging;
    this.#recorder = new judging.Recorder();
  }

  /**
   * Records a send; the returned function takes the outcome: the place of the message, refused, or no answer.
   *
   * @param {Person} from @param {Person} to @param {string} id
   * @returns {(ended: number | 'refused' | null) => void}
   */
  send(from, to, id) {
    if ((this.#sends += 1) > sendsMax) return () => undefined;
    const end = this.#recorder.invoke(`person ${from.id}`, { does: 'send', chat: chatOf(from, to), id });
    return (ended) => {
      if (ended === 'refused') return end({ phase: 'fail' });
      return end(ended === null ? { phase: 'unknown' } : { phase: 'ok', result: { n: ended } });
    };
  }

  /** @param {string} device @param {Frame} frame */
  received(device, frame) {
    const { type, stream = '', data } = frame;
    if (type !== 'simple' || typeof data?.id !== 'string' || typeof data.n !== 'number') return;
    if (this.#sends > sendsMax || data.n <= (this.#above.get(stream) ?? Infinity)) return;
    const chats = this.#received.get(device) ?? new Map();
    this.#received.set(device, chats);
    const rows = chats.get(stream) ?? [];
    chats.set(stream, rows);
    rows.push({ id: data.id, n: data.n });
  }

  /**
   * Checks that all devices and both sides of each chat on the server have one order.
   *
   * @param {readonly string[]} devices those that were never closed
   */
  async judge(devices) {
    const recorder = this.#recorder;
    if (this.#sends <= sendsMax) {
      for (const device of devices) this.#readDevice(device);
      for (const [a, b] of this.#pairs.slice(0, readMax)) {
        await this.#readChat(a, b);
        await this.#readChat(b, a);
      }
    }
    mkdirSync(`${root}.cache/histories`, { recursive: true });
    writeFileSync(root + file, recorder.lines());
    const faults = /** @type {readonly string[]} */ (this.#judging.judge(recorder.entries));
    return { file, operations: recorder.operations, faults };
  }

  /** @param {string} device */
  #readDevice(device) {
    for (const [chat, rows] of this.#received.get(device) ?? []) {
      const above = this.#above.get(chat) ?? 0;
      this.#recorder.invoke(device, { does: 'readLog', chat, above })({ phase: 'ok', result: { rows } });
    }
  }

  /** @param {Person} who @param {Person} other */
  async #readChat(who, other) {
    const chat = chatOf(who, other);
    const above = this.#above.get(chat) ?? 0;
    const end = this.#recorder.invoke(`reader ${who.id}`, { does: 'readLog', chat, above });
    const answer = await this.#judging.readChat(
      (/** @type {string} */ path, /** @type {object} */ body) =>
        this.#call(path, body, who.token).catch(() => null),
      String(other.id),
      above,
    );
    if (answer?.code !== 0) return end({ phase: 'unknown' });
    const rows = answer.data.map((/** @type {any} */ row) => ({
      n: row.n,
      id: row.id,
      ...(row.type === 'event' ? { event: true } : {}),
    }));
    end({ phase: 'ok', result: { rows } });
  }
}
