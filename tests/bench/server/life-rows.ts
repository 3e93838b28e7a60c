import { Crowd } from './crowd.ts';
import { beside, cpuOf, median, memoryOf, ours, reference, type Contender } from './contender.ts';
import { privately, range, ROUNDS } from './cpu-rows.ts';
import { siteFolder } from './people.ts';
import type { Rows } from './rows.ts';
import { copyOf } from './stored.ts';

const MEGABYTE = 1_000_000;
const LOOK_MS = 500;
/** The interval of messages of a busy user. */
const EVERY_SEC = 2;
const BUSY_SEC = 30;
const AFTER_MS = 60_000;
const FEW = 100;
const MANY = 500;

const waiting = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The most that a process held while something was done, in megabytes. */
async function peakOf(pid: number, work: () => Promise<unknown>): Promise<number> {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), LOOK_MS);
  await work();
  clearInterval(timer);
  return Math.max(peak, memoryOf(pid)) / MEGABYTE;
}

/** The day of a server: no users, a hundred busy ones, five hundred, and the minute after they left. */
export async function busy(rows: Rows): Promise<void> {
  const one = await ours(await siteFolder({ people: MANY, groupMembers: 0 }));
  const row = (name: string, megabytes: number, must: number, note: string): void =>
    rows.ratio(`memory in MB, ${name}`, megabytes, { must }, note);
  await waiting(AFTER_MS / 6);
  row('idle', memoryOf(one.pid) / MEGABYTE, 80, 'ten seconds after the start, nobody connected');
  for (const [people, must] of [
    [FEW, 150],
    [MANY, 220],
  ] as const) {
    const crowd = new Crowd(one.url);
    const peak = await peakOf(one.pid, async () => {
      await crowd.join(range(people));
      await crowd.atRate(people / EVERY_SEC, BUSY_SEC, privately(people));
    });
    crowd.leave();
    row(`${people} busy people`, peak, must, `the most in ${BUSY_SEC} s of a message each ${EVERY_SEC} s`);
    await waiting(AFTER_MS);
    row(`60 s after ${people} went`, memoryOf(one.pid) / MEGABYTE, 80, 'nobody connected');
    rows.nothingLost(one.name, crowd.tally);
  }
  await one.stop();
}

const SESSIONS = 2_000;

/** The cost of a bind after a restart of the server, when all sessions bind at once. */
export async function rebinding(rows: Rows): Promise<void> {
  const folder = await siteFolder({ people: SESSIONS, groupMembers: 0 });
  const side = (start: (own: string) => Promise<Contender | null>) => ({
    start,
    own: copyOf(folder),
    costs: [] as number[],
    whole: [] as number[],
  });
  const sides = [side(ours), side(reference), side((own) => beside(() => own))] as const;
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { start, own, costs, whole } of sides) {
      const one = await start(own);
      if (!one) continue;
      const begun = cpuOf(one.pid);
      const crowd = new Crowd(one.url);
      await crowd.join(range(SESSIONS), 200);
      // The first round is the life before the restart.
      if (round > 0) {
        costs.push(perSession(one, begun));
        whole.push(perSession(one, 0));
      }
      crowd.leave();
      await one.stop();
    }
  const [we, bare, other] = sides;
  const describe = (pick: 'costs' | 'whole'): string =>
    [we, bare, other].map((one) => `${median(one[pick]).toFixed(0)} µs`).join(', ');
  rows.ratio(
    `binding again after a restart, CPU a session of ${SESSIONS}, against the bare server`,
    median(we.costs) / median(bare.costs),
    { must: 1.3, aim: 1.1 },
    `ours, bare, another: ${describe('costs')} from the address on, ${describe('whole')} in all; median of ${ROUNDS}`,
  );
}

const perSession = (one: Contender, sinceMs: number): number =>
  ((cpuOf(one.pid) - sinceMs) * 1_000) / SESSIONS;
