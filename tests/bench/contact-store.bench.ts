import { indexOf } from '../../src/client/state/contact-index.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import type { Contact, State } from '../../src/client/state/state.ts';
import { totalsOf } from '../../src/client/state/totals.ts';
import type { FramedEvent } from '../../src/domain/events.ts';
import { contactId, streamId, userId } from '../../src/domain/ids.ts';
import { compareContacts } from '../../src/domain/order.ts';
import { aMessage, aLast, aContact, aPosition, postedEvent, self } from '../support/contacts.ts';
import { countingOf } from '../../src/client/state/figures.ts';

/**
 * Compares the whole reducer with the minimum work of any client (LIST-11), which is making the one changed
 * contact. It also compares it with rebuilding and sorting the list, and large lists with small ones.
 */
const ROUNDS = 7;
const SIZES = [1_000, 10_000, 100_000] as const;
const EVENTS = 40_000;
const EVENTS_A_FRAME = 32;
const ROWS_IN_SIGHT = 15;
const START_MS = 1_700_000_000_000;

interface Case {
  readonly state: State;
  readonly events: readonly FramedEvent[];
}

/** A fixed sequence of numbers, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let at = seed;
  return (below) => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((at / 2 ** 32) * below);
  };
}

function listOf(size: number): readonly Contact[] {
  const pick = numbers(1);
  return Array.from({ length: size }, (_, i) => {
    const id = i + 8;
    const position = aPosition(`7-${id}`, { seq: 10, count: 10, mark: 5 + pick(6) });
    const counting = countingOf(position, 0, 0);
    const last = aLast({ n: 10, sentAtMs: START_MS - pick(1e9), from: userId(id) });
    return aContact(id, {
      stream: position.stream,
      counting,
      unread: 10 - counting.mark,
      last,
      lastSentAtMs: last.sentAtMs,
      isTop: pick(100) === 0,
      isNotice: pick(10) > 0,
    });
  });
}

/**
 * The distribution of messages. `lively`: nine of ten go to 200 active conversations, for any size of the
 * list. `alike`: all conversations are equally active. At 100,000 contacts nearly every event then misses the
 * processor's caches, and even the lower bound costs two to three times as much as at 1,000.
 */
type Talk = 'lively' | 'alike';
const LIVELY = 200;

/** Spreads neighbours over the whole list; 7,919 shares no factor with the sizes. */
const contactAt = (rank: number, size: number): number => 8 + ((rank * 7_919) % size);

function eventsFor(size: number, count: number, talk: Talk): readonly FramedEvent[] {
  const pick = numbers(2);
  const seqs = new Map<number, number>();
  return Array.from({ length: count }, (_, i) => {
    const isLively = talk === 'lively' && pick(10) > 0;
    const id = contactAt(pick(isLively ? LIVELY : size), size);
    const seq = (seqs.get(id) ?? 10) + 1;
    seqs.set(id, seq);
    const mine = pick(4) === 0;
    const message = aMessage(`message-${i}`, mine ? 7 : id, { n: seq, sentAtMs: START_MS + i * 50 });
    return {
      event: postedEvent(id, message),
      place: { stream: streamId(`7-${id}`), seq },
      atSec: 1_700_000_000,
    };
  });
}

function caseOf(size: number, talk: Talk): Case {
  const contacts = indexOf(listOf(size));
  const state: State = {
    ...EMPTY,
    self,
    contacts,
    totals: totalsOf(contacts, 0),
    sync: { ...EMPTY.sync, ready: true },
  };
  return { state, events: eventsFor(size, EVENTS, talk) };
}

/** Events per second of processor time. */
function rate(count: number, work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (count / Math.max(1, user + system)) * 1e6;
}

/** Only the changed contact, in a plain map: what no design can avoid. */
function floor({ state, events }: Case): number {
  const contacts = new Map<string, Contact>();
  for (const contact of state.contacts) contacts.set(contact.id, contact);
  return rate(events.length, () => {
    for (const { event } of events) {
      if (event.type !== 'messagePosted') continue;
      const was = contacts.get(event.to);
      if (!was) continue;
      const { message } = event;
      const mine = message.from.id === 7;
      contacts.set(was.id, {
        ...was,
        last: {
          n: message.n,
          type: message.type,
          content: message.content,
          sentAtMs: message.sentAtMs,
          note: message.note,
          from: message.from.id,
          id: message.id,
        },
        lastSentAtMs: message.sentAtMs,
        unread: was.unread + (mine ? 0 : 1),
      });
    }
  });
}

function whole({ state, events }: Case): number {
  // Its own index: what other rounds did to it is not part of this one.
  let now: State = { ...state, contacts: state.contacts.apart() };
  now.contacts.get(contactId(0));
  return rate(events.length, () => {
    let [count, seen] = [0, 0];
    for (const framed of events) {
      now = reduce(now, { kind: 'server', framed, origin: 'live' }).state;
      if (++count % EVENTS_A_FRAME !== 0) continue;
      // The list is read as a screen reads it: the rows in sight, once per frame.
      for (let i = 0; i < ROWS_IN_SIGHT; i++) seen += now.contacts.at(i)?.unread ?? 0;
    }
    if (seen === 0) throw new Error('nothing was read');
  });
}

/** A plain list that is built and sorted again for every event. */
function rebuilt({ state, events }: Case, count: number): number {
  let list = [...state.contacts];
  return rate(count, () => {
    for (const { event } of events.slice(0, count)) {
      if (event.type !== 'messagePosted') continue;
      const { message, to } = event;
      list = list.map((one) =>
        one.id === to ? { ...one, lastSentAtMs: message.sentAtMs, unread: one.unread + 1 } : one,
      );
      list.sort(compareContacts);
    }
  });
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const TALK = { lively: '200 lively ones', alike: 'all talk alike' } as const;

/** Floor and reducer in turn, so that what else the machine does meets both. */
function measured(one: Case): { readonly floor: number; readonly whole: number } {
  const [floors, wholes]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(floor(one));
    wholes.push(whole(one));
  }
  return { floor: median(floors), whole: median(wholes) };
}

const growth = (of: ReadonlyMap<number, number>): number => (of.get(1_000) ?? 0) / (of.get(100_000) ?? 1);

export function run(): readonly string[] {
  const over: string[] = [];
  const print = (line: string, holds: boolean): void => {
    console.log(`  ${line}`);
    if (!holds) over.push(line);
  };
  const rates = { lively: new Map<number, number>(), alike: new Map<number, number>() };
  for (const talk of ['lively', 'alike'] as const) {
    for (const size of SIZES) {
      const match = measured(caseOf(size, talk));
      rates[talk].set(size, match.whole);
      const share = match.whole / match.floor;
      const line = `${size} contacts, ${TALK[talk]}: ${Math.round(match.whole)} events per CPU second, ${share.toFixed(2)} of the floor (must 0.125, aim 0.5)`;
      print(line, share >= 0.125);
    }
  }
  const ten = caseOf(10_000, 'lively');
  const rebuilds = Array.from({ length: 5 }, () => rebuilt(ten, 300));
  const against = (rates.lively.get(10_000) ?? 0) / median(rebuilds);
  print(`10000 contacts: ${Math.round(against)} times rebuild and sort (must 100)`, against >= 100);
  print(
    `cost of an event at 100000 against 1000, ${TALK.lively}: ${growth(rates.lively).toFixed(2)} (must 2.5, aim 1.5)`,
    growth(rates.lively) <= 2.5,
  );
  print(`the same, ${TALK.alike}: ${growth(rates.alike).toFixed(2)} (for comparison; see the floor)`, true);
  return over;
}
