import { expect, it } from 'vitest';
import { afterCatchUp } from '../../src/client/state/reduce.ts';
import type { Effect, Input } from '../../src/client/state/effects.ts';
import type { State } from '../../src/client/state/state.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import { aMessage, aPosition, facts, place, run, server, signedIn } from '../support/contacts.ts';
import { at, GROUP, said, start } from '../support/one-group.ts';

const ME = 7;
type Edited = Extract<ServerEvent, { type: 'messageEdited' }>;
const edit = (seq: number, parts: Partial<Edited>): Input =>
  server(
    {
      type: 'messageEdited',
      conversation: GROUP,
      id: messageId('m1'),
      msgId: msgId(1),
      n: 1,
      author: userId(9),
      was: [],
      mentioned: [],
      words: { content: `words ${seq}`, rev: seq },
      last: undefined,
      ...parts,
    },
    at(seq),
  );
const message = (n: number) => aMessage(`m${n}`, 9, { n, msgId: msgId(n) });
const readUpTo = (n: number): Input =>
  server({ type: 'readMarkSet', conversation: GROUP, mark: n, own: 0, seq: n, count: n }, place('u7', n));
const read = (): State => run(start(), said(1, message(1)), readUpTo(1)).state;
const kinds = (effects: readonly Effect[]) => effects.map(({ type }) => type);
const added = { mentioned: [ME] };
const removed = { was: [ME] };

it('EDIT-4: a mention that an edit adds is heard once, however often it is put back', () => {
  const first = run(read(), edit(2, added));
  expect(kinds(first.effects)).toEqual(['sound', 'arrived']);
  expect(first.effects[1]).toMatchObject({ id: 'm1', preview: { text: 'words 2' } });
  const second = run(first.state, edit(3, removed), edit(4, { ...added, again: [ME] }));
  expect(kinds(second.effects)).toEqual(['withdrawn']);
  expect(second.state.contacts.get(GROUP)?.mentions).toBe(1);
  // Everyone was mentioned, including this user.
  expect(
    kinds(run(second.state, edit(5, removed), edit(6, { mentioned: [0], again: [ME] })).effects),
  ).toEqual(['withdrawn']);
});

const authorName = (state: State) =>
  run(state, edit(2, added)).effects.flatMap((effect) => (effect.type === 'arrived' ? [effect.from] : []));

it('EDIT-4: names the author of a message that is not loaded, or no author', () => {
  const group = facts(GROUP, { position: aPosition('group-3', { seq: 1, count: 1 }) });
  expect(authorName(signedIn([group]))).toEqual(['']);
  expect(authorName(signedIn([group, facts(9, { displayName: 'Nina' })]))).toEqual(['Nina']);
});

it('PUSH-18: a mention that is gone is withdrawn, unless its message is unread and heard', () => {
  const withMention = run(read(), edit(2, added)).state;
  expect(run(withMention, edit(3, removed)).effects).toEqual([
    { type: 'withdrawn', conversation: GROUP, id: 'm1' },
  ]);
  const unread = run(start(), said(1, message(1)), edit(2, added)).state;
  expect(kinds(run(unread, edit(3, removed)).effects)).toEqual(['reworded']);
  const removal = { conversation: GROUP, id: messageId('m1'), n: 1, author: userId(9), mentioned: [ME] };
  expect(
    run(
      withMention,
      said(3, message(2)),
      server({ type: 'messageDeleted', ...removal, last: undefined }, at(4)),
    ).effects.at(-1),
  ).toEqual({ type: 'withdrawn', conversation: GROUP, id: 'm1' });
});

it('EFFECT-2: a missed mention of a read message notifies, unless it was withdrawn since', () => {
  const received = run(read(), edit(2, added));
  expect(kinds(afterCatchUp(received.state, received.effects))).toEqual(['sound', 'arrived']);
  const over = run(received.state, edit(3, removed));
  expect(kinds(afterCatchUp(over.state, [...received.effects, ...over.effects]))).toEqual(['withdrawn']);
});

const unreadState = (author = 9): State =>
  run(start(), said(1, aMessage('m1', author, { n: 1, msgId: msgId(1) })), said(2, message(2))).state;

it('PUSH-21: an edit of an unread message or mention carries its words, of a read or own one none', () => {
  expect(run(unreadState(), edit(3, {})).effects).toMatchObject([
    { type: 'reworded', conversation: GROUP, id: 'm1', preview: { kind: 'text', text: 'words 3' } },
  ]);
  expect(run(unreadState(), readUpTo(2), edit(3, {})).effects).toEqual([]);
  const inRead = run(read(), edit(2, added)).state;
  expect(kinds(run(inRead, edit(3, { was: [ME], mentioned: [ME] })).effects)).toEqual(['reworded']);
  expect(run(unreadState(ME), edit(3, { author: userId(ME) })).effects).toEqual([]);
});

it('PUSH-13: every erased unread message of others is withdrawn, a read or own one is not', () => {
  const erased = { conversation: GROUP, id: messageId('m1'), n: 1, mentioned: [], last: undefined } as const;
  const deleted = (author = 9) =>
    server({ type: 'messageDeleted', ...erased, author: userId(author) }, at(3));
  expect(run(unreadState(), deleted()).effects).toEqual([
    { type: 'withdrawn', conversation: GROUP, id: 'm1' },
  ]);
  expect(run(unreadState(), readUpTo(2), deleted()).effects).toEqual([]);
  expect(run(unreadState(ME), deleted(ME)).effects).toEqual([]);
  const by = { by: userId(9), byName: 'Nina', byManager: false, content: '', author: userId(9) };
  const where = { msgId: msgId(1), isLast: false, last: null };
  const recalled = server({ type: 'messageRecalled', ...erased, ...by, ...where }, at(3));
  expect(run(unreadState(), recalled).effects).toEqual([
    { type: 'withdrawn', conversation: GROUP, id: 'm1' },
  ]);
});
