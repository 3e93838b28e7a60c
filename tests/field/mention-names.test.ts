import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import { lastMessageOf } from '../../src/client/state/recalled.ts';
import { contactId, msgId, userId } from '../../src/domain/ids.ts';
import { mentionParts, mentionsIn, nameNow, renamed } from '../../src/domain/mention-names.ts';
import type { Profile } from '../../src/domain/profile.ts';
import { unmarked, withWordMarks, wordMarksIn, wordMarksOf } from '../../src/domain/rich-text.ts';
import { aLast, aMessage, aPosition, facts, local, run, server, signedIn } from '../support/contacts.ts';

const anna = { id: 2, name: 'Anna' };
const listVisible = (text: string, ...mentions: { id: number; name: string; now?: string }[]) =>
  mentionParts(text, mentions).map((part) => (part.mention ? [part.mention.id, part.text] : part.text));

describe('the mentions of a sent text', () => {
  it('MENTION-5: is sent by id and written name, once, and not for a name that was deleted', () => {
    const at = [anna, { id: 3, name: 'Anna (anna2)' }, { id: 4, name: 'Bo' }, anna];
    const marks = wordMarksOf({ text: 'hi @Anna and @Anna (anna2)', at });
    expect(marks).toEqual({ mentions: [anna, { id: 3, name: 'Anna (anna2)' }] });
    expect(wordMarksIn(withWordMarks({ other: 1 }, marks))).toEqual(marks);
    expect(withWordMarks({ mentions: [anna] }, {})).toBeNull();
  });

  it('MENTION-5: mentions are drawn by ID: users of one name stay two, in any surrounding text', () => {
    const two = [anna, { id: 3, name: 'Anna (anna2)' }];
    expect(listVisible('@Anna (anna2), @Anna!', ...two)).toEqual([
      [3, '@Anna (anna2)'],
      ', ',
      [2, '@Anna'],
      '!',
    ]);
    expect(listVisible('你好@Anna你好', anna)).toEqual(['你好', [2, '@Anna'], '你好']);
    expect(listVisible('nobody here')).toEqual(['nobody here']);
  });

  it.each(['me@Anna.example', 'https://example.org/@Anna', 'x@Annabel'])(
    'MENTION-5: an address that holds a mentioned name is words: %s',
    (text) => expect(listVisible(text, anna)).toEqual([text]),
  );

  it.each([
    [null],
    [7],
    ['x'],
    [[null]],
    [[{ id: '2', name: 'Anna' }]],
    [[{ id: -3, name: 'Anna' }]],
    [[{ id: 2, name: '' }]],
    [[{ id: 2, name: 'Anna', now: 7 }]],
  ])('MENTION-6: malformed mentions are ignored: %j', (mentions) =>
    expect(mentionsIn({ mentions })).toEqual([]),
  );

  it('MENTION-7: words say the name of now, outside code alone, and keep the username of a namesake', () => {
    const extra = { mentions: [{ ...anna, now: 'Anna Berg' }] };
    expect(renamed('@Anna & @Anna', extra.mentions)).toBe('@Anna Berg & @Anna Berg');
    expect(unmarked('&lt;@Anna&gt;', extra)).toBe('&lt;@Anna Berg&gt;');
    expect(unmarked('**@Anna** `@Anna`', { ...extra, format: 'md' })).toBe('@Anna Berg @Anna');
    const user = { realname: 'Anne', account: 'anna2' };
    expect([nameNow('Anna (anna2)', user), nameNow('Anna', user)]).toEqual(['Anne (anna2)', 'Anne']);
  });
});

const GROUP = contactId('group-1');
const sentMessage = aMessage('a', 9, {
  n: 1,
  msgId: msgId(1),
  content: 'hi @Anna',
  at: [2],
  extra: { mentions: [anna] },
});
const answer = aMessage('b', 9, {
  n: 2,
  quote: { msgId: msgId(1), content: 'Nina：hi @Anna', userId: userId(9), realname: 'Nina', named: [anna] },
});
const start = run(
  signedIn([
    facts('group-1', {
      last: aLast({ content: 'hi @Anna', from: userId(9), named: [anna] }),
      position: aPosition('group-1'),
    }),
  ]),
  local({
    type: 'pageLoaded',
    conversation: GROUP,
    which: 'first',
    messages: [sentMessage, answer],
    complete: true,
  }),
).state;
const call = (realname: string, rev: number) => {
  const profile: Profile = { user: userId(2), rev, realname, avatar: '', namePy: '', index: '' };
  return server({ type: 'profilesSet', profiles: [profile] });
};
const view = (state: typeof start) => {
  const [first, second] = messagesOf(state, GROUP).flatMap((one) =>
    one.kind === 'message' ? one.message : [],
  );
  return [
    first && unmarked(first.content, first.extra),
    second?.quote?.content,
    state.contacts.get(GROUP)?.last?.content,
    first && lastMessageOf(first).content,
  ];
};

it('MENTION-7: after a rename, the bubble, its quote and the list say the new name, each time', () => {
  const once = run(start, call('Anna Berg', 1)).state;
  expect(view(once)).toEqual(['hi @Anna Berg', 'Nina：hi @Anna Berg', 'hi @Anna Berg', 'hi @Anna Berg']);
  const twice = run(once, call('Ä & <b>', 2)).state;
  expect(view(twice)).toEqual([
    'hi @Ä &amp; &lt;b&gt;',
    'Nina：hi @Ä & <b>',
    'hi @Ä &amp; &lt;b&gt;',
    'hi @Ä &amp; &lt;b&gt;',
  ]);
  const [first] = messagesOf(twice, GROUP);
  // Edits and copies use the text as it was written.
  expect(first?.kind === 'message' && first.message.content).toBe('hi @Anna');
  expect(run(twice, call('Ä & <b>', 3)).state.conversations).toBe(twice.conversations);
});
