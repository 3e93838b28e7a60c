import { contactView } from '../../src/client/state/contact-view.ts';
import { messagesOf, readByPartner } from '../../src/client/state/chat-selectors.ts';
import { messagePinsOf } from '../../src/client/state/message-pin-selectors.ts';
import { lastSpeaker, nameOf } from '../../src/client/state/selectors.ts';
import type { State } from '../../src/client/state/state.ts';
import { userId } from '../../src/domain/ids.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import type { EventNote, Message } from '../../src/domain/message.ts';
import type { Tab } from '../devices/device.ts';
import type { Called } from '../oracle/called.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { expectedTold } from '../oracle/shown.ts';
import { chatOf, partners } from '../oracle/state.ts';

/** Facts about users: their actions, and their names over time. */
interface NameFacts {
  readonly oracle: Oracle;
  readonly called: Called;
}

/** Names shown beside messages, pins and last messages, and the partner's read state (SIM-34). */
export const besideFaults = (
  known: NameFacts,
  me: number,
  tab: Pick<Tab, 'name' | 'state'>,
): readonly string[] => {
  const state = tab.state();
  const inChats = [...state.conversations.keys()].flatMap((id) => {
    const chat = chatOf(me, id);
    if (chat === null || chat === 'notice' || (chat !== `u${me}` && !known.oracle.seat(me, chat))) return [];
    const { first, answers } = state.conversations.get(id)?.thread ?? {};
    const lines = [
      ...messagesOf(state, id).flatMap((item) => (item.kind === 'message' ? [item.message] : [])),
      ...[first, answers].flatMap((part) => part?.chunks.flat() ?? []),
    ];
    return [
      ...lines.flatMap((line) => [...nameFaults(known, me, state, line), ...noteFaults(known, line.note)]),
      ...pinnerFaults(known, me, state, id),
      ...lines.flatMap((line) => tickFaults(known, me, state, id, line)),
    ].map((text) => `${id}: ${text}`);
  });
  return [...inChats, ...rowFaults(known, me, state)].map((text) => `${tab.name}, ${text}`);
};

/** Null: any name may be shown. */
const isNone = (names: Iterable<string> | null, shown: string): boolean =>
  names !== null && ![...names].includes(shown);

const wrong = (what: string, shown: string, names: Iterable<string> | null): string =>
  `${what} is called ${shown}, the oracle says ${[...(names ?? [])].join(' or ')}`;

function nameFaults(
  { oracle, called }: NameFacts,
  me: number,
  state: State,
  { n, from }: Message,
): readonly string[] {
  const names = called.beside(oracle, me, from.id);
  const shownName = nameOf(state, from);
  return isNone(names, shownName) ? [wrong(`the author of ${n}`, shownName, names)] : [];
}

/** A system line shows names as they were at its time. */
function noteFaults({ called }: NameFacts, note: EventNote | null): readonly string[] {
  if (note === null || note.note === 'friends') return [];
  const people: readonly (readonly [number, string])[] = [
    [note.by, note.name],
    ...(note.note === 'joined' ? note.users.map((user, at) => [user, note.names[at] ?? ''] as const) : []),
  ];
  return people.flatMap(([person, shown]) => {
    const names = called.ever(person);
    return isNone(names, shown) ? [wrong(`${person} in a line of ${note.note}`, shown, names)] : [];
  });
}

/** The line above a pinned message names the user who pinned it. */
function pinnerFaults(
  { oracle, called }: NameFacts,
  me: number,
  state: State,
  id: ContactId,
): readonly string[] {
  return messagePinsOf(state, id).flatMap(({ n, by, byName }) => {
    if (by === me) return [];
    const shownName = nameOf(state, { id: by, displayName: byName, realname: byName, avatar: '' });
    const now = called.beside(oracle, me, by);
    const names =
      now && (now.length === 1 && state.contacts.has(personIn(by)) ? now : [...now, ...called.ever(by)]);
    return isNone(names, shownName) ? [wrong(`who pinned ${n}`, shownName, names)] : [];
  });
}

const personIn = (person: number): ContactId => String(person) as ContactId;

/** Own messages in a one-to-one chat show whether the partner's read receipt arrived (READBY-3). */
function tickFaults(
  { oracle }: NameFacts,
  me: number,
  state: State,
  id: ContactId,
  line: Message,
): readonly string[] {
  const chat = chatOf(me, id) ?? '';
  if (line.from.id !== me || line.recalled || line.note !== null || partners(chat) === null) return [];
  const [shown, told] = [readByPartner(contactView(state, id), line), expectedTold(oracle, me, chat)];
  const isTold = (line.n ?? 0) <= told;
  return shown === isTold
    ? []
    : [`${line.n} is ${shown ? 'read' : 'not read'}, and up to ${told} they have told it`];
}

/** The same for list rows: the sender of a group's last message, and read receipts of own messages. */
function rowFaults({ oracle, called }: NameFacts, me: number, state: State): readonly string[] {
  return [...state.contacts].flatMap((contact) => {
    const { id, kind, last, counting } = contact;
    const chat = chatOf(me, id);
    if (chat === null || last === null || last.from === null || !oracle.seat(me, chat)) return [];
    if (kind === 'group') {
      const [shown, names] = [lastSpeaker(state, contact), called.beside(oracle, me, last.from)];
      return shown !== '' && isNone(names, shown) ? [`${id}: ${wrong('who spoke last', shown, names)}`] : [];
    }
    if (kind !== 'person' || last.from !== userId(me) || last.n === null) return [];
    const [shown, told] = [last.n <= counting.peerMark, expectedTold(oracle, me, chat)];
    return shown === last.n <= told
      ? []
      : [`${id}: the last words are ${shown ? 'read' : 'not read'}, and up to ${told} they have told it`];
  });
}
