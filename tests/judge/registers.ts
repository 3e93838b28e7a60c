import { those, type Done, type Operation } from './history.ts';

type Write = Done<Extract<Operation, { does: 'write' }>>;
type Read = Done<Extract<Operation, { does: 'read' }>>;

/** A write with all that read it: the first end and the last beginning among them. */
interface Zone {
  readonly value: string;
  readonly firstEnd: number;
  readonly lastBegin: number;
}

/**
 * Checks that each register behaves as if its operations ran one after another, each between its two ends. If
 * no value is written twice, this holds exactly when two conditions are met. No two zones whose first end
 * precedes their last beginning overlap, and no other zone is inside such a one (Gibbons and Korach).
 */
export function registerFaults(all: readonly Done[]): readonly string[] {
  const writes = those(all, 'write');
  const reads = those(all, 'read').filter((one) => one.outcome === 'ok');
  const names = new Set([...writes, ...reads].map((one) => one.operation.register));
  return [...names].flatMap((name) => {
    const here = <O extends Write | Read>(one: O): boolean => one.operation.register === name;
    return oneRegister(writes.filter(here), reads.filter(here)).map((fault) => `${name}: ${fault}`);
  });
}

function oneRegister(writes: readonly Write[], reads: readonly Read[]): readonly string[] {
  const faults: string[] = [];
  const byValue = new Map(writes.map((one) => [one.operation.value, one]));
  const readers = new Map<string | null, Read[]>();
  for (const read of reads) {
    const value = read.result.value ?? null;
    readers.set(value, [...(readers.get(value) ?? []), read]);
    const write = value === null ? null : byValue.get(value);
    if (write === undefined) faults.push(`${read.who} read "${value}", which nobody wrote`);
    else if (write?.outcome === 'fail') faults.push(`${read.who} read "${value}", which was refused`);
    else if (write && read.until < write.from)
      faults.push(`${read.who} read "${value}" before it was written`);
  }
  const zones = writes.flatMap((write): readonly Zone[] => {
    const mine = readers.get(write.operation.value) ?? [];
    // A write without an answer that was never read may not have happened.
    if (write.outcome === 'fail' || (write.outcome === 'unknown' && mine.length === 0)) return [];
    return [zoneOf(write.operation.value, [write, ...mine])];
  });
  // Before anything was written there was nothing.
  const before = readers.get(null) ?? [];
  if (before.length > 0) zones.push({ ...zoneOf('nothing', before), firstEnd: Number.NEGATIVE_INFINITY });
  return [...faults, ...zoneFaults(zones)];
}

const zoneOf = (value: string, parts: readonly Done[]): Zone => ({
  value,
  firstEnd: Math.min(...parts.map((one) => one.until)),
  lastBegin: Math.max(...parts.map((one) => one.from)),
});

function zoneFaults(zones: readonly Zone[]): readonly string[] {
  const faults: string[] = [];
  const [forward, backward] = [
    zones.filter((one) => one.firstEnd < one.lastBegin),
    zones.filter((one) => one.firstEnd >= one.lastBegin),
  ];
  for (const [at, one] of forward.entries()) {
    for (const other of forward.slice(at + 1)) {
      if (one.firstEnd < other.lastBegin && other.firstEnd < one.lastBegin)
        faults.push(`"${one.value}" and "${other.value}" were both there after one another`);
    }
    for (const other of backward) {
      if (one.firstEnd < other.lastBegin && other.firstEnd < one.lastBegin)
        faults.push(`"${one.value}" was there before and after "${other.value}"`);
    }
  }
  return faults;
}

/**
 * Checks that a mark is never behind the acknowledged values nor beyond the requested ones, and that no read
 * goes back.
 */
export function markFaults(all: readonly Done[]): readonly string[] {
  const [moves, reads] = [
    those(all, 'advance'),
    those(all, 'readMark').filter((one) => one.outcome === 'ok'),
  ];
  const faults: string[] = [];
  for (const read of reads) {
    const { mark } = read.operation;
    const value = read.result.mark ?? 0;
    const here = moves.filter((one) => one.operation.mark === mark);
    const least = Math.max(
      0,
      ...here.filter((one) => one.outcome === 'ok' && one.until < read.from).map((one) => one.operation.to),
    );
    const most = Math.max(
      0,
      ...here.filter((one) => one.outcome !== 'fail' && one.from < read.until).map((one) => one.operation.to),
    );
    if (value < least)
      faults.push(`${mark}: ${read.who} read ${value}, and ${least} was acknowledged before`);
    if (value > most)
      faults.push(`${mark}: ${read.who} read ${value}, and no more than ${most} was asked for`);
    const earlier = reads
      .filter((one) => one.operation.mark === mark && one.until < read.from)
      .map((one) => one.result.mark ?? 0);
    if (value < Math.max(0, ...earlier))
      faults.push(`${mark}: ${read.who} read ${value} after ${Math.max(...earlier)}`);
  }
  return faults;
}
