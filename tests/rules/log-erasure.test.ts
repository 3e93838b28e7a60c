import { describe, expect, it } from 'vitest';
import type { Input } from '../../src/client/state/effects.ts';
import { EventLog, importScript, replay } from '../../src/client/state/log.ts';
import { snapshotOf } from '../../src/client/state/snapshot-changes.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { LastMessage, Message } from '../../src/domain/message.ts';
import { aLast, aMessage, aPosition, facts, local, postedEvent, run, server } from '../support/contacts.ts';
import { at, GROUP, pageAsked, pageOf, said, start } from '../support/one-group.ts';

/** Message 1 is removed, message 2 stays, message 8 does not exist. */
const id = (n: number) => messageId(`m${n}`);
const call = (n: number) => ({ conversation: GROUP, id: id(n), msgId: msgId(n), n });
const words = (n: number) => (n === 1 ? 'former words' : `kept words ${n}`);
const card = (n: number) => ({
  url: `https://example.org/${n}`,
  title: n === 1 ? 'former card' : `kept card ${n}`,
  text: '',
  site: 'example.org',
  picture: null,
});
const message = (n: number, parts: Partial<Message> = {}) =>
  aMessage(`m${n}`, 9, { n, msgId: msgId(n), content: words(n), link: card(n), ...parts });
const [first, second] = [message(1), message(2)];
const both = [first, second];
const last = (n: number): LastMessage => aLast({ n, id: id(n), content: words(n) });
/** The caption of a file that the list names. */
const lastOfFile = (n: number): LastMessage =>
  aLast({ n, id: id(n), type: 'image', content: `${n}.png`, caption: words(n) });
const row = (n: number, of = last) => ({
  ...facts(GROUP, { position: aPosition('group-3', { count: 2 }) }),
  last: of(n),
});
const list = (n: number, of = last) =>
  local({
    type: 'contactsLoaded',
    contacts: [facts(9), row(n, of)],
    epoch: 'e',
    cursor: 'c',
    selfSeq: 0,
    applications: 0,
  });
const quoting = (n: number) => ({
  msgId: msgId(n),
  content: `Nine：${words(n)}`,
  userId: userId(9),
  realname: 'Nine',
});
const item = (n: number, parts: object = {}) => ({
  message: {
    id: id(n),
    to: GROUP,
    type: 'text' as const,
    content: words(n),
    at: [],
    quote: null,
    extra: null,
    createdAtMs: 1,
    ...parts,
  },
  status: 'queued' as const,
  reason: null,
});
const pendingChange = (n: number) =>
  ({
    register: 'edit',
    conversation: id(n),
    value: { op: `press ${n}`, to: GROUP, content: words(n), line: words(n), at: [] },
  }) as const;
const reacted = (n: number): ServerEvent => ({
  type: 'messageReacted',
  conversation: GROUP,
  id: id(n),
  n,
  author: userId(7),
  at: n,
  counts: [[n === 1 ? 'former sign' : 'kept sign', 1]],
  chosen: [[userId(9), [n === 1 ? 'former sign' : 'kept sign']]],
  added: { user: userId(9), name: 'Nine', emoji: n === 1 ? 'former sign' : 'kept sign' },
});
const polled = (n: number): ServerEvent => ({
  type: 'pollChanged',
  conversation: GROUP,
  id: id(n),
  at: n,
  counts: [n === 1 ? 111_111 : 222_222],
  voters: n === 1 ? 111_111 : 222_222,
  closed: false,
  mine: [n === 1 ? 111_111 : 222_222],
});
const previewed = (n: number, link: Message['link'] | null = card(n)): ServerEvent => ({
  type: 'messagePreviewed',
  conversation: GROUP,
  id: id(n),
  link: link ?? null,
});
const edited = (n: number, content: string, rev: number, last?: LastMessage): ServerEvent => ({
  type: 'messageEdited',
  ...call(n),
  author: userId(9),
  was: [],
  mentioned: [],
  words: { content, rev },
  last,
});
const makeRemoval = (n: number) => ({ ...call(n), mentioned: [], author: userId(9) });
const recalled = (n: number, last: LastMessage | null = null): ServerEvent => ({
  type: 'messageRecalled',
  ...makeRemoval(n),
  by: userId(9),
  byName: 'Nine',
  byManager: false,
  content: 'taken back',
  isLast: false,
  last,
});
const deleted = (n: number, last: LastMessage | null = null): ServerEvent => ({
  type: 'messageDeleted',
  ...makeRemoval(n),
  last,
});
const updated = (n: number): ServerEvent => ({
  type: 'messageUpdated',
  conversation: GROUP,
  id: id(n),
  content: words(n),
  extra: { said: n === 1 ? 'former sign' : 'kept sign' },
});
const thread = { conversation: GROUP, root: 1, which: 'first' } as const;
const threadAsked = [
  local({ type: 'threadOpened', conversation: GROUP, root: 1 }),
  local({ type: 'threadRequested', ...thread }),
];
const threadOf = (first: Message | null, messages: readonly Message[]) =>
  local({ type: 'threadLoaded', ...thread, first, messages, complete: true, follows: false });
