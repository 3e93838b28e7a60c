import type { ContactId } from '../../domain/ids.ts';
import type { LastMessage, Message } from '../../domain/message.ts';
import type { Input } from './effects.ts';
import type { Conversation, State } from './state.ts';

/**
 * A message, or a list row's copy of one, with its location: they determine what a clearing erases from the
 * log (STREAM-4).
 */
interface Held {
  readonly where: string;
  readonly message: Pick<Message, 'id' | 'n'> & Partial<Pick<Message, 'msgId' | 'quote' | 'root'>>;
}

/** The first one of all that lines and states hold. */
export function find(
  inputs: readonly Input[],
  states: readonly State[],
  is: (held: Held) => boolean,
): Held | undefined {
  for (const input of inputs) {
    const held = heldBy(input).find(is);
    if (held) return held;
  }
  for (const state of states) {
    const held = heldIn(state).find(is);
    if (held) return held;
  }
  return undefined;
}

interface HeldWindow {
  readonly id: ContactId;
  readonly chunks: Conversation['chunks'];
  readonly early?: Conversation['early'];
  readonly thread?: Conversation['thread'];
}
const ofWindow = ({ id, chunks, early = [], thread }: HeldWindow): readonly Held[] => [
  ...[...chunks.flat(), ...early].map((message) => ({ where: id, message })),
  ...(thread ? [...ofWindow(thread.first), ...ofWindow(thread.answers)] : []),
];
interface HeldRow {
  readonly id: ContactId;
  readonly last: LastMessage | null;
}
const ofRow = ({ id, last }: HeldRow): readonly Held[] =>
  last?.id ? [{ where: id, message: { id: last.id, n: last.n } }] : [];

const heldIn = ({ conversations, contacts }: State): readonly Held[] => [
  ...[...conversations.values()].flatMap(ofWindow),
  ...[...contacts].flatMap(ofRow),
];

function heldBy(input: Input): readonly Held[] {
  if (input.kind === 'server') {
    const { event, place } = input.framed;
    if (event.type === 'messagePosted')
      return [
        { where: place?.stream ?? event.to, message: event.message },
        ...(event.contact ? ofRow(event.contact) : []),
      ];
    const where = 'conversation' in event ? (event.conversation ?? place?.stream) : null;
    if (!where) return [];
    // Changes of a message, and a message that became the last one, may be recorded only here.
    const changed = event.type === 'messageEdited' || event.type === 'messageReacted' ? event : null;
    const last = 'last' in event ? event.last : null;
    return [changed, last].flatMap((line) =>
      line?.id ? [{ where, message: { id: line.id, n: line.n } }] : [],
    );
  }
  const { event } = input;
  if (event.type === 'pageLoaded' || event.type === 'threadLoaded') {
    const first = event.type === 'threadLoaded' && event.first ? [event.first] : [];
    return [...first, ...event.messages].map((message) => ({ where: event.conversation, message }));
  }
  if (event.type === 'restored')
    return [...event.snapshot.windows.flatMap(ofWindow), ...event.snapshot.contacts.flatMap(ofRow)];
  if (event.type === 'contactsLoaded') return event.contacts.flatMap(ofRow);
  return (event.type === 'contactResynced' || event.type === 'contactLoaded') && event.contact
    ? ofRow(event.contact)
    : [];
}
