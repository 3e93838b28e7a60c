import { Crowd } from './crowd.ts';
import { beside, cpuOf, median, memoryOf, ours, reference, type Contender } from './contender.ts';
import { pairsFolder, privately, range, ROUNDS } from './cpu-rows.ts';
import { freePort } from '../../support/server.ts';
import { collectGarbage } from './debugger.ts';
import { siteFolder } from './people.ts';
import { Poster } from './poster.ts';
import type { Rows } from './rows.ts';
import { copyOf, filledFolder } from './stored.ts';

const PEOPLE = 100;
const RATE = 200;
const SECONDS = 3;

const at = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;

/** The time from the call to the other socket, at a rate that leaves both servers idle most of the time. */
export async function latency(rows: Rows): Promise<void> {
  const other = await beside(pairsFolder);
  const contenders = [
    await ours(await pairsFolder()),
    await reference(await pairsFolder()),
    ...(other ? [other] : []),
  ];
  const sides = await Promise.all(
    contenders.map(async (one) => ({
      one,
      crowd: await join(one),
      p50: [] as number[],
      p99: [] as number[],
      cpu: [] as number[],
    })),
  );
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { one, crowd, p50, p99, cpu } of sides) {
      const before = cpuOf(one.pid);
      const sorted = (await crowd.atRate(RATE, SECONDS, privately(PEOPLE))).toSorted((a, b) => a - b);
      if (round === 0) continue;
      p50.push(at(sorted, 0.5));
      p99.push(at(sorted, 0.99));
      cpu.push(((cpuOf(one.pid) - before) * 1_000) / (RATE * SECONDS));
    }
  }
  const [we, bare] = sides;
  if (!we || !bare) return;
  const describe = (pick: 'p50' | 'p99') =>
    `${sides.map((one) => `${one.one.name} ${median(one[pick]).toFixed(2)} ms`).join(', ')}, medians of ${ROUNDS} alternating rounds of ${SECONDS} s`;
  rows.ratio(
    `latency at ${RATE} messages a second, p50 against the bare server`,
    median(we.p50) / median(bare.p50),
    { must: 2, aim: 1.3 },
    describe('p50'),
  );
  rows.ratio(
    `latency at ${RATE} messages a second, p99 against the bare server`,
    median(we.p99) / median(bare.p99),
    { must: 2, aim: 1.3 },
    describe('p99'),
  );
  const cpu = sides.map((one) => `${one.one.name} ${median(one.cpu).toFixed(0)} µs`).join(', ');
  rows.ratio(
    `CPU per message at ${RATE} a second against the bare server`,
    median(we.cpu) / median(bare.cpu),
    { must: 1.5, aim: 1.2 },
    `${cpu}, medians of ${ROUNDS} alternating rounds`,
  );
  for (const { one, crowd } of sides) await ended(rows, one, crowd);
}

async function join(one: Contender): Promise<Crowd> {
  const crowd = new Crowd(one.url);
  await crowd.join(range(PEOPLE));
  return crowd;
}

async function ended(rows: Rows, one: Contender, crowd: Crowd): Promise<void> {
  crowd.leave();
  await one.stop();
  rows.nothingLost(one.name, crowd.tally);
}

const LOGINS = 10;

/** Ten logins a second, each with the cost of a password hash. */
export async function logins(rows: Rows): Promise<void> {
  const one = await ours(await pairsFolder());
  const poster = new Poster(new URL(one.url));
  const account = { account: 'somebody', realname: 'Somebody', password: 'bench-secret-1' };
  const made = await poster.post('/common/pub/register', '', JSON.stringify(account));
  if (!made.startsWith('{"code":0')) throw new Error(`nobody could register: ${made}`);
  poster.close();
  const crowd = await join(one);
  const [alone, beside]: [number[], number[]] = [[], []];
  const answers: string[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const list of [alone, beside]) {
      const logging = list === beside ? loggingIn(one.url, account) : null;
      const sorted = (await crowd.atRate(RATE, SECONDS, privately(PEOPLE))).toSorted((a, b) => a - b);
      answers.push(...((await logging?.stop()) ?? []));
      if (round > 0) list.push(at(sorted, 0.99));
    }
  }
  const acceptedCount = answers.filter((text) => text.startsWith('{"code":0')).length;
  if (acceptedCount === 0) throw new Error(`no login was taken: ${answers[0]}`);
  rows.ratio(
    `message p99 while ${LOGINS} logins a second are hashed, against without`,
    median(beside) / median(alone),
    { must: 3, aim: 1.5 },
    `${median(beside).toFixed(2)} ms against ${median(alone).toFixed(2)} ms, medians of ${ROUNDS} alternating rounds of ${SECONDS} s; ${acceptedCount} of ${answers.length} logins taken`,
  );
  await ended(rows, one, crowd);
}

