// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { ForwardLine } from '../../src/app/screens/conversation/message/forward-line.tsx';
import { hasHead, isLarge } from '../../src/app/screens/conversation/message/message-body.tsx';
import { ERASED_NAME } from '../../src/domain/erased-name.ts';
import { forwardMarkIn, withForwardMark } from '../../src/domain/forward-mark.ts';
import { aContact, aGroup } from '../support/contacts.ts';
import { closeScreens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

const contacts = [
  aContact(2, { displayName: 'Sunny', realname: 'Bela Hill' }),
  aContact('group-5', { displayName: 'Hikers', group: aGroup() }),
];

/** The words of the line, and where a press leads. */
async function lineOf(forward: object): Promise<readonly [string, string | null]> {
  const mark = forwardMarkIn({ forward }) ?? expect.fail('no mark');
  const screen = await showPart(scriptedClient(stateWith(contacts)), <ForwardLine mark={mark} />);
  const [link] = screen.all('link');
  return [screen.root.textContent ?? '', link?.getAttribute('href') ?? null];
}

afterEach(closeScreens);

it.each([
  ['a user', { user_id: 3, realname: 'Carla' }, 'Forwarded from Carla', 'contacts/detail?id=3'],
  ['a friend', { user_id: 2, realname: 'Bela Hill' }, 'Forwarded from Sunny', 'contacts/detail?id=2'],
  ['a hidden user', {}, 'Forwarded', null],
  ['an erased user', { user_id: 3, realname: ERASED_NAME }, 'Forwarded from Deleted account', null],
  ['an announcement', { user_id: 0, realname: '' }, 'Forwarded from Announcements', null],
  [
    'an original',
    { user_id: 3, realname: 'Carla', chat: 'group-5', msg_id: 9 },
    'Carla',
    'id=group-5&msg_id=9',
  ],
  [
    'a chat that was left',
    { user_id: 3, realname: 'Carla', chat: 'group-6', msg_id: 9 },
    'Carla',
    'contacts/detail?id=3',
  ],
])('FORWARD-2, NOTES-2: the line above words of %s', async (_whose, forward, words, to) => {
  const [text, href] = await lineOf(forward);
  expect(text).toContain(words);
  if (to === null) expect(href).toBeNull();
  else expect(href).toContain(to);
});

it('FORWARD-2: odd marks and those of edited messages name no user', () => {
  for (const forward of [null, 7, 'x', undefined]) expect(forwardMarkIn({ forward })).toBeNull();
  expect(forwardMarkIn({ forward: { user_id: 'x', realname: 3, chat: 5, msg_id: -1 } })).toEqual({
    author: null,
    place: null,
  });
  expect(forwardMarkIn({ forward: { user_id: 2, realname: 'B' } }, 1)).toBeNull();
  expect(withForwardMark({ forward: {} }, null)).toBeNull();
});

it('FORWARD-2: emoji of another user are in a bubble, below its line', () => {
  const body = { type: 'text', content: '😀', quote: null, extra: { forward: {} } } as const;
  expect([hasHead(body), isLarge(body), isLarge({ ...body, extra: null })]).toEqual([true, false, true]);
});
