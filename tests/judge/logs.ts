import { those, type Done, type LogRow, type Operation } from './history.ts';

type Send = Done<Extract<Operation, { does: 'send' }>>;
type Read = Done<Extract<Operation, { does: 'readLog' }>>;

/**
 * Checks that no acknowledged message is lost or doubled, and that all readers see one order, consistent with
 * real time.
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
  const allNames = new Set(sends.map((one) => one.operation.id));
  for (const send of sends)
    if (send.result.n !== undefined) place(send.operation.id, send.result.n, `answer to ${send.who}`);
  for (const read of reads) {
    for (const { id, n } of rowsOf(read)) place(id, n, `reading of ${read.who}`);
    faults.push(...readingFaults(read, sends, allNames));
  }
  return [...faults, ...orderFaults(sends, placeOf), ...removalFaults(reads)];
}

const rowsOf = (read: Read): readonly LogRow[] => read.result.rows ?? [];

/** Checks a single read: no gaps, no duplicates, all earlier acknowledged messages, and nothing invented. */
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

/** Checks that a message acknowledged before another request precedes it. */
function orderFaults(sends: readonly Send[], places: ReadonlyMap<string, number>): readonly string[] {
  const placed = sends.flatMap((one) => {
    const n = places.get(one.operation.id);
    return n === undefined ? [] : [{ n, one }];
  });
  const faults: string[] = [];
  // Goes through the messages by ordinal. A message must not end before the latest begin of the preceding
  // ones.
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

/** Checks that a later read, by any user, contains everything that an earlier read contained. */
function removalFaults(reads: readonly Read[]): readonly string[] {
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
