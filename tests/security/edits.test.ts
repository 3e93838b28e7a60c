import { expect, it } from 'vitest';
import { localUploads, png, sendFile, wav } from '../support/uploads.ts';
import type { Person } from '../support/world.ts';
import { setUpHouse } from '../support/set-up-world.ts';

const at = setUpHouse(async () => ({ uploads: await localUploads() }));

const POLL = { extends: { poll: { options: ['one', 'two'] } } };
const PLACE = { type: 'location', extends: { name: 'x', address: 'y', latitude: 1, longitude: 1 } };

it('SEC-1: row 8: no user edits a message that is not their own text', async () => {
  const { world, owner, manager, group, im } = at;
  const ask = (who: Person, path: string, body: object) => world.ok(who, path, body);
  const rowsOf = (to: string) => world.history(owner, to);
  await at.say(owner, group, 'poll', POLL);
  await at.say(owner, group, 'place', PLACE);
  await at.say(owner, group, 'card', { type: 'contact', extends: { id: manager.id } });
  await at.say(owner, group, 'gone');
  await ask(owner, '/enterprise/im/undoMessage', { id: 'gone' });
  await ask(owner, '/enterprise/group/setNotice', { id: group, notice: 'of the group' });
  await ask(owner, '/enterprise/im/setTimer', { toContactId: group, days: 7 });
  const voice = await sendFile(world, owner, group, wav(1), 'voice');
  const call = { id: 'call-1', toContactId: String(manager.id), type: 0, event: 'calling' };
  await ask(owner, '/enterprise/im/sendToMsg', call);
  await at.say(owner, group, 'text');
  const rows = [...(await rowsOf(group)), ...(await rowsOf(String(manager.id)))];
  const kinds = new Set(rows.map(({ type }) => type));
  expect([...kinds].toSorted()).toEqual(['contact', 'event', 'location', 'text', 'voice', 'webrtc']);

  const others = rows.map(({ id }) => id).filter((id) => id !== 'text');
  expect(others).toContain(voice['id']);
  for (const id of others)
    for (const more of [{}, POLL, { type: 'text' }, { op: 'again' }])
      expect((await im(owner, 'editMessage', { id, content: 'other', ...more })).code, id).not.toBe(0);
  // A text stays one, whatever else is said of it.
  const strange = { ...PLACE, ...POLL, id: 'text', content: 'other', type: 'webrtc', file_id: 1, pid: 1 };
  await im(owner, 'editMessage', strange);
  const after = [...(await rowsOf(group)), ...(await rowsOf(String(manager.id)))];
  const edited = { ...rows.find(({ id }) => id === 'text'), content: 'other', rev: 1 };
  expect(after).toEqual(rows.map((row) => (row['id'] === 'text' ? edited : row)));
  // Only text can be edited: a picture keeps its file, and no other user adds text to it.
  const picture = await sendFile(world, owner, group, await png(30, 20), 'image');
  for (const who of [manager, at.member, at.mallory])
    expect((await im(who, 'editMessage', { id: picture['id'], content: 'x' })).code).not.toBe(0);
  await im(owner, 'editMessage', { id: picture['id'], content: '', type: 'text', file_id: 99 });
  expect((await rowsOf(group)).at(-1)).toMatchObject({ type: 'image', content: picture['content'] });
});