function loggingIn(
  url: string,
  { account, password }: { readonly account: string; readonly password: string },
): { stop(): Promise<readonly string[]> } {
  const requests: Promise<string>[] = [];
  const ask = async (): Promise<string> => {
    const poster = new Poster(new URL(url));
    const answer = await poster.post('/common/pub/login', '', JSON.stringify({ account, password }));
    poster.close();
    return answer;
  };
  const timer = setInterval(() => requests.push(ask()), 1_000 / LOGINS);
  return {
    async stop() {
      clearInterval(timer);
      return Promise.all(requests);
    },
  };
}

const SOCKETS = 5_000;

/**
 * The memory of one more bound socket. Both servers run with an open debugger, which collects garbage before
 * each read.
 */
export async function memory(rows: Rows): Promise<void> {
  const folder = await siteFolder({ people: SOCKETS, groupMembers: 0 });
  const [we, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    for (const [list, start] of [
      [we, ours],
      [bare, reference],
    ] as const) {
      const port = await freePort();
      const one = await start(copyOf(folder), `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`);
      const crowd = new Crowd(one.url);
      await crowd.join(range(100));
      await collectGarbage(port);
      const before = memoryOf(one.pid);
      await crowd.join(range(SOCKETS).slice(100), 150);
      await collectGarbage(port);
      list.push((memoryOf(one.pid) - before) / (SOCKETS - 100));
      crowd.leave();
      await one.stop();
    }
  }
  rows.ratio(
    `memory per idle bound socket, ${SOCKETS} sockets of as many people, against plain sockets`,
    median(we) / median(bare),
    { must: 1.6, aim: 1.3 },
    `ours ${kilobytes(we)}, bare ${kilobytes(bare)}, medians of 3 alternating rounds`,
  );
}

const kilobytes = (values: readonly number[]): string => `${(median(values) / 1_024).toFixed(1)} kB`;

const STORED = 1_000_000;

/** The time from the start of the process to the line with its address. */
export async function start(rows: Rows): Promise<void> {
  const folders = {
    empty: await siteFolder({ people: 2, groupMembers: 0 }),
    full: await filledFolder(STORED),
  };
  const [empty, full]: [Started[], Started[]] = [[], []];
  for (let round = 0; round <= ROUNDS + 2; round += 1) {
    for (const [list, folder] of [
      [empty, folders.empty],
      [full, folders.full],
    ] as const) {
      const from = performance.now();
      const one = await ours(folder);
      const started = { ms: performance.now() - from, cpu: cpuOf(one.pid) };
      if (round > 0) list.push(started);
      await one.stop();
    }
  }
  const of = (list: readonly Started[], pick: keyof Started): number => median(list.map((one) => one[pick]));
  const text = `${of(full, 'cpu')} ms against ${of(empty, 'cpu')} ms of CPU; by the clock ${of(full, 'ms').toFixed(0)} ms against ${of(empty, 'ms').toFixed(0)} ms (${(of(full, 'ms') / of(empty, 'ms')).toFixed(2)}); medians of ${ROUNDS + 2} alternating starts`;
  rows.ratio(
    `start with ${STORED} stored messages against an empty store`,
    of(full, 'cpu') / of(empty, 'cpu'),
    { must: 1.3, aim: 1.1 },
    text,
  );
}

interface Started {
  readonly ms: number;
  readonly cpu: number;
}
