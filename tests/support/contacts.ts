import type { ContactFacts, ContactPosition, GroupFacts } from '../../src/domain/contact.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import type { FramedEvent, Place, SelfFacts, ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { LastMessage, Message, Outgoing } from '../../src/domain/message.ts';
import type { Input } from '../../src/client/state/effects.ts';
import { EMPTY, minimalContact } from '../../src/client/state/empty.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import { effectsOf, reduce } from '../../src/client/state/reduce.ts';
import { SEQUENCE_START } from '../../src/client/state/sequence-start.ts';
import type { Contact, OutboxItem, State } from '../../src/client/state/state.ts';
import { turn } from '../../src/client/state/turn.ts';
import type { SyncFacts } from '../../src/wire/down/sync.ts';

/** Builders of what the client's store takes and holds; every one takes what the test is about. */
export const self: SelfFacts = {
  id: userId(7),
  account: 'seven',
  realname: 'Seven',
  avatar: '',
  email: '',
  motto: '',
  sex: 2,
  isAuth: false,
  role: 0,
};

export const aContact = (id: string | number, parts: Partial<Contact> = {}): Contact => ({
  ...minimalContact(contactId(id), String(id).startsWith('group-') ? 'group' : 'person'),
  ...parts,
});

export const aPosition = (stream: string, parts: Partial<ContactPosition> = {}): ContactPosition => ({
  stream: streamId(stream),
  seq: 0,
  count: 0,
  mark: 0,
  own: 0,
  mentionMark: 0,
  hiddenTo: 0,
  peerMark: 0,
  ...parts,
});

/** A group as one of its members sees it. */
export const aGroup = (parts: Partial<GroupFacts> = {}): GroupFacts => ({
  ownerId: userId(7),
  role: 3,
  setting: DEFAULT_GROUP_SETTING,
  notice: '',
  mutedUntilSec: 0,
  members: 3,
  ...parts,
});

export const facts = (id: string | number, parts: Partial<ContactFacts> = {}): ContactFacts => ({
  id: contactId(id),
  kind: String(id).startsWith('group-') ? 'group' : 'person',
  displayName: `Name ${id}`,
  realname: `Name ${id}`,
  account: '',
  avatar: '',
  namePy: '',
  index: 'N',
  isTop: false,
  isNotice: true,
  isOnline: false,
  last: null,
  lastSentAtMs: 0,
  unread: 0,
  mentions: 0,
  group: String(id).startsWith('group-') ? aGroup() : null,
  position: null,
  ...parts,
});

export const aLast = (parts: Partial<LastMessage> = {}): LastMessage => ({
  n: null,
  type: 'text',
  content: 'hi',
  sentAtMs: 1_000,
  note: null,
  from: userId(9),
  id: null,
  ...parts,
});

export function aMessage(id: string, from: number, parts: Partial<Message> = {}): Message {
  return {
    id: messageId(id),
    msgId: msgId(parts.n ?? 1),
    n: null,
    type: 'text',
    content: `text ${id}`,
    sentAtMs: 1_700_000_000_000,
    from: by(from, `Name ${from}`),
    role: 3,
    at: [],
    quote: null,
    note: null,
    extra: null,
    recalled: false,
    isRead: false,
    file: null,
    ...parts,
  };
}

/** 2026-03-02 08:00 UTC, a Monday. */
export const MORNING = Date.UTC(2026, 2, 2, 8);

/** A text message of person 2, number `n`, `n` seconds after eight. */
export const message = (n: number, change: Partial<Message> = {}): Message =>
  aMessage(`m${n}`, 2, {
    n,
    content: `text ${n}`,
    sentAtMs: MORNING + n * 1_000,
    from: by(2, 'Two'),
    ...change,
  });

export const by = (id: number, name = `Person ${id}`): Message['from'] => ({
  id: userId(id),
  displayName: name,
  realname: name,
  avatar: '',
});

export function waiting(
  id: string,
  change: Partial<OutboxItem> = {},
  content: Partial<Outgoing> = {},
): OutboxItem {
  return {
    message: {
      id: messageId(id),
      to: contactId(2),
      type: 'text',
      content: id,
      at: [],
      quote: null,
      extra: null,
      createdAtMs: MORNING + 60_000,
      ...content,
    },
    status: 'sending',
    reason: null,
    ...change,
  };
}

export const place = (stream: string, seq: number): Place => ({ stream: streamId(stream), seq });

export const framed = (event: ServerEvent, at: Place = null): FramedEvent => ({
  event,
  place: at,
  atSec: 1_700_000_000,
});

export const postedEvent = (
  to: string | number,
  message: Message,
  contact: ContactFacts | null = null,
): ServerEvent => ({
  type: 'messagePosted',
  to: contactId(to),
  toUser: null,
  inGroup: String(to).startsWith('group-'),
  message,
  contact,
});

export const server = (
  event: ServerEvent,
  at: Place = null,
  origin: 'live' | 'catchUp' | 'replay' = 'live',
): Input => ({ kind: 'server', framed: framed(event, at), origin });

export const local = (event: LocalEvent): Input => ({ kind: 'local', event });

/** Signed in as 7 with these conversations. */
export const signedIn = (contacts: readonly ContactFacts[] = [], parts: Partial<State> = {}): State =>
  run(
    { ...EMPTY, self, ...parts },
    local({ type: 'contactsLoaded', contacts, epoch: 'e', cursor: 'c', selfSeq: 0, applications: 0 }),
  ).state;

export function run(state: State, ...inputs: readonly Input[]) {
  let next = state;
  const effects = [];
  for (const input of inputs) {
    const reduced = reduce(next, input);
    next = reduced.state;
    effects.push(
      ...(input.kind === 'local' ? reduced.effects : effectsOf(input.origin, next, reduced.effects)),
    );
  }
  return { state: next, effects };
}

/** An answer of `sync` that holds these frames and nothing else. */
export const syncAnswer = (frames: readonly FramedEvent[], parts: Partial<SyncFacts> = {}): SyncFacts => ({
  epoch: 'e',
  cursor: null,
  more: false,
  full: false,
  frames,
  resync: [],
  config: null,
  online: null,
  applications: null,
  profiles: [],
  blocked: [],
  errors: [],
  ...parts,
});

/** Applies frames that the client missed, in the way a page does. */
export function caughtUp(state: State, frames: readonly FramedEvent[]) {
  const op = { kind: 'synced', answer: syncAnswer(frames) } as const;
  const { core, effects } = turn({ state, sequencer: SEQUENCE_START }, op, 0);
  return { state: core.state, effects };
}
