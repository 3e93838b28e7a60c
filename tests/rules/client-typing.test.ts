import { expect, it } from 'vitest';
import { withContact } from '../../src/client/state/counting.ts';
import { withoutTyping } from '../../src/client/state/typing.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { typingLimits } from '../../src/domain/limits.ts';
import { facts as contactFacts, run, server, signedIn } from '../support/contacts.ts';
import { loggedIn, messageOf, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);

const listSent = (on: Scripted) =>
  on.socket().sent.flatMap(({ type, toContactId, what }) => (type === 'typing' ? [[toContactId, what]] : []));
const hear = (on: Scripted, what: string, user = 9) =>
  on.push('typing', { toContactId: 9, user_id: user, name: 'Bert', what });
const listVisible = (on: Scripted) => (on.client.core.get().typing?.get(BERT) ?? []).map(({ what }) => what);

it('TYPING-2: the first key sends the sign, later keys repeat it in time, a message ends it', async () => {
  const on = await loggedIn();
  const { actions } = on.client;
  for (let key = 0; key < 10; key += 1) {
    actions.typing(BERT, 'typed');
    await on.clock.advance(500);
  }
  expect(listSent(on)).toEqual([
    ['9', 'text'],
    ['9', 'text'],
  ]);
  actions.typing(BERT, 'sent');
  actions.typing(BERT, 'dropped');
  await on.clock.advance(20_000);
  expect(listSent(on)).toHaveLength(2);
});

it('TYPING-2: emptying the box ends a sent sign; a sign without recipients is not sent', async () => {
  const on = await loggedIn();
  const { actions } = on.client;
  actions.typing(BERT, 'dropped');
  actions.typing(contactId(-1), 'typed');
  actions.typing(contactId('group-99'), 'typed');
  expect(listSent(on)).toEqual([]);
  actions.typing(BERT, 'typed');
  actions.typing(BERT, 'dropped');
  expect(listSent(on).map(([, what]) => what)).toEqual(['text', 'stop']);
});

it('TYPING-2: the sign of a recording is repeated until it ends', async () => {
  const on = await loggedIn();
  on.client.actions.typing(BERT, 'recording');
  await on.clock.advance(typingLimits.againMs * 2);
  on.client.actions.typing(BERT, 'recorded');
  await on.clock.advance(20_000);
  expect(listSent(on).map(([, what]) => what)).toEqual(['voice', 'voice', 'voice', 'stop']);
});

it('TYPING-3: the client shows a sign for 6 s after the last one', async () => {
  const on = await loggedIn();
  hear(on, 'text');
  await on.clock.advance(5_000);
  hear(on, 'voice');
  await on.clock.advance(5_500);
  expect(listVisible(on)).toEqual(['voice']);
  await on.clock.advance(500);
  expect([listVisible(on), on.client.core.get().typing]).toEqual([[], undefined]);
});

it('TYPING-3: the sign is shown until its end or the message; the user’s own sign is not', async () => {
  const on = await loggedIn();
  hear(on, 'text');
  hear(on, 'stop');
  expect(listVisible(on)).toEqual([]);
  hear(on, 'text');
  on.push('simple', messageOf(1, 'Hello', { from: 9 }), { stream: '7-9', seq: 1 });
  expect(listVisible(on)).toEqual([]);
  hear(on, 'text', 7);
  on.push('typing', { toContactId: 'group-99', user_id: 9, name: 'Bert', what: 'text' });
  expect(on.client.core.get().typing).toBeUndefined();
});

it('TYPING-3: an event in another chat leaves the sign', async () => {
  const on = await loggedIn();
  hear(on, 'text');
  const state = on.client.core.get();
  const other = state.contacts.get(BERT);
  if (other === undefined) throw new Error('no chat');
  const next = withContact(state, { ...other, id: contactId('group-3'), unread: other.unread + 1 });
  expect({ ...next, contacts: state.contacts, totals: state.totals }).toEqual(state);
  expect(withoutTyping(state, contactId('group-3'), 9)).toBe(state);
  expect(withoutTyping(state, BERT, 8)).toBe(state);
});

it.each([
  ['is removed', { type: 'groupMemberRemoved', user: userId(9), avatar: '', members: 1 }],
  ['is muted', { type: 'memberMuted', user: userId(9), untilSec: 1_900_000_000 }],
] as const)('TYPING-3: the sign of a member who %s ends at once', (_, facts) => {
  const group = contactId('group-3');
  const event = { ...facts, conversation: group };
  const typing = [9, 8].map((user) =>
    server({ type: 'typingHeard', conversation: group, user: userId(user), name: 'Bert', what: 'text' }),
  );
  const { state } = run(signedIn([contactFacts('group-3')]), ...typing, server(event));
  expect(state.typing?.get(group)?.map(({ user }) => user)).toEqual([8]);
});

it('TYPING-3: the signs of a user whom this one blocks end at once, in every chat', () => {
  const chats = ['group-3', 9].map((id) =>
    server({ type: 'typingHeard', conversation: contactId(id), user: userId(9), name: 'Bert', what: 'text' }),
  );
  const { state } = run(
    signedIn([contactFacts('group-3'), contactFacts(9)]),
    ...chats,
    server({ type: 'blockSet', user: userId(9), on: true }),
  );
  expect(state.typing).toBeUndefined();
});