const pinsOf = (numbers: readonly number[]) =>
  local({
    type: 'messagePinsLoaded',
    conversation: GROUP,
    seq: 3,
    list: numbers.map((n) => ({
      id: id(n),
      msgId: msgId(n),
      n,
      seq: n,
      by: userId(9),
      byName: 'Nine',
      atMs: 0,
      afterN: 2,
      rev: 0,
    })),
  });
const snapshot = snapshotOf(run(start(), list(1), pageOf(both)).state) ?? expect.fail('nothing to keep');

type Way = readonly [way: string, inputs: readonly Input[]];
const way = (name: string, ...inputs: readonly Input[]): Way => [name, inputs];
/** Every way in which words, cards and what others put under a message come to a device. */
const WAYS: readonly Way[] = [
  way('a page', pageOf(both)),
  way('posts', pageOf([]), said(1, message(1)), said(2, message(2))),
  way('posts with their row', server(postedEvent(GROUP, message(1), row(1)), at(1)), said(2, message(2))),
  way(
    'a post with another row',
    server(postedEvent(GROUP, message(2), row(1)), at(1)),
    server(postedEvent(GROUP, message(3), row(2)), at(2)),
  ),
  way('the first of a thread', pageOf([]), ...threadAsked, threadOf(first, [message(2, { root: 1 })])),
  way('answers of a thread', pageOf([]), ...threadAsked, threadOf(null, both)),
  way('quotes', pageOf([message(2, { quote: quoting(1) }), message(3, { quote: quoting(2) })])),
  way('the list', list(2), list(1)),
  way('the list, with a file', list(2, lastOfFile), list(1, lastOfFile)),
  ...[row(1), row(1, lastOfFile)].map((contact) =>
    way('a row', local({ type: 'contactResynced', stream: streamId('group-3'), contact }), pageOf([second])),
  ),
  way('an unknown row', local({ type: 'contactLoaded', contact: row(1) }), pageOf([second])),
  way('what was kept', local({ type: 'restored', snapshot })),
  way('a recall of another line', server(recalled(3, last(1)), at(4)), server(recalled(4, last(2)), at(5))),
  way('a deletion of another line', server(deleted(3, last(1)), at(4)), server(deleted(4, last(2)), at(5))),
  way(
    'an edit of another line',
    server(edited(3, 'x', 1, last(1)), at(4)),
    server(edited(4, 'x', 1, last(2)), at(5)),
  ),
  way('edits', pageOf(both), server(edited(1, words(1), 1), at(3)), server(edited(2, words(2), 1), at(4))),
  way(
    'what was put to lines that were never held',
    pageOf([]),
    ...[1, 2].flatMap((n) => [
      server(edited(n, words(n), 1), at(4 * n)),
      server(previewed(n), at(4 * n + 1)),
      server(reacted(n), at(4 * n + 2)),
      server(polled(n), at(4 * n + 3)),
    ]),
  ),
  way('reactions to such lines', pageOf([]), server(reacted(1), at(3)), server(reacted(2), at(4))),
  way('updates', pageOf(both), server(updated(1), at(3)), server(updated(2), at(4))),
  way('cards', pageOf(both), server(previewed(1), at(3)), server(previewed(2), at(4))),
  way('reactions', pageOf(both), server(reacted(1), at(3)), server(reacted(2), at(4))),
  way('polls', pageOf(both), server(polled(1), at(3)), server(polled(2), at(4))),
  ...[said, (seq: number) => server([reacted, polled, previewed, updated][seq - 1]!(1), at(seq))].map(
    (make) =>
      way('what came while a page was on its way', pageAsked, ...[1, 2].map((n) => make(n, message(n)))),
  ),
  way('updates while a page was on its way', pageAsked, server(updated(1), at(3)), server(updated(2), at(4))),
  ...[[], [pinsOf([1, 2])]].map((lists) =>
    way(
      'changes while the list of pins was on its way',
      pageOf(both),
      local({ type: 'messagePinsAsked', conversation: GROUP, on: true }),
      ...[1, 2].flatMap((n) => [
        server(edited(n, words(n), 1), at(4 * n)),
        server(previewed(n), at(4 * n + 1)),
        server(reacted(n), at(4 * n + 2)),
      ]),
      ...lists,
    ),
  ),
  way(
    'changes while a page was on its way',
    pageAsked,
    ...[reacted, polled, previewed].flatMap((make, i) => [
      server(make(1), at(2 * i + 1)),
      server(make(2), at(2 * i + 2)),
    ]),
    server(edited(1, words(1), 1), at(7)),
    server(edited(2, words(2), 1), at(8)),
  ),
];
/** Changes that contain text only on the sender's devices. */
const OWN: readonly Way[] = [
  way('what waits to be sent', ...[1, 2].map((n) => local({ type: 'outboxPut', item: item(n) }))),
  way('all that waits to be sent', local({ type: 'outboxSet', items: [item(2), item(1)] })),
  way('wishes', ...[1, 2].map((n) => local({ type: 'pendingSet', ...pendingChange(n) }))),
  way('wishes of before', local({ type: 'pendingRestored', wishes: [pendingChange(2), pendingChange(1)] })),
];

