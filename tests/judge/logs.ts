import { those } from './history.ts';
import type { Done, LogRow, Operation } from './history.ts';

type Send = Done<Extract<Operation, { does: 'send' }>>;
type Read = Done<Extract<Operation, { does: 'readLog' }>>;

/**
 * Nothing acknowledged is lost, nothing is there twice, all readers see one order, which is that of real
 * time.
 */
export function logFaults(all: readonly Done[]): readonly string[] {
  const sends = those(all, 'send');
  const reads = those(all, 'readLog').filter((one) => one.outcome === 'ok');
  const chats = new Set([...sends, ...reads].map((one) => one.operation.chat));
  return [...chats].flatMap((chat) => {
    const inChat = <O extends Send | Read>(one: O): boolean => one.operation.chat === chat;
    return chatFaults(sends.filter(inChat), reads.filter(inChat)).map((fault) => `${chat}: ${fault}`);
  });
}

function chatFaults(sends: readonly Send[], reads: readonly Read[]): readonly string[] {
  const faults: string[] = [];
  const places = new Map<number, string>();
  const placeOf = new Map<string, number>();
  const place = (id: string, n: number, where: string): void => {
    const [known, at] = [places.get(n), placeOf.get(id)];
    if (known !== undefined && known !== id) faults.push(`${where}: place ${n} is ${id}, and was ${known}`);
    if (at !== undefined && at !== n) faults.push(`${where}: ${id} is at ${n}, and was at ${at}`);
    places.set(n, id);
    placeOf.set(id, n);
  };
  const known = new Set(sends.map((one) => one.operation.id));
  for (const send of sends)
    if (send.result.n !== undefined) place(send.operation.id, send.result.n, `answer to ${send.who}`);
  for (const read of reads) {
    for (const { id, n } of rowsOf(read)) place(id, n, `reading of ${read.who}`);
    faults.push(...readingFaults(read, sends, known));
  }
  return [...faults, ...orderFaults(sends, placeOf), ...goneFaults(reads)];
}

const rowsOf = (read: Read): readonly LogRow[] => read.result.rows ?? [];

/**
 * One reading by itself: without gaps and doubles, with all that was acknowledged before it and nothing
 * invented.
 */
function readingFaults(read: Read, sends: readonly Send[], known: ReadonlySet<string>): readonly string[] {
  const faults: string[] = [];
  const rows = rowsOf(read);
  const ids = new Set<string>();
  let last = read.operation.above;
  for (const { id, n } of rows) {
    if (ids.has(id)) faults.push(`reading of ${read.who}: ${id} is there twice`);
    if (n !== last + 1) faults.push(`reading of ${read.who}: ${n} follows ${last}`);
    ids.add(id);
    last = n;
  }
  for (const send of sends) {
    const { id } = send.operation;
    if (ids.has(id)) {
      if (send.outcome === 'fail') faults.push(`reading of ${read.who}: ${id} was refused`);
      if (send.from > read.until) faults.push(`reading of ${read.who}: ${id} was not sent yet`);
    } else if (
      send.outcome === 'ok' &&
      send.until < read.from &&
      (send.result.n ?? Number.POSITIVE_INFINITY) > read.operation.above
    ) {
      faults.push(`reading of ${read.who}: ${id} was acknowledged before, and is not there`);
    }
  }
  for (const { id, event } of rows)
    if (event !== true && !known.has(id)) faults.push(`reading of ${read.who}: nobody sent ${id}`);
  return faults;
}

/** What was acknowledged before something else was asked for comes before it. */
function orderFaults(sends: readonly Send[], places: ReadonlyMap<string, number>): readonly string[] {
  const placed = sends.flatMap((one) => {
    const n = places.get(one.operation.id);
    return n === undefined ? [] : [{ n, one }];
  });
  const faults: string[] = [];
  // In order of place; the latest beginning so far must not be after an end that comes later in the order.
  let latest: (typeof placed)[number] | null = null;
  for (const next of placed.toSorted((a, b) => a.n - b.n)) {
    if (latest && next.one.outcome === 'ok' && next.one.until < latest.one.from)
      faults.push(
        `${next.one.operation.id} was acknowledged before ${latest.one.operation.id} was sent, and comes after it`,
      );
    if (!latest || next.one.from > latest.one.from) latest = next;
  }
  return faults;
}

/** What a reading has seen, a later one sees, whoever reads. */
function goneFaults(reads: readonly Read[]): readonly string[] {
  const faults: string[] = [];
  for (const early of reads) {
    const newest = rowsOf(early).at(-1)?.n ?? 0;
    for (const late of reads) {
      if (late.from <= early.until || newest <= late.operation.above) continue;
      if ((rowsOf(late).at(-1)?.n ?? 0) < newest)
        faults.push(`reading of ${late.who}: ends before place ${newest}, which ${early.who} had read`);
    }
  }
  return faults;
}
