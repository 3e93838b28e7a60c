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
import { expectedReadMark } from '../oracle/shown.ts';
import { chatOf, partners } from '../oracle/state.ts';

/** Facts about users: their actions, and their names over time. */
interface NameFacts {
  readonly oracle: Oracle;
  readonly nameHistory: Called;
}

/** Names shown beside messages, pins and last messages, and the partner's read state (SIM-34). */
export const besideFaults = (
  facts: NameFacts,
  me: number,
  tab: Pick<Tab, 'name' | 'state'>,
): readonly string[] => {
  const state = tab.state();
  const inChats = [...state.conversations.keys()].flatMap((id) => {
    const chat = chatOf(me, id);
    if (chat === null || chat === 'notice' || (chat !== `u${me}` && !facts.oracle.seat(me, chat))) return [];
    const { first, answers } = state.conversations.get(id)?.thread ?? {};
    const lines = [
      ...messagesOf(state, id).flatMap((item) => (item.kind === 'message' ? [item.message] : [])),
      ...[first, answers].flatMap((part) => part?.chunks.flat() ?? []),
    ];
    return [
      ...lines.flatMap((line) => [...nameFaults(facts, me, state, line), ...noteFaults(facts, line.note)]),
      ...pinnerFaults(facts, me, state, id),
      ...lines.flatMap((line) => tickFaults(facts, me, state, id, line)),
    ].map((text) => `${id}: ${text}`);
  });
  return [...inChats, ...rowFaults(facts, me, state)].map((text) => `${tab.name}, ${text}`);
};

/** Null: any name may be shown. */
const isNone = (names: Iterable<string> | null, name: string): boolean =>
  names !== null && ![...names].includes(name);

const wrong = (what: string, actual: string, names: Iterable<string> | null): string =>
  `${what} is called ${actual}, the oracle says ${[...(names ?? [])].join(' or ')}`;

function nameFaults(
  { oracle, nameHistory }: NameFacts,
  me: number,
  state: State,
  { n, from }: Message,
): readonly string[] {
  const names = nameHistory.beside(oracle, me, from.id);
  const name = nameOf(state, from);
  return isNone(names, name) ? [wrong(`the author of ${n}`, name, names)] : [];
}

/** A system line shows names as they were at its time. */
function noteFaults({ nameHistory }: NameFacts, note: EventNote | null): readonly string[] {
  if (note === null || !('by' in note)) return [];
  const people: readonly (readonly [number, string])[] = [
    [note.by, note.name],
    ...(note.note === 'joined' ? note.users.map((user, at) => [user, note.names[at] ?? ''] as const) : []),
  ];
  return people.flatMap(([person, actual]) => {
    const names = nameHistory.ever(person);
    return isNone(names, actual) ? [wrong(`${person} in a line of ${note.note}`, actual, names)] : [];
  });
}

/** The line above a pinned message names the user who pinned it. */
function pinnerFaults(
  { oracle, nameHistory }: NameFacts,
  me: number,
  state: State,
  id: ContactId,
): readonly string[] {
  return messagePinsOf(state, id).flatMap(({ n, by, byName }) => {
    if (by === me) return [];
    const name = nameOf(state, { id: by, displayName: byName, realname: byName, avatar: '' });
    const now = nameHistory.beside(oracle, me, by);
    const names =
      now && (now.length === 1 && state.contacts.has(personIn(by)) ? now : [...now, ...nameHistory.ever(by)]);
    return isNone(names, name) ? [wrong(`who pinned ${n}`, name, names)] : [];
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
  const [actual, expected] = [
    readByPartner(contactView(state, id), line),
    expectedReadMark(oracle, me, chat),
  ];
  const isShared = (line.n ?? 0) <= expected;
  return actual === isShared
    ? []
    : [`${line.n} is ${actual ? 'read' : 'not read'}, and up to ${expected} they have told it`];
}

/** The same for list rows: the sender of a group's last message, and read receipts of own messages. */
function rowFaults({ oracle, nameHistory }: NameFacts, me: number, state: State): readonly string[] {
  return [...state.contacts].flatMap((contact) => {
    const { id, kind, last, counting } = contact;
    const chat = chatOf(me, id);
    if (chat === null || last === null || last.from === null || !oracle.seat(me, chat)) return [];
    if (kind === 'group') {
      const [actual, names] = [lastSpeaker(state, contact), nameHistory.beside(oracle, me, last.from)];
      return actual !== '' && isNone(names, actual)
        ? [`${id}: ${wrong('who spoke last', actual, names)}`]
        : [];
    }
    if (kind !== 'person' || last.from !== userId(me) || last.n === null) return [];
    const [isRead, expected] = [last.n <= counting.peerMark, expectedReadMark(oracle, me, chat)];
    return isRead === last.n <= expected
      ? []
      : [`${id}: the last words are ${isRead ? '' : 'not '}read, and up to ${expected} they have told it`];
  });
}