type Going = readonly [how: string, input: (n: number) => Input, former: RegExp];
const to = (event: ServerEvent): Input => server(event, at(20));
const GOINGS: readonly Going[] = [
  ['recall', (n) => to(recalled(n)), /former|111111/],
  ['deletion', (n) => to(deleted(n)), /former|111111/],
  ['edit', (n) => to(edited(n, `present words ${n}`, 2, last(2))), /former words/],
  ['removal of the card', (n) => to(previewed(n, null)), /former card/],
];
/** For other numbers it clears another chat, so nothing is removed here. */
const CLEARING: Going = [
  'clearing',
  (n) => {
    const event = { type: 'historyCleared', n: 1, mentions: 0 } as const;
    return n === 1 ? to({ ...event, conversation: GROUP }) : server({ ...event, conversation: contactId(9) });
  },
  /former|111111/,
];

/**
 * Messages that a base-protocol server updates are never edited, and the client does not know the ordinal of
 * an unloaded message.
 */
const goingsOf = (way: string): readonly Going[] => [
  ...GOINGS.filter(([how]) => !way.includes('updates') || how !== 'edit'),
  ...(way.includes('on its way') ? [] : [CLEARING]),
];

/**
 * The log of these inputs. It starts with the first of them or, if `late`, with the state after this number
 * of inputs.
 */
function logOf(inputs: readonly Input[], late: number) {
  const log = new EventLog();
  let state = start();
  for (const [no, input] of inputs.entries()) {
    const before = state;
    state = run(state, input).state;
    if (no >= late) log.record(1, input, before, state);
  }
  return { script: log.export(), state };
}
const page = pageOf([message(2)]);

describe.each(WAYS)('%s', (name, inputs) => {
  it.each(goingsOf(name))(
    'STREAM-4, STORE-11: text removed by a %s is nowhere in the log',
    (_how, gone, former) => {
      for (const late of [0, inputs.length]) {
        const { script, state } = logOf([...inputs, gone(1), page], late);
        expect(script).not.toMatch(former);
        expect(stateToJson(replay(importScript(script)))).toEqual(stateToJson(state));
      }
    },
  );
});

describe.each(OWN)('%s', (name, inputs) => {
  // A pending edit waits until the server confirms it.
  const goings = GOINGS.filter(([how]) => how !== 'edit' || !name.includes('wishes'));
  it.each(goings)('STREAM-4, STORE-11: text removed by a %s is nowhere in the log', (_how, gone, former) => {
    for (const late of [0, inputs.length])
      expect(logOf([...inputs, gone(1), page], late).script).not.toMatch(former);
  });
});
