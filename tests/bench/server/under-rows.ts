import { join } from 'node:path';
import { systemIds } from '../../../src/server/platform/system-adapter.ts';
import { SqliteConnection } from '../../../src/server/storage/engine/sqlite-dialect.ts';
import { cpuOf, median, ours } from './contender.ts';
import { ROUNDS, range, side } from './cpu-rows.ts';
import { SEND } from './crowd.ts';
import { partnerOf, personAt, siteFolder } from './people.ts';
import { Poster } from './poster.ts';
import type { Rows } from './rows.ts';

/** The number of users that the limits per minute need. */
const PEOPLE = 600;
const EACH = Number(process.env['BENCH_MESSAGES'] ?? 1_500);
const CONNECTIONS = 32;
/** Frames after the last answer still belong to the measurement. */
const DELIVERED_MS = 400;

interface Call {
  readonly from: number;
  readonly path: string;
  readonly body: object;
}
interface Said {
  readonly id: string;
  readonly from: number;
  readonly msgId: number;
}

const IM = '/enterprise/im';
const WHAT = ['message', 'reply', 'reaction', 'edit', 'vote'] as const;
type What = (typeof WHAT)[number];

const idOf = (call: Pick<Call, 'body'> | undefined): string =>
  (call?.body as { readonly id: string } | undefined)?.id ?? '';

const makeMessage = (from: number, more: object = {}): Call => ({
  from,
  path: SEND,
  body: {
    id: systemIds.uuid(),
    toContactId: String(partnerOf(from)),
    type: 'text',
    content: `see you at ten, ${systemIds.uuid().slice(0, 8)}`,
    ...more,
  },
});

/**
 * Makes these calls over this number of connections, each after the previous answer. All must be accepted.
 */
async function requestAnswer(url: string, calls: readonly Call[]): Promise<readonly string[]> {
  const answers: string[] = [];
  let turn = 0;
  const line = async (): Promise<void> => {
    const poster = new Poster(new URL(url));
    while (turn < calls.length) {
      const at = turn++;
      const call = calls[at];
      if (!call) break;
      const answer = await poster.post(call.path, personAt(call.from).token, JSON.stringify(call.body));
      if (!answer.startsWith('{"code":0'))
        throw new Error(`${call.path} was refused: ${answer.slice(0, 200)}`);
      answers[at] = answer;
    }
    poster.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, line));
  await new Promise((resolve) => setTimeout(resolve, DELIVERED_MS));
  return answers;
}

/**
 * Compares actions on a message (reply, reaction, edit, vote) with a short message, in turns on one server
 * between pairs of users. Words for search are included if there are any.
 */
export async function under(rows: Rows): Promise<void> {
  const { at, crowd } = await side(
    await ours(await siteFolder({ people: PEOPLE, groupMembers: 0 })),
    range(PEOPLE),
  );
  // All of it is written then, because the reader has the journal emptied first.
  const db = new SqliteConnection(join(at.folder, 'parley.db'), { readOnly: true });
  const indexed = async (): Promise<void> => {
    while (db.execute('select 1 from unworded limit 1').length > 0)
      await new Promise((resolve) => setTimeout(resolve, 20));
    await requestAnswer(at.url, [{ from: 1, path: `${IM}/getContacts`, body: {} }]);
  };
  const cost = async (calls: readonly Call[]): Promise<readonly [number, readonly string[]]> => {
    const before = cpuOf(at.pid);
    const answers = await requestAnswer(at.url, calls);
    await indexed();
    return [((cpuOf(at.pid) - before) * 1_000) / calls.length, answers];
  };
  const authors = Array.from({ length: EACH }, (_, turn) => (turn % PEOPLE) + 1);
  const polls = range(PEOPLE / 2).map((pair) =>
    makeMessage(2 * pair, { extends: { poll: { options: ['one', 'two'] } } }),
  );
  await requestAnswer(at.url, polls);
  const costs: Record<What, number[]> = { message: [], reply: [], reaction: [], edit: [], vote: [] };
  for (let round = -2; round < ROUNDS; round += 1) {
    const messages = authors.map((from) => makeMessage(from));
    const [message, answers] = await cost(messages);
    const entry: readonly Said[] = messages.map(({ from, body }, turn) => ({
      id: idOf({ body }),
      from,
      msgId: (JSON.parse(answers[turn] ?? '') as { readonly data: { readonly msg_id: number } }).data.msg_id,
    }));
    const calls: Record<Exclude<What, 'message'>, readonly Call[]> = {
      reply: entry.map(({ from, msgId }) => makeMessage(partnerOf(from), { pid: msgId })),
      reaction: entry.map(({ from, id }) => ({
        from: partnerOf(from),
        path: `${IM}/react`,
        body: { id, emoji: '👍', on: 1 },
      })),
      edit: entry.map(({ from, id }) => ({
        from,
        path: `${IM}/editMessage`,
        body: { id, content: `see you at nine, ${systemIds.uuid().slice(0, 8)}`, op: systemIds.uuid() },
      })),
      vote: authors.map((from, turn) => ({
        from,
        path: `${IM}/vote`,
        body: {
          id: idOf(polls[Math.ceil(from / 2) - 1]),
          options: [(round + Math.floor(turn / PEOPLE) + 4) % 2],
          op: systemIds.uuid(),
        },
      })),
    };
    const spent: Record<What, number> = { message, reply: 0, reaction: 0, edit: 0, vote: 0 };
    for (const what of WHAT) if (what !== 'message') [spent[what]] = await cost(calls[what]);
    if (round >= 0) for (const what of WHAT) costs[what].push(spent[what]);
  }
  const whole = median(costs.message);
  for (const what of WHAT)
    if (what !== 'message')
      rows.ratio(
        `${what} against a short message, CPU`,
        median(costs[what]) / whole,
        what === 'reply' ? { must: 1.5, aim: 1.2 } : { must: 1.2 },
        [
          `${median(costs[what]).toFixed(0)} µs against ${whole.toFixed(0)} µs`,
          `medians of ${ROUNDS} alternating rounds of ${EACH}`,
        ].join(', '),
      );
  db.close();
  crowd.leave();
  await at.stop();
}
