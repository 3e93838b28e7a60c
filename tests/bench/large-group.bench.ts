import { loadavg } from 'node:os';
import { largeServer, type LargeServer } from '../support/large-store.ts';
import { startPostgres, type Postgres } from '../support/postgres.ts';
import { cpuOfAll, median } from './server/contender.ts';

/** The cost of an action depends on the members who are online, not on the size of the group (GROUP-31). */
const [FEW, MANY] = [100, 100_000];
/** Friends of person 1. Those who are in neither group join and leave both. */
const FRIENDS = 400;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const TIMES = 10;
const mustRatio = 2;

/**
 * An action of person 1, who owns both groups, in the group with this number. `time` counts within a round.
 */
type Action = (at: Place, group: number, time: number) => Promise<unknown>;

interface Place extends LargeServer {
  /** The invitation link of each group, by its number. */
  readonly links: ReadonlyMap<number, string>;
}

async function sendMessage<T>(at: LargeServer, path: string, body: object, by?: number): Promise<T> {
  const answer = (await (await at.call(`/enterprise/${path}`, body, by)).json()) as {
    readonly code: number;
    readonly msg: string;
    readonly data: T;
  };
  const { code, msg, data } = answer;
  if (code !== 0) throw new Error(`${path} answered ${code} ${msg}`);
  return data;
}

/** A friend who is in neither group. */
const outside = (time: number): number => FEW + 1 + time;
/** A signed-in member of both groups. */
const inside = (time: number): number => 2 + time;

let made = 0;
const actions: Readonly<Record<string, Action>> = {
  'a post': (at, group) =>
    sendMessage(at, 'im/sendMessage', {
      id: `post-${(made += 1)}`,
      toContactId: `group-${group}`,
      type: 'text',
      content: 'hello',
    }),
  'adding a friend': (at, group, time) =>
    sendMessage(at, 'group/addGroupUser', { id: `group-${group}`, user_ids: [outside(time)] }),
  'silencing one': (at, group, time) =>
    sendMessage(at, 'group/setNoSpeak', {
      id: `group-${group}`,
      user_id: outside(time),
      noSpeakTimer: 1,
      noSpeakDay: 0,
    }),
  'the first page of members': (at, group) =>
    sendMessage(at, 'group/groupUserList', { group_id: `group-${group}`, page: 1, limit: 20 }),
  'the group': (at, group) => sendMessage(at, 'group/groupInfo', { group_id: `group-${group}` }),
  'removing one': (at, group, time) =>
    sendMessage(at, 'group/removeUser', { id: `group-${group}`, user_id: outside(time) }),
  leaving: (at, group, time) =>
    sendMessage(at, 'group/removeUser', { id: `group-${group}`, user_id: inside(time) }, inside(time)),
  'joining by a link': (at, group, time) =>
    sendMessage(
      at,
      'group/joinGroup',
      { group_id: `group-${group}`, token: at.links.get(group) },
      inside(time),
    ),
  'a post and clearing': async (at, group, time) => {
    await actions['a post']?.(at, group, time);
    await sendMessage(at, 'group/clearMessage', { id: `group-${group}` });
  },
  'the list of chats': (at) => sendMessage(at, 'im/getContacts', {}),
};

async function placeIn(database: string | null): Promise<Place> {
  const size = { conversations: FRIENDS, groups: 1, groupMembers: FEW, messages: FRIENDS, bigGroup: 1_000 };
  const server = await largeServer({ ...size, crowd: MANY }, database);
  const links = new Map<number, string>();
  for (const group of [1, 2]) {
    const { url } = await sendMessage<{ url: string }>(server, 'group/addGroupLink', {
      id: `group-${group}`,
      for: 0,
    });
    links.set(group, url.slice(url.lastIndexOf('/') + 1));
  }
  return { ...server, links };
}

/** CPU in ms of this process and, where it has one, of its database. */
function measureCost(postgres: Postgres | null): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000 + (postgres === null ? 0 : cpuOfAll(postgres.pid()));
}

async function compare(engine: string, postgres: Postgres | null): Promise<readonly string[]> {
  const at = await placeIn(postgres && (await postgres.place()));
  const costs = new Map(Object.keys(actions).map((name) => [name, [[], []] as [number[], number[]]]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, action] of Object.entries(actions))
      for (const which of [0, 1] as const) {
        const from = measureCost(postgres);
        for (let time = 0; time < TIMES; time += 1) await action(at, which + 1, time);
        // The first round only compiles and prepares.
        if (round > 0) costs.get(name)?.[which].push((measureCost(postgres) - from) / TIMES);
      }
  await at.close();
  const over: string[] = [];
  for (const [name, [few, many]] of costs) {
    const ratio = median(many) / median(few);
    const [less, more] = [median(few).toFixed(2), median(many).toFixed(2)];
    const among = `${less} ms CPU among ${FEW}, ${more} among ${MANY}`;
    const line = `${engine}: ${name}: ${among}: ${ratio.toFixed(2)} (must ${mustRatio})`;
    console.log(`  ${line}`);
    if (ratio > mustRatio) over.push(line);
  }
  return over;
}

/** `BENCH_ENGINES=embedded` or `postgres`: only this one. */
export async function run(): Promise<readonly string[]> {
  const over: string[] = [];
  for (const engine of (process.env['BENCH_ENGINES'] ?? 'embedded,postgres').split(',')) {
    console.log(`  load of the machine ${loadavg()[0]?.toFixed(1)}`);
    const postgres = engine === 'postgres' ? await startPostgres({ keeps: true }) : null;
    over.push(...(await compare(engine, postgres)));
    await postgres?.stop();
  }
  return over;
}
