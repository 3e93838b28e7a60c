import { expect } from 'vitest';
import { NODES, NODE_NUMBERS, type Cluster } from './cluster.ts';
import type { Crowd } from './crowd.ts';
import { fact, wait, type Fault } from './faults.ts';
import { inWords, isWell, type Verdict } from './verdict.ts';

/** How long things last; the short form of the test takes as little as the rules allow. */
export interface Lengths {
  readonly redisAwayMs: number;
  readonly frozenMs: number;
  readonly calmMs: number;
  readonly faultMs: number;
}

/** All must be well again within this. */
export const convergeMs = 60_000;
const WELL: Verdict = { lost: 0, doubled: 0, leaked: 0, others: [] };

export const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Looks until all is well, or until the time is over; `ms`: after how long the last look began. */
export async function settled(
  people: Crowd,
  whole: boolean,
): Promise<{ readonly found: Verdict; readonly ms: number }> {
  const begun = Date.now();
  for (;;) {
    const ms = Date.now() - begun;
    const verdict = await people
      .verdict(whole)
      .catch((error: unknown): Verdict => ({ ...WELL, others: [String(error)] }));
    if (isWell(verdict) || ms > convergeMs) return { found: verdict, ms };
    await wait(200);
  }
}

/** Every possible fault of the machines, most of them while one node is suspended. */
async function trouble(
  on: Cluster,
  people: Crowd,
  round: number,
  { calmMs, frozenMs, redisAwayMs }: Lengths,
): Promise<void> {
  const [killed, frozen, leaving] = [round % NODES, (round + 1) % NODES, (round + 2) % NODES];
  await wait(calmMs);
  on.pause(frozen);
  const thawed = wait(frozenMs);
  await people.sendGuestsAway();
  await on.kill(killed);
  await wait(calmMs);
  await on.start(killed);
  await on.redis.kill();
  await wait(redisAwayMs);
  await on.redis.start();
  await on.postgres.restart(round % 2 === 0 ? 'crash' : 'politely');
  await people.bringGuestsBack();
  expect(await on.leave(leaving), on.node(leaving).output()).toBe(0);
  await on.start(leaving);
  await thawed;
  on.resume(frozen);
  await wait(calmMs);
}

/** Waits until nothing is wrong, and friends see each other online. */
async function allWell(people: Crowd, output: () => string): Promise<string> {
  const begun = Date.now();
  const { found, ms } = await settled(people, false);
  expect(found, `${output()}${found.others.join('\n')}`).toEqual(WELL);
  const away = () => people.takenForAway();
  await fact(
    'friends who are there are shown as online',
    () => away().length === 0,
    () => `${away().join(', ')}\n${output()}`,
  );
  const allMs = Date.now() - begun;
  return `well ${seconds(ms)} s after it, presence too after ${seconds(allMs)} s; ${inWords(found)}`;
}

/** A suspended node keeps the warning about its clock for 15 s, so this wait comes after all other work. */
export async function nodesWell(on: Cluster): Promise<void> {
  for (const at of NODE_NUMBERS) {
    await fact(`node ${at} has nothing to say`, async () => {
      const { ready, warnings } = await on.ready(at);
      return ready && warnings.length === 0;
    });
  }
}

/** Answers how many messages were written. */
export async function greatTrouble(
  on: Cluster,
  people: Crowd,
  round: number,
  lengths: Lengths,
): Promise<number> {
  const begun = Date.now();
  const sentCount = await people.writeDuring(trouble(on, people, round, lengths));
  const lastedMs = Date.now() - begun;
  const well = await allWell(people, () => NODE_NUMBERS.map((at) => on.node(at).output()).join(''));
  say(`  great trouble: ${sentCount} messages in ${seconds(lastedMs)} s, ${well}`);
  expect(sentCount).toBeGreaterThan(0);
  return sentCount;
}

/** Log lines of a node about failures without the store. */
const storeLines = (output: string): number =>
  output.split('\n').filter((line) => /"error":"Store\w*Error/.test(line)).length;

const part = (sorted: readonly number[], of: number): string =>
  seconds(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0);

/**
 * Causes one fault at one node and keeps it until all users have all messages in spite of it (NODE-13).
 * `beside` runs during the fault.
 */
export async function oneFault(
  on: Cluster,
  people: Crowd,
  fault: Fault,
  at: number,
  { calmMs, faultMs }: Lengths,
  beside = async (): Promise<void> => undefined,
): Promise<number> {
  const node = on.node(at);
  const calmSinceMs = performance.now();
  let words = await people.writeDuring(wait(calmMs));
  const [begun, sinceMs, outputBefore] = [Date.now(), performance.now(), node.output().length];
  const [wereOn, sentBefore] = [people.on(node.url), people.endings(1013)];
  let leftMs = 0;
  const during = async (): Promise<void> => {
    await fault.begin(on, at);
    await Promise.all([beside(), wait(faultMs)]);
    if (fault.leaves) await fact('nobody is on the node', () => people.on(node.url) === 0);
    leftMs = Date.now() - begun;
  };
  words += await people.writeDuring(during());
  expect(wereOn, fault.name).toBeGreaterThan(0);
  if (fault.leaves) expect(people.endings(1013)).toBeGreaterThan(sentBefore);
  const meanwhile = fault.strands ? null : await settled(people, false);
  if (meanwhile)
    expect(meanwhile.found, `${fault.name}: ${node.output()}${meanwhile.found.others.join('\n')}`).toEqual(
      WELL,
    );
  const [wrong, lastedMs] = [people.takenForAway().length, Date.now() - begun];
  words += await people.writeDuring(fault.end(on, at).then(() => wait(calmMs)));
  const well = await allWell(people, () => `${fault.name}: ${node.output()}`);
  const lines = node.output().slice(outputBefore);
  expect(storeLines(lines), lines).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - begun) / 60_000));
  const [calm, { ms, missing }] = [people.arrivals(calmSinceMs, sinceMs).ms, people.arrivals(sinceMs)];
  say(
    [
      `  ${fault.name} (node ${at}, ${wereOn} people on it): ${words} messages, lasted ${seconds(lastedMs)} s`,
      ...(fault.leaves ? [`left after ${seconds(leftMs)} s`] : []),
      meanwhile
        ? `all had everything ${seconds(meanwhile.ms)} s after the last word and while it lasted`
        : 'its people waited',
      `arrivals p50 ${part(ms, 0.5)} s, p99 ${part(ms, 0.99)} s, longest ${part(ms, 1)} s`,
      `before it ${part(calm, 0.5)} s, ${part(calm, 0.99)} s`,
      `${missing} by a new load`,
      `${wrong} friends were shown as away`,
      `${lines.split('\n').length - 1} lines in the log`,
      well,
    ].join('; '),
  );
  return words;
}
