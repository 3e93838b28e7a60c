import { describe, expect, it } from 'vitest';
import { messageId } from '../../src/domain/ids.ts';
import type { Fields } from '../support/fields.ts';
import { fileMessage, png, upload } from '../support/uploads.ts';
import { setUpThreePeople, type Person } from '../support/set-up-world.ts';

const { world, anna, bela, cleo, group } = setUpThreePeople({ files: true });

let made = 0;
const send = (who: Person, to: string | number, more: object = {}) =>
  world.say(who, to, `former ${(made += 1)}`, { id: `e-${made}`, ...more });
const edit = (who: Person, id: unknown, content: string, more: object = {}) =>
  world.call(who, 'im/editMessage', { id, content, ...more });
const list = (who: Person, to: string | number, more: object = {}) => world.history(who, to, more);
const mentions = async (who: Person) => (await world.contact(who, group))?.['is_at'];
const stored = (id: unknown) => world.server.core.store.read((tx) => tx.messages.byId(messageId(String(id))));
const setEditTime = (editTimeSec: number) =>
  world.setConfig((config) => ({ ...config, chatInfo: { ...config.chatInfo, editTimeSec } }));

describe('editing', () => {
  it('EDIT-2: the new text is everywhere, the previous one nowhere, and rev rises', async () => {
    const { id, msg_id } = await send(anna, bela.id, { content: 'former words' });
    await send(bela, anna.id, { content: 'an answer', pid: msg_id });
    const { id: last } = await send(anna, bela.id, { content: 'former last' });
    const sockets = [await world.online(anna), await world.online(bela)];
    expect((await edit(anna, id, 'present words')).data).toEqual({ rev: 1 });
    expect((await edit(anna, last, 'present last')).data).toEqual({ rev: 1 });
    expect((await edit(anna, last, 'present again')).data).toEqual({ rev: 2 });
    await world.settle();
    for (const socket of sockets)
      expect(
        socket.of('updateMessage').map(({ data }) => [data['id'], data['content'], data['rev']]),
      ).toEqual([
        [id, 'present words', 1],
        [last, 'present last', 1],
        [last, 'present again', 2],
      ]);
    expect((await list(bela, anna.id)).slice(1).map((row) => [row['content'], row['rev'] ?? 0])).toEqual([
      ['present words', 1],
      ['an answer', 0],
      ['present again', 2],
    ]);
    expect((await list(bela, anna.id))[2]?.['extends']).toMatchObject({
      content: 'anna name：present words',
    });
    expect(await world.contact(bela, anna.id)).toMatchObject({ lastContent: 'present again' });
    for (const [keywords, count] of [
      ['former', 0],
      ['present', 2],
    ] as const) {
      await world.clock.advance(30_000);
      expect(await world.rows(bela, 'im/search', { keywords })).toHaveLength(count);
    }
    const everything = await world.server.core.store.read(async (tx) => [
      await tx.messages.oldest('1-2' as never, 50),
      await tx.streams.events('1-2' as never, 0, 100),
      await tx.sends.get(messageId(id)),
    ]);
    expect(JSON.stringify(everything)).not.toContain('former');
    expect(JSON.stringify(world.log)).not.toMatch(/former|present/);
  });

  it('EDIT-1: the author alone, within the window, and only where they may still speak', async () => {
    const { id } = await send(bela, group);
    const old = await send(bela, group);
    for (const who of [anna, cleo, await world.person('dora')])
      expect((await edit(who, id, 'x')).code).toBe(400);
    expect((await edit(bela, id, 'mine')).code).toBe(0);
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bela.id, noSpeakTimer: 1 });
    expect(await edit(bela, id, 'silent')).toMatchObject({ code: 400, msg: '你已被禁言' });
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bela.id, noSpeakTimer: 0 });
    expect((await edit(bela, id, 'spoken')).code).toBe(0);
    world.clock.jump(172_800_000);
    expect(await edit(bela, old['id'], 'late')).toMatchObject({ msg: '已超过可编辑的时间' });
    await world.ok(anna, 'group/removeUser', { id: group, user_id: bela.id });
    expect(await edit(bela, id, 'gone')).toMatchObject({ code: 400, msg: '消息不存在' });
  });

  it('CONF-21: the server sends editTime, and 0 switches editing off', async () => {
    const { id } = await send(anna, bela.id);
    await setEditTime(0);
    const info = await world.ok(anna, '/common/pub/getSystemInfo');
    expect(info['chatInfo']).toMatchObject({ editTime: 0 });
    expect(await edit(anna, id, 'x')).toMatchObject({ code: 400, msg: '当前不允许编辑消息' });
    await setEditTime(60);
    expect((await edit(anna, id, 'x')).code).toBe(0);
  });

  it('EDIT-1: lines, calls, cards, notices and what was taken back stay as they are', async () => {
    const card = await send(anna, bela.id, { type: 'contact', content: 'card', extends: { id: cleo.id } });
    const removal = await send(anna, bela.id);
    await world.ok(anna, 'im/undoMessage', { id: removal['id'] });
    await world.ok(anna, 'group/setNotice', { id: group, notice: 'of the group' });
    const [line] = await list(anna, bela.id);
    const notice = (await list(anna, group)).at(-1);
    await world.ok(anna, 'im/sendToMsg', { id: 'call-1', toContactId: bela.id, type: 0, event: 'calling' });
    for (const id of [card['id'], removal['id'], line?.['id'], notice?.['id'], 'call-1'])
      expect((await edit(anna, id, 'x')).code, String(id)).toBe(400);
    expect((await edit(anna, 'unknown', 'x')).code).toBe(400);
    expect((await list(anna, group)).at(-1)).toMatchObject({ content: notice?.['content'] });
  });

  it('EDIT-7: empty, long and heavy words are refused, and nothing is changed', async () => {
    const { id } = await send(anna, bela.id, { content: 'as it was' });
    for (const content of ['', ' ', '<br>', 'x'.repeat(2_049), '<b>x</b>'.repeat(401)])
      expect((await edit(anna, id, content)).code, content.slice(0, 20)).toBe(400);
    expect((await edit(anna, id, '<script>x</script><b>bold</b>')).code).toBe(0);
    expect(await stored(id)).toMatchObject({ content: '<b>bold</b>', rev: 1 });
  });

  it('EDIT-3: a repeat and an unchanged text are not second edits', async () => {
    const { id } = await send(anna, bela.id);
    const socket = await world.online(bela);
    expect((await edit(anna, id, 'one', { op: 'press-1' })).data).toEqual({ rev: 1 });
    expect((await edit(anna, id, 'two', { op: 'press-2' })).data).toEqual({ rev: 2 });
    expect((await edit(anna, id, 'one', { op: 'press-1' })).data).toEqual({ rev: 1 });
    expect((await edit(anna, id, 'two')).data).toEqual({ rev: 2 });
    await world.settle();
    expect(socket.of('updateMessage')).toHaveLength(2);
    expect(await stored(id)).toMatchObject({ content: 'two', rev: 2 });
    // A repeat of the original send returns the current message.
    const again = { id, toContactId: bela.id, type: 'text', content: `former ${made}` };
    expect(await world.ok(anna, 'im/sendMessage', again)).toMatchObject({ content: 'two', rev: 2 });
  });

  it('EDIT-4: neither unread nor the place in the list change; mentions follow the names', async () => {
    const { id, n } = await send(anna, group, { at: [bela.id] });
    await send(anna, group);
    const before = await world.contact(cleo, group);
    expect([await mentions(bela), await mentions(cleo)]).toEqual([1, 0]);
    await edit(anna, id, 'for somebody else', { at: [cleo.id, 900_001] });
    expect([await mentions(bela), await mentions(cleo)]).toEqual([0, 1]);
    expect(await list(cleo, group, { is_at: 1 })).toMatchObject([{ id, n, content: 'for somebody else' }]);
    await edit(anna, id, 'for all', { at: [0] });
    expect([await mentions(anna), await mentions(bela), await mentions(cleo)]).toEqual([0, 1, 1]);
    await edit(anna, id, 'for nobody', { at: [] });
    expect([await mentions(bela), await mentions(cleo)]).toEqual([0, 0]);
    const after = await world.contact(cleo, group);
    for (const field of ['unread', 'count', 'mark', 'lastSendTime', 'lastContent'])
      expect(after?.[field], field).toEqual(before?.[field]);
    // Mentioning everyone needs permission (GROUP-9), but users who were mentioned with everyone stay so.
    const theirs = await send(bela, group);
    expect((await edit(bela, theirs['id'], 'x', { at: [0] })).code).toBe(400);
  });

  it('EDIT-4: an edited and removed message reveals whom it mentioned, and no word', async () => {
    const { id, n } = await send(anna, group, { at: [bela.id] });
    await edit(anna, id, 'secret', { at: [cleo.id] });
    await world.ok(anna, 'im/undoMessage', { id });
    const frames = await world.ok(bela, 'im/sync', { cursor: '', positions: { [group]: 0 } });
    const reports = (frames['frames'] as readonly Fields[]).map(({ type, data }) => ({ type, data }));
    expect(reports).toContainEqual({
      type: 'void',
      data: { toContactId: group, n, from: anna.id, was: [bela.id], at: [cleo.id] },
    });
    expect(JSON.stringify(reports)).not.toContain('secret');
  });

  it('EDIT-2: a later member of a group that hides its history gets no older text', async () => {
    const { id } = await send(anna, group);
    const dora = await world.person('dora');
    await world.befriend(anna, dora);
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [dora.id] });
    const socket = await world.online(dora);
    await edit(anna, id, 'secret');
    await world.settle();
    expect(JSON.stringify(socket.frames)).not.toContain('secret');
    expect(socket.frames.at(-1)).toMatchObject({ type: 'void', data: { toContactId: group } });
  });

  it('EDIT-6: base-protocol clients get the current text, by a frame that they know', async () => {
    const { id } = await send(anna, group);
    const socket = await world.online(bela, { plain: true });
    await edit(anna, id, 'see https://a.test/ all', { at: [0] });
    await world.settle();
    const linked =
      'see <a href="https://a.test/" target="_blank" rel="noopener noreferrer">https://a.test/</a> all';
    expect(socket.frames.map(({ type }) => type)).toEqual(['updateMessage']);
    expect(socket.of('updateMessage')[0]?.data).toMatchObject({
      id,
      toContactId: group,
      type: 'text',
      content: linked,
      at: [bela.id, cleo.id],
    });
  });

  it('EDIT-1, EDIT-2: the words under a picture are edited, and may be none', async () => {
    const sent = await upload(world, anna, {
      file: await png(30, 20),
      fields: { message: JSON.stringify(fileMessage(bela.id, 'image')), caption: 'former words' },
    });
    const { id, content } = sent.data;
    const socket = await world.online(bela);
    expect((await edit(anna, id, 'present words', { at: [bela.id] })).data).toEqual({ rev: 1 });
    await world.settle();
    expect(socket.of('updateMessage')[0]?.data).toMatchObject({
      type: 'image',
      content,
      fileName: 'photo.png',
      extends: { width: 30, caption: 'present words' },
      at: [],
      last: { id, extends: { caption: 'present words' } },
    });
    expect((await edit(anna, id, ' ')).data).toEqual({ rev: 2 });
    expect((await list(bela, anna.id)).at(-1)).toMatchObject({ id, content, extends: { width: 30 }, rev: 2 });
    expect(JSON.stringify(await stored(id))).not.toContain('words');
    const [row] = await world.rows(bela, 'files/index', { page: 1, limit: 10 });
    expect(row).toMatchObject({ name: 'photo' });
  });
});
