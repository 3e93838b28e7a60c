import { expect, it } from 'vitest';
import type { Fields } from '../support/fields.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople();

const newest = async (who: Person, to: string | number): Promise<Fields> => {
  const { data } = await world.call<readonly Fields[]>(who, 'im/getMessageList', {
    toContactId: to,
    page: 1,
    limit: 100,
    peek: 1,
  });
  return data.at(-1) ?? expect.fail('no message');
};
const forward = async (who: Person, to: string | number, source: number): Promise<void> => {
  const body = { user_ids: [to], msg_id: source };
  const { data } = await world.call<readonly Fields[]>(who, 'im/forwardMessage', body);
  expect(data.map(({ code }) => code)).toEqual([0]);
};
const markOf = ({ extends: extra }: Fields): unknown => (extra as Fields | null)?.['forward'];
const say = (who: Person, to: string | number, more: object = {}) =>
  world.say(who, to, 'words', { id: `f-${(made += 1)}`, ...more });
let made = 0;

it('FORWARD-2: a forward names its first author in frames and history, also the second time', async () => {
  const { msg_id } = await say(bela, anna.id);
  const socket = await world.online(cleo);
  await forward(anna, group, msg_id);
  const named = { user_id: bela.id, realname: 'bela name' };
  expect(socket.frames.map(({ data }) => markOf(data))).toEqual([named]);
  const first = await newest(cleo, group);
  expect([markOf(first), first.content, first.from_user]).toEqual([named, 'words', anna.id]);
  await forward(cleo, group, first.msg_id);
  expect(markOf(await newest(anna, group))).toEqual(named);
});

it('FORWARD-2: no client can write the mark, and an edit removes it', async () => {
  const sent = await say(anna, group, { extends: { forward: { user_id: cleo.id, realname: 'Cleo' } } });
  expect(markOf(await newest(cleo, group))).toBeUndefined();
  const { msg_id } = await say(bela, anna.id);
  await forward(anna, group, msg_id);
  const { id } = await newest(anna, group);
  await world.ok(anna, 'im/editMessage', { id, content: 'other words', at: [] });
  const edited = await newest(cleo, group);
  expect([edited.content, markOf(edited)]).toEqual(['other words', undefined]);
  expect(sent.msg_id).toBeLessThan(edited.msg_id);
});

it('FORWARD-3: who does not let others name them is not named, also in earlier forwards', async () => {
  const { msg_id } = await say(bela, anna.id);
  await forward(anna, group, msg_id);
  await world.ok(bela, 'im/setPrivacy', { forwards: 'none' });
  expect(markOf(await newest(cleo, group))).toEqual({});
  await forward(anna, group, msg_id);
  const hidden = await newest(cleo, group);
  expect(markOf(hidden)).toEqual({});
  await world.ok(bela, 'im/setPrivacy', { forwards: 'friends' });
  await forward(cleo, group, hidden.msg_id);
  expect(markOf(await newest(cleo, group))).toEqual({});
  const inGroup = await say(bela, group);
  await forward(anna, group, inGroup.msg_id);
  expect(markOf(await newest(cleo, group))).toMatchObject({ user_id: bela.id });
  await forward(cleo, group, inGroup.msg_id);
  expect(markOf(await newest(cleo, group))).toEqual({});
});

it('FORWARD-2: the present name is shown, and of an announcement no administrator', async () => {
  const { msg_id } = await say(bela, anna.id);
  await forward(anna, group, msg_id);
  await world.ok(bela, 'im/updateUserInfo', { realname: 'Bela Hill', email: '', motto: '', sex: 2 });
  expect(markOf(await newest(cleo, group))).toEqual({ user_id: bela.id, realname: 'Bela Hill' });
});

it('NOTES-2: notes to self lead to the original; what is forwarded from there does not', async () => {
  const { msg_id } = await say(bela, group);
  await forward(anna, '-1', msg_id);
  const note = await newest(anna, '-1');
  expect(markOf(note)).toEqual({ user_id: bela.id, realname: 'bela name', chat: group, msg_id });
  await forward(anna, group, note.msg_id);
  expect(markOf(await newest(cleo, group))).toEqual({ user_id: bela.id, realname: 'bela name' });
});
