import { Crowd, type Message } from './crowd.ts';
import { beside, cpuOf, median, ours, oursOnPostgres, reference, writtenBy } from './contender.ts';
import type { Contender } from './contender.ts';
import { partnerOf, siteFolder, withWords, type Site } from './people.ts';
import type { Rows } from './rows.ts';

/** `BENCH_ROUNDS=9 BENCH_MESSAGES=600`: more and shorter ones, where others use the machine as well. */
export const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const CONNECTIONS = 32;

/** A contender with its crowd, and what its rounds cost. */
interface Side {
  readonly at: Contender;
  readonly crowd: Crowd;
  /** µs of CPU per unit, by round. */
  readonly costs: number[];
  /** The cost until the last message has arrived, without later work. */
  readonly arrived: number[];
  /** Bytes for the disk per unit, by round. */
  readonly written: number[];
}

export async function side(at: Contender, people: readonly number[]): Promise<Side> {
  const crowd = new Crowd(at.url);
  await crowd.join(people);
  return { at, crowd, costs: [], arrived: [], written: [] };
}

export const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

const measureCost = (at: Contender): number => cpuOf(at.pid) + (at.databaseCpu?.() ?? 0);

/** Processor time in µs of the server and of a separate database for each of the `units`. */
async function cost(at: Contender, units: number, work: () => Promise<void>): Promise<number> {
  const before = measureCost(at);
  await work();
  return ((measureCost(at) - before) * 1_000) / units;
}

/**
 * All users in turn write to their partner. The partner and the author's other socket receive each message.
 */
export const privately =
  (people: number) =>
  (turn: number): Message => {
    const from = (turn % people) + 1;
    return { from, to: String(partnerOf(from)), reaches: 2 };
  };

async function end(rows: Rows, sides: readonly Side[]): Promise<void> {
  for (const { at, crowd } of sides) {
    crowd.leave();
    await at.stop();
    rows.whole(at.name, crowd.tally, await at.stored());
  }
}

const describe = (sides: readonly Side[], unit: string): string =>
  sides.map(({ at, costs }) => `${at.name} ${median(costs).toFixed(0)} µs`).join(', ') +
  ` of CPU per ${unit}, medians of ${ROUNDS} alternating rounds`;

const ratioOf = (a: Side, b: Side): number => median(a.costs) / median(b.costs);

const PEOPLE = 100;
const MESSAGES = Number(process.env['BENCH_MESSAGES'] ?? 3_000);
/**
 * Before anything is measured: a server runs for days, and its first thousands are also the cost of
 * compiling it.
 */
const WARM_UP = 9_000;

/** The processor time of `MESSAGES`, including their words, which are indexed later. */
const whole = (at: Contender, talk: () => Promise<void>): Promise<number> =>
  cost(at, MESSAGES, async () => {
    await talk();
    if (at.name !== 'bare') await withWords(at.folder);
  });

async function round({ at, crowd, costs, arrived, written }: Side): Promise<void> {
  const before = writtenBy(at.pid);
  let talked = 0;
  const spent = await whole(at, async () => {
    talked = await cost(at, MESSAGES, () => crowd.talk(MESSAGES, CONNECTIONS, privately(PEOPLE)));
  });
  costs.push(spent);
  arrived.push(talked);
  written.push((writtenBy(at.pid) - before) / MESSAGES);
}

/** A hundred users who write in pairs. */
export const pairsFolder = (): Promise<string> => siteFolder({ people: PEOPLE, groupMembers: 0 });

export async function oneToOne(rows: Rows): Promise<void> {
  const [we, bare] = [
    await side(await ours(await pairsFolder()), range(PEOPLE)),
    await side(await reference(await pairsFolder()), range(PEOPLE)),
  ];
  const other = await beside(pairsFolder);
  const sides = other ? [we, await side(other, range(PEOPLE)), bare] : [we, bare];
  for (const { crowd } of sides) await crowd.talk(WARM_UP, CONNECTIONS, privately(PEOPLE));
  // The first round only shows how the words of the warm-up are indexed.
  for (const one of sides) await round({ ...one, costs: [], arrived: [], written: [] });
  for (let turn = 0; turn < ROUNDS; turn += 1) for (const one of sides) await round(one);
  rows.ratio(
    'one-to-one, CPU per message against the bare server, words for search included',
    ratioOf(we, bare),
    { must: 2.2, aim: 1.6 },
    describe(sides, 'message'),
  );
  const each = (list: 'arrived' | 'written', unit: string, by = 1) =>
    sides
      .map((one) => `${one.at.name} ${(median(one[list]) / by).toFixed(by === 1 ? 0 : 1)} ${unit}`)
      .join(', ');
  rows.note(`until the last message has arrived: ${each('arrived', 'µs')}`);
  rows.note(`written per message: ${each('written', 'KB', 1_000)}`);
  await end(rows, sides);
}

