import { expect, it } from 'vitest';
import { msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { EventNote } from '../../src/domain/message.ts';
import { unnamed } from '../../src/server/features/erasing/erase-account.ts';

const NOBODY = { user: userId(7), realname: 'nobody', avatar: '/none.png' };
const row = (extra: Readonly<Record<string, unknown>> | null, note: EventNote | null = null) => ({
  stream: streamId('group-1'),
  msgId: msgId(1),
  extra,
  note,
});
const card = (id: number) => ({ id, displayName: 'Anna', avatar: '/anna.png', account: 'anna' });
const DELETED_CONTACT = { id: 7, displayName: 'nobody', avatar: '/none.png', account: 'anna' };

it.each([
  ['a card', { person: card(7) }, { person: DELETED_CONTACT }],
  ['a list of them', { people: [card(8), [card(7)]] }, { people: [card(8), [DELETED_CONTACT]] }],
  [
    'one by another name of the id',
    { user_id: 7, realname: 'A', name: 'B' },
    { user_id: 7, realname: 'nobody', name: 'nobody' },
  ],
  ['one without a picture', { id: 7, name: 'A' }, { id: 7, name: 'nobody' }],
  ['one without a name', { id: 7, avatar: '/anna.png' }, { id: 7, avatar: '/none.png' }],
  [
    'what is no name',
    { id: 7, name: 5, avatar: null, note: null, inner: card(7) },
    { id: 7, name: 5, avatar: null, note: null, inner: DELETED_CONTACT },
  ],
])('DATA-9: %s loses the name and the picture of who is gone', (_, extra, to) => {
  expect(unnamed(row(extra), NOBODY)).toEqual(row(to));
});

const added = (by: number): EventNote =>
  ({
    note: 'membersAdded',
    by: userId(by),
    name: 'A',
    users: [userId(7), userId(9)],
    names: ['B', 'C'],
  }) as never;

it('DATA-9: a line loses the name of who did it and of those it is about; others keep theirs', () => {
  expect(unnamed(row(null, added(7)), NOBODY)?.note).toMatchObject({
    name: 'nobody',
    names: ['nobody', 'C'],
  });
  expect(unnamed(row(null, added(8)), NOBODY)?.note).toMatchObject({ name: 'A', names: ['nobody', 'C'] });
});

it('DATA-9: a row that does not name them is left alone', () => {
  for (const extra of [null, {}, { person: card(8) }, { id: '7', name: 'A' }])
    expect(unnamed(row(extra), NOBODY)).toBeNull();
});
