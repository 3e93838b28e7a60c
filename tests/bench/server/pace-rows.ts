import { beside, cpuOf, median, ours, reference, writtenBy, type Contender } from './contender.ts';
import { pairsFolder, privately, range, ROUNDS } from './cpu-rows.ts';
import { Crowd } from './crowd.ts';
import { withWords } from './people.ts';
import type { Rows } from './rows.ts';

const PEOPLE = 100;
/** Messages a second and in a round. The row `latency` has the limit of the CPU at 200 a second. */
const PACES = [
  { rate: 5, messages: 50, limits: { cpu: 1.5, kilobytes: 20 } },
  { rate: 50, messages: 400, limits: { cpu: 1.5, kilobytes: 20 } },
  { rate: 200, messages: 1_000, limits: { cpu: Infinity, kilobytes: 12 } },
] as const;
const WARM_UP = 3_000;

interface Side {
  readonly at: Contender;
  readonly crowd: Crowd;
  readonly cpu: number[];
  readonly written: number[];
}

/** Prints the bytes and the processor time of one message at a slow pace (COMMIT-10). */
export async function pace(rows: Rows): Promise<void> {
  const other = await beside(pairsFolder);
  const contenders = [
    await ours(await pairsFolder()),
    await reference(await pairsFolder()),
    ...(other ? [other] : []),
  ];
  const sides: Side[] = [];
  for (const at of contenders) {
    const crowd = new Crowd(at.url);
    await crowd.join(range(PEOPLE));
    await crowd.talk(WARM_UP, 32, privately(PEOPLE));
    if (at.name !== 'bare') await withWords(at.folder);
    sides.push({ at, crowd, cpu: [], written: [] });
  }
  const [we, bare] = sides;
  for (const { rate, messages, limits } of PACES) {
    for (const one of sides) one.cpu.length = one.written.length = 0;
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { at, crowd, cpu, written } of sides) {
        const before = { cpu: cpuOf(at.pid), written: writtenBy(at.pid) };
        await crowd.atRate(rate, messages / rate, privately(PEOPLE));
        cpu.push((cpuOf(at.pid) - before.cpu) / messages);
        written.push((writtenBy(at.pid) - before.written) / messages / 1_000);
      }
    if (!we || !bare) return;
    const rounds = `medians of ${ROUNDS} alternating rounds of ${messages}`;
    const each = (list: 'cpu' | 'written', unit: string, digits: number) =>
      [...sides.map((one) => `${one.at.name} ${median(one[list]).toFixed(digits)} ${unit}`), rounds].join(
        ', ',
      );
    rows.ratio(
      `a message at ${rate} a second: CPU against the bare server`,
      median(we.cpu) / median(bare.cpu),
      { must: limits.cpu },
      each('cpu', 'ms', 2),
    );
    rows.ratio(
      `a message at ${rate} a second: kB written`,
      median(we.written),
      { must: limits.kilobytes },
      each('written', 'kB', 1),
    );
  }
  for (const { at, crowd } of sides) {
    crowd.leave();
    await at.stop();
    rows.nothingLost(at.name, crowd.tally);
  }
}