export async function outboxArray(rows: Rows): Promise<void> {
  const we = await side(await ours(await pairsFolder()), range(PEOPLE));
  const [single, tens]: [number[], number[]] = [[], []];
  await we.crowd.talk(WARM_UP, CONNECTIONS, privately(PEOPLE));
  for (let round = 0; round <= ROUNDS; round += 1) {
    const one = await whole(we.at, () => we.crowd.talk(MESSAGES, CONNECTIONS, privately(PEOPLE)));
    const ten = await whole(we.at, () =>
      we.crowd.talk(MESSAGES / 10, CONNECTIONS, (turn) => ({ ...privately(PEOPLE)(turn), items: 10 })),
    );
    if (round === 0) continue;
    single.push(one);
    tens.push(ten);
  }
  rows.ratio(
    'ten messages in one POST, per message against one POST each',
    median(tens) / median(single),
    { must: 0.5, aim: 0.4 },
    `${median(tens).toFixed(0)} µs against ${median(single).toFixed(0)} µs of CPU per message, medians of ${ROUNDS} alternating rounds`,
  );
  await end(rows, [we]);
}

const MEMBERS = 200;
const POSTS = 300;

export async function groupPosts(rows: Rows): Promise<void> {
  const site: Site = { people: MEMBERS, groupMembers: MEMBERS };
  const sides = [
    await side(await ours(await siteFolder(site)), range(MEMBERS)),
    await side(await reference(await siteFolder(site)), range(MEMBERS)),
  ];
  const [we, bare] = sides;
  if (!we || !bare) return;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { at, crowd, costs } of sides) {
      const spent = await cost(at, POSTS * MEMBERS, () =>
        crowd.talk(POSTS, 8, (turn) => ({ from: (turn % MEMBERS) + 1, to: 'group-1', reaches: MEMBERS })),
      );
      if (round > 0) costs.push(spent);
    }
  }
  const each = sides.map(({ at, costs }) => `${at.name} ${median(costs).toFixed(2)} µs`).join(', ');
  rows.ratio(
    `group post, ${MEMBERS} online, CPU per delivery against the bare server`,
    ratioOf(we, bare),
    { must: 1.5, aim: 1.2 },
    `${each} of CPU per delivery, medians of ${ROUNDS} alternating rounds`,
  );
  await end(rows, sides);
}

/** The number of members of the large group, and of those who have it open. */
const [CROWD, HEARERS] = [100_000, 10_000];
/** Gives both sides the same number of deliveries in a round. */
const LARGE_POSTS = (POSTS * MEMBERS) / HEARERS;

const hearing = async (start: typeof ours, members: number, hearers: number): Promise<Side> =>
  side(await start(await siteFolder({ people: members, groupMembers: members })), range(hearers));

async function posted({ at, crowd, costs }: Side, posts: number, hearers: number): Promise<void> {
  const next = (turn: number): Message => ({
    from: (turn % hearers) + 1,
    to: 'group-1',
    reaches: hearers,
  });
  costs.push(await cost(at, posts * hearers, () => crowd.talk(posts, 4, next)));
}

/**
 * Compares two of our servers: a small group with all members online, and a large one with a tenth online
 * (GROUP-31).
 */
export const largePosts = (rows: Rows): Promise<void> => toCrowds(rows, ours);

export const largePostsOnPostgres = (rows: Rows): Promise<void> => toCrowds(rows, oursOnPostgres);

async function toCrowds(rows: Rows, start: typeof ours): Promise<void> {
  const few = await hearing(start, MEMBERS, MEMBERS);
  const many = await hearing(start, CROWD, HEARERS);
  for (let turn = 0; turn <= ROUNDS; turn += 1) {
    await posted(few, POSTS, MEMBERS);
    await posted(many, LARGE_POSTS, HEARERS);
    if (turn === 0) for (const { costs } of [few, many]) costs.length = 0;
  }
  rows.ratio(
    `${few.at.name}: a post to ${HEARERS} online of ${CROWD}, CPU per delivery against one to ${MEMBERS}`,
    ratioOf(many, few),
    { must: 1.5, aim: 1.1 },
    [many, few].map(({ costs }) => `${median(costs).toFixed(2)} µs`).join(' and ') +
      ` of CPU per delivery, medians of ${ROUNDS} alternating rounds`,
  );
  await end(rows, [few, many]);
}
