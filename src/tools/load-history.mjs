// What the people of `npm run load` asked for and were told, judged by tests/judge.
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
  const { judge, readChat, Recorder } = /** @type {any} */ (await importBuilt('tests/judge/for-load.ts'));
  /** @type {Recorder} */
  const recorder = new Recorder();
  /** Up to where each chat had gone before: earlier runs have the same people. @type {Map<string, number>} */
  const above = new Map();
  for (const [a, b] of pairs)
    above.set(
      chatOf(a, b),
      (await call('/enterprise/im/getContactInfo', { id: String(b.id) }, a.token)).data.count ?? 0,
    );
  let sends = 0;
  /** By device and conversation, in the order in which they came. @type {Map<string, Map<string, Row[]>>} */
  const heard = new Map();
  return {
    /**
     * Somebody sends; what is answered is told how it ended: the place of the message, refused, or no answer.
     *
     * @param {Person} from @param {Person} to @param {string} id
     * @returns {(ended: number | 'refused' | null) => void}
     */
    send(from, to, id) {
      if ((sends += 1) > sendsMax) return () => undefined;
      const end = recorder.invoke(`person ${from.id}`, { does: 'send', chat: chatOf(from, to), id });
      return (ended) =>
        end(
          ended === 'refused'
            ? { phase: 'fail' }
            : ended === null
              ? { phase: 'unknown' }
              : { phase: 'ok', result: { n: ended } },
        );
    },
    /** @param {string} device @param {Frame} frame */
    heard(device, frame) {
      const { type, stream = '', data } = frame;
      if (type !== 'simple' || typeof data?.id !== 'string' || typeof data.n !== 'number') return;
      if (sends > sendsMax || data.n <= (above.get(stream) ?? Infinity)) return;
      const chats = heard.get(device) ?? new Map();
      heard.set(device, chats);
      const rows = chats.get(stream) ?? [];
      chats.set(stream, rows);
      rows.push({ id: data.id, n: data.n });
    },
    /**
     * What devices heard, and both sides of the chats as the server has them: all must be one order.
     *
     * @param {readonly string[]} devices those that were never closed
     */
    async judged(devices) {
      if (sends <= sendsMax) {
        for (const device of devices) {
          for (const [chat, rows] of heard.get(device) ?? [])
            recorder.invoke(device, { does: 'readLog', chat, above: above.get(chat) ?? 0 })({
              phase: 'ok',
              result: { rows },
            });
        }
        for (const [a, b] of pairs.slice(0, readMax)) {
          for (const [who, other] of [
            [a, b],
            [b, a],
          ])
            await read(/** @type {Person} */ (who), /** @type {Person} */ (other));
        }
      }
      mkdirSync(`${root}.cache/histories`, { recursive: true });
      writeFileSync(root + file, recorder.lines());
      return {
        file,
        operations: recorder.operations,
        faults: /** @type {readonly string[]} */ (judge(recorder.entries)),
      };
    },
  };

  /** @param {Person} who @param {Person} other */
  async function read(who, other) {
    const from = above.get(chatOf(who, other)) ?? 0;
    const end = recorder.invoke(`reader ${who.id}`, {
      does: 'readLog',
      chat: chatOf(who, other),
      above: from,
    });
    const answer = await readChat(
      (/** @type {string} */ path, /** @type {object} */ body) =>
        call(path, body, who.token).catch(() => null),
      String(other.id),
      from,
    );
    if (answer?.code !== 0) return end({ phase: 'unknown' });
    end({
      phase: 'ok',
      result: {
        rows: answer.data.map((/** @type {any} */ row) => ({
          n: row.n,
          id: row.id,
          ...(row.type === 'event' ? { event: true } : {}),
        })),
      },
    });
  }
}
