import { those, type Done, type Operation } from './history.ts';

type Put = Done<Extract<Operation, { does: 'put' }>>;

/** Checks that added members are in and removed ones are out. Unfinished changes allow both. */
export function setFaults(all: readonly Done[]): readonly string[] {
  const puts = those(all, 'put').filter((one) => one.outcome !== 'fail');
  const faults: string[] = [];
  for (const read of those(all, 'readSet')) {
    if (read.outcome !== 'ok') continue;
    const inside = new Set(read.result.members);
    const here = puts.filter((one) => one.operation.set === read.operation.set && one.from < read.until);
    const members = new Set([...inside, ...here.map((one) => one.operation.member)]);
    for (const member of members) {
      const mine = here.filter((one) => one.operation.member === member);
      const is = inside.has(member);
      if (!possible(mine, read.from).includes(is))
        faults.push(`${read.operation.set}: ${read.who} finds ${member} ${is ? 'inside' : 'outside'}`);
    }
  }
  return faults;
}

/** Possible results of a read that begins now: the puts that no later operation has certainly replaced. */
function possible(puts: readonly Put[], now: number): readonly boolean[] {
  const settled = puts.filter((one) => one.outcome === 'ok' && one.until < now);
  const latest = settled.reduce((from, one) => Math.max(from, one.from), Number.NEGATIVE_INFINITY);
  const matches = puts.filter((one) => one.until >= latest).map((one) => one.operation.inside);
  return settled.length === 0 ? [...matches, false] : matches;
}
