import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { silentLog } from '../../src/ports/log.ts';
import { createServer, type ParleyServer } from '../../src/server/app.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { takeOverWords } from '../../src/server/features/search/index-words.ts';
import { signedCursor } from '../../src/server/kernel/cursor.ts';
import { systemClock, systemIds, systemRandom } from '../../src/server/platform/system-adapter.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { fillStore } from '../support/fill-store.ts';
import { signIn, tokenOf } from '../support/large-store.ts';
import { plainPasswords } from '../support/plain-passwords.ts';
import { startServer, temporaryFolder } from '../support/server.ts';
import { cpuOf, load, median } from './server/contender.ts';

/**
 * Figures that must not grow with the stored messages: `MANY_MESSAGES=10000000` against 10,000, in as many
 * conversations of one user. `MANY_FOLDER` keeps the large data folder for the next run, which continues to
 * fill it after a stop by `MANY_SECONDS`.
 */
const MANY = Number(process.env['MANY_MESSAGES'] ?? 1_000_000);
const FOLDER = process.env['MANY_FOLDER'];
const SECONDS = Number(process.env['MANY_SECONDS'] ?? Infinity);
const FEW = 10_000;
const CONVERSATIONS = 1_000;
/** Opened in turn. */
const CHATS = 100;
const ROUNDS = 15;
const MUST = 1.3;
/** The messages of a day, each in another conversation. */
const DAY = 400;

const ports = { clock: systemClock, ids: systemIds, log: silentLog };
const fileOf = (folder: string): string => join(folder, 'parley.db');

/** False: the time is over, and some words are not in the index yet. */
async function create(folder: string, messages: number): Promise<boolean> {
  const end = performance.now() + SECONDS * 1_000;
  const path = fileOf(folder);
  const isNew = !existsSync(path);
  if (isNew) mkdirSync(folder, { recursive: true });
  const store = await openStore({ ...ports, path });
  if (isNew) {
    await store.close();
    fillStore(path, { conversations: CONVERSATIONS, groups: 0, groupMembers: 0, messages });
    signIn(path, systemClock.nowMs());
    const db = new SqliteConnection(path, { readOnly: false });
    db.execute('insert into word_backlog (stream, done, up_to) select stream, 0, count from streams');
    // Adds an older event to each conversation, as active ones have. Otherwise some could be pruned.
    db.execute(
      `insert into events (stream, seq, tx, at_ms, facts) select x.stream, x.n, 0, x.sent_at_ms,
         json_object('kind', 'message', 'msgId', x.msg_id, 'id', x.id, 'n', x.n, 'from', x.from_user)
       from streams as s join messages as x on x.stream = s.stream and x.n = s.floor`,
    );
    db.execute('update streams set floor = floor - 1 where floor > 0');
    db.close();
    return create(folder, messages);
  }
  let more = true;
  while (more && performance.now() < end) more = await takeOverWords({ store });
  await store.close();
  return !more;
}

async function opened(folder: string): Promise<ParleyServer> {
  return createServer(
    {
      ...ports,
      store: await openStore({ ...ports, path: fileOf(folder) }),
      random: systemRandom,
      passwords: plainPasswords,
      bus: createLocalBus(),
      assets: null,
    },
    { registration: 'open', wireTime: 's' },
  );
}

async function requestAnswer(
  server: ParleyServer,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', authorization: `bearer ${tokenOf(1)}` };
  const request = new Request(`http://parley.test/enterprise/im/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const answer = await server.fetch(request, { address: '10.0.0.1', userAgent: '' });
  const input = (await answer.json()) as Record<string, unknown>;
  if (input['code'] !== 0) throw new Error(`${path}: ${String(input['msg'])}`);
  return input;
}

/** CPU of this process, in ms. */
async function cpuMs(run: () => Promise<unknown>): Promise<number> {
  const from = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

type Work = (server: ParleyServer, round: number) => Promise<unknown>;

async function works(server: ParleyServer): Promise<Readonly<Record<string, Work>>> {
  const { core } = server;
  const [epoch, now] = [await core.store.epoch(), await core.store.read((tx) => tx.streams.now())];
  const cursor = signedCursor(core, epoch, now);
  for (let n = 0; n < DAY; n += 1)
    await requestAnswer(server, 'sendMessage', {
      id: systemIds.uuid(),
      toContactId: String((n * 7) % CONVERSATIONS) === '0' ? '2' : String(((n * 7) % CONVERSATIONS) + 1),
      type: 'text',
      content: `words of today ${n}`,
      at: [],
    });
  for (let n = 0; n < CHATS; n += 1)
    await requestAnswer(server, 'getMessageList', {
      toContactId: String(n + 2),
      page: 1,
      limit: 30,
      peek: 1,
    });
  const search = (keywords: string) => () =>
    requestAnswer(server, 'search', { keywords, page: 1, limit: 30 });
  return {
    'opening ten chats': async (_, round) => {
      for (let n = 0; n < 10; n += 1) {
        const toContactId = String(((round * 10 + n * 7) % CHATS) + 2);
        await requestAnswer(server, 'getMessageList', { toContactId, page: 1, limit: 30, peek: 1 });
      }
    },
    'sync after a day': async () => {
      const { data } = await requestAnswer(server, 'sync', { cursor });
      const { length } = (data as { readonly frames: readonly unknown[] }).frames;
      if (length < DAY) throw new Error(`sync gave ${length} frames`);
    },
    'search of "of"': search('of'),
    'search of "wo"': search('wo'),
  };
}

/** CPU of a start, until the address is printed. */
async function startMs(folder: string): Promise<number> {
  const server = await startServer({ dataDir: folder, env: { NODE_ENV: 'production' } });
  const cpu = cpuOf(server.pid);
  await server.stop();
  return cpu;
}

export async function run(): Promise<readonly string[]> {
  const [small, large] = [temporaryFolder(), FOLDER ?? temporaryFolder()];
  for (const [folder, messages] of [
    [small, FEW],
    [large, MANY],
  ] as const)
    if (!(await create(folder, messages)))
      return [`${folder}: the words are not in the index yet, run it again`];
  const over: string[] = [];
  const print = (name: string, few: readonly number[], many: readonly number[]): void => {
    const ratio = median(many) / median(few);
    const [ms, before] = [median(many).toFixed(1), median(few).toFixed(1)];
    const text = `${ms} ms CPU among ${MANY.toLocaleString('en')}, ${before} among 10,000`;
    const line = `${name}: ${text}: ${ratio.toFixed(2)} times`;
    console.log(`  ${line}; load ${load()}`);
    if (ratio > MUST) over.push(line);
  };
  const servers = [await opened(small), await opened(large)] as const;
  const [of, ofMany] = [await works(servers[0]), await works(servers[1])];
  for (const [name, work] of Object.entries(of)) {
    const [few, many]: [number[], number[]] = [[], []];
    for (let round = 0; round <= ROUNDS; round += 1)
      for (const [server, list, one] of [
        [servers[0], few, work],
        [servers[1], many, ofMany[name] as Work],
      ] as const) {
        const spent = await cpuMs(() => one(server, round));
        if (round > 0) list.push(spent);
      }
    print(name, few, many);
  }
  for (const server of servers) await server.close();
  const [few, many]: [number[], number[]] = [[], []];
  for (let round = 0; round <= 5; round += 1)
    for (const [list, folder] of [
      [few, small],
      [many, large],
    ] as const) {
      const spent = await startMs(folder);
      if (round > 0) list.push(spent);
    }
  print('start', few, many);
  return over;
}
