import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { befriend, newGroup, signUp, type Envelope, type HttpUser } from '../support/http-user.ts';
import { NODE_NUMBERS, startCluster, type Cluster } from './cluster.ts';
import { fact, wait } from './faults.ts';
import { say } from './rounds.ts';

const FREEZES = 5;
const FROZEN = 0;
/** Longer than a frozen node may hold rows. */
const frozenMs = 4_500;
/** More than a node has connections for commands, and each of them wants the rows of one group. */
const CHANGES = 18;
const SENDS = 2;
const pauseMs = 1_500;

let cluster: Cluster | null = null;
afterEach(async () => {
  await cluster?.stop();
});

interface Answered {
  readonly node: number;
  readonly path: string;
  readonly ms: number;
  /** Empty: the call did what it should. */
  readonly refusal: string;
}

interface Load {
  readonly answers: readonly Answered[];
  stop(): Promise<void>;
}

/** Calls to every node without end, most of which wait for the rows of the same group. */
function startLoad(on: Cluster, users: readonly HttpUser[], group: string): Load {
  const answers: Answered[] = [];
  const ended = new AbortController();
  const ask = async (node: number, user: HttpUser, path: string, body: object) => {
    const began = Date.now();
    const refusal = await fetch(`${on.urls[node] ?? ''}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: user.token, 'accept-language': 'en' },
      body: JSON.stringify(body),
    }).then(
      async (answer) => {
        if (answer.status !== 200) return `HTTP ${answer.status}`;
        const { code, msg } = (await answer.json()) as Envelope<unknown>;
        return code === 0 ? '' : `${code} ${msg}`;
      },
      (error: unknown) => `${String(error)}: ${String((error as Error).cause)}`,
    );
    answers.push({ node, path, ms: Date.now() - began, refusal });
  };
  const loop = async (at: number, once: (turn: number) => Promise<void>) => {
    await wait((at * pauseMs) / (CHANGES + SENDS));
    for (let turn = 0; !ended.signal.aborted; turn += 1) {
      await once(turn);
      await wait(pauseMs);
    }
  };
  const userOf = (at: number) => users[at % users.length] as HttpUser;
  const send = (node: number, at: number) =>
    ask(node, userOf(at), '/enterprise/im/sendMessage', {
      id: randomUUID(),
      toContactId: group,
      is_group: 1,
      type: 'text',
      content: 'hello',
    });
  const mute = (node: number, at: number, turn: number) =>
    ask(node, userOf(at), '/enterprise/im/isNotice', { id: group, is_group: 1, is_notice: turn % 2 });
  const loops = NODE_NUMBERS.flatMap((node) =>
    Array.from({ length: CHANGES + SENDS }, (_, at) =>
      loop(at, (turn) => (at < SENDS ? send(node, at) : mute(node, at, turn))),
    ),
  );
  return {
    answers,
    async stop() {
      ended.abort();
      await Promise.all(loops);
    },
  };
}

it('NODE-17: while a node is frozen during commands, five times, the others refuse nothing', async () => {
  // A busy machine is late by itself, which is not what is tested.
  const on = (cluster = await startCluster({ losses: false, more: { WAIT_MS: '3000' } }));
  const users: HttpUser[] = [];
  for (const name of ['anna', 'bela', 'cleo', 'dina']) users.push(await signUp(on.urls[0] ?? '', name));
  const [owner, ...others] = users as [HttpUser, ...HttpUser[]];
  for (const other of others) await befriend(owner, other);
  const group = await newGroup(owner, others, 'Held');
  const database = new pg.Client({ connectionString: on.postgres.url });
  await database.connect();
  const isHeld = async (): Promise<boolean> => {
    const { rows } = await database.query(`select from pg_stat_activity where state = 'idle in transaction'
      and backend_xid is not null and state_change < clock_timestamp() - interval '100 ms'`);
    return rows.length > 0;
  };
  /** Stopped with a transaction open, however many tries that takes. */
  const freeze = () =>
    fact('a frozen node with an open transaction', async () => {
      on.pause(FROZEN);
      await wait(250);
      if (await isHeld()) return true;
      on.resume(FROZEN);
      return false;
    });
  const load = startLoad(on, users, group);
  try {
    await wait(2_000);
    for (let at = 0; at < FREEZES; at += 1) {
      await freeze();
      await wait(frozenMs);
      on.resume(FROZEN);
      await wait(1_000);
    }
  } finally {
    await load.stop();
    await database.end();
  }
  const healthy = load.answers.filter(({ node }) => node !== FROZEN);
  const longest = Math.max(...healthy.map(({ ms }) => ms));
  const refused = healthy
    .filter(({ refusal }) => refusal !== '')
    .map(({ node, path, ms, refusal }) => `node ${node}, ${path}, after ${ms} ms: ${refusal}`);
  say(`${healthy.length} calls, the longest took ${longest} ms; ${refused.length} refused`);
  expect(refused.slice(0, 5)).toEqual([]);
  expect(healthy.length).toBeGreaterThan(100);
});
