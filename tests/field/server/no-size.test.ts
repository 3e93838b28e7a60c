import { expect, it } from 'vitest';
import { msgId } from '../../../src/domain/ids.ts';
import { fileMessage, png, upload, webm } from '../../support/uploads.ts';
import { setUpWorld } from '../../support/set-up-world.ts';

const im = '/enterprise/im';
const { world, anna, bela } = setUpWorld(['anna', 'bela'], { friends: 'all', files: true });

/** A picture or video as versions before 6.1 stored those that they could not measure. */
async function old(type: 'image' | 'video', size: object) {
  const file = type === 'image' ? await png(40, 30) : webm(5, true);
  const sent = await upload(world, anna, {
    file,
    fields: { message: JSON.stringify(fileMessage(bela.id, type, { extends: { caption: 'lantern' } })) },
  });
  expect(sent.data).toMatchObject({ type, extends: { width: expect.any(Number) as number } });
  const number = msgId(sent.data['msg_id']);
  await world.server.core.store.write(async (tx) => {
    const row = await tx.messages.byMsgId(number);
    await tx.messages.update(number, { extra: { ...row?.extra, ...size } });
  });
  return sent.data;
}

/** Each answer and frame in which the message is shown to the other user. */
async function everywhere(id: unknown, number: unknown): Promise<Readonly<Record<string, string>>> {
  const socket = await world.online(bela);
  await world.ok(anna, 'im/pinMessage', { id, on: 1 });
  await world.ok(anna, 'im/editMessage', { id, content: 'lantern lit', at: [] });
  await world.say(bela, anna.id, 'nice', { id: `answer to ${String(id)}`, pid: number });
  await world.settle();
  const requestAnswer = async (path: string, body: object) =>
    JSON.stringify(await world.ok(bela, path, body));
  const chat = { toContactId: anna.id };
  return {
    frames: JSON.stringify(socket.frames),
    history: await requestAnswer(`${im}/getMessageList`, { ...chat, peek: 1, limit: 50 }),
    sync: await requestAnswer(`${im}/sync`, { positions: { [`${anna.id}-${bela.id}`]: 0 } }),
    search: await requestAnswer(`${im}/search`, { keywords: 'lantern' }),
    files: await requestAnswer('/enterprise/files/index', { role: 0, cate: 0, page: 1, limit: 20 }),
    list: await requestAnswer(`${im}/getContacts`, {}),
    forwarded: await requestAnswer(`${im}/forwardMessage`, { msg_id: number, user_ids: [anna.id] }),
    after: await requestAnswer(`${im}/getMessageList`, { ...chat, peek: 1, limit: 50 }),
  };
}

it.each([
  ['image', { width: 0, height: 0, fixMode: 3 }],
  ['image', { width: 40, height: 0 }],
  ['video', { width: 0, height: 0, fixMode: 2 }],
] as const)('UP-SRV-4: an older %s that is stored with %j goes out without a size', async (type, size) => {
  const data = await old(type, size);
  const view = await everywhere(data['id'], data['msg_id']);
  for (const [where, text] of Object.entries(view)) {
    expect(text, where).not.toMatch(/"(?:width|height)":0\b/);
    expect(text, where).not.toContain('"fixMode"');
  }
  for (const where of ['frames', 'history', 'sync', 'search', 'files'])
    expect(view[where], where).toContain(data['id']);
});

it('UP-SRV-4: an older file that is stored with a size of 0 is sent again as a file', async () => {
  const { data } = await upload(world, anna, { file: await png(40, 30) });
  await world.server.core.store.write(async (tx) => {
    const row = await tx.files.byId(Number(data['file_id']));
    if (row === null) throw new Error('the file is gone');
    const { id: _id, ...rest } = row;
    const again = await tx.files.insert({ ...rest, details: { width: 0, height: 0, durationSec: null } });
    Object.assign(data, { file_id: again });
  });
  const body = { id: 'again', toContactId: bela.id, type: 'image', content: '', file_id: data['file_id'] };
  const sent = await world.ok(anna, 'im/sendMessage', body);
  expect(sent).toMatchObject({ type: 'file' });
  expect(JSON.stringify(sent)).not.toMatch(/"(?:width|height)":0\b/);
});

it('UP-SRV-4: a video without a size is answered without one', async () => {
  const clip = webm(5, true);
  const bytes = Buffer.from(clip.bytes);
  const width = bytes.indexOf(Buffer.from([0, 0, 1, 0x40]));
  bytes.writeUInt32BE(0, width);
  const { data } = await upload(world, anna, { file: { ...clip, bytes: new Uint8Array(bytes) } });
  expect(data).toMatchObject({ videoInfo: null });
  expect((await upload(world, anna, { file: clip })).data).toMatchObject({ videoInfo: { width: 320 } });
});
