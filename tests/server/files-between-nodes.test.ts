import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readForm } from '../../src/server/files/form-adapter.ts';
import { nodeMedia } from '../../src/server/files/media-adapter.ts';
import { createS3Files } from '../../src/server/files/s3-files-adapter.ts';
import { temporaryFolder } from '../support/server.ts';
import { keys, startSignedStorage, type SignedStorage } from '../support/signed-storage.ts';
import { twoNodes, type TwoNodes } from '../support/two-nodes.ts';
import { fetched, fileMessage, localUploads, png, sendFile, textFile, upload } from '../support/uploads.ts';

let storage: SignedStorage;
let nodes: TwoNodes;
beforeAll(async () => void (storage = await startSignedStorage()));
afterEach(async () => {
  storage.fail(null);
  await nodes.close();
});
afterAll(() => storage.stop());

/** Files in shared storage. Unfinished uploads are on the disk of each node. */
const inStorage = async () => ({
  files: await createS3Files({ ...keys, endpoint: storage.endpoint }, join(temporaryFolder(), 'incoming')),
  media: nodeMedia,
  readForm,
});

async function two(uploads: Parameters<typeof twoNodes>[0]) {
  nodes = await twoNodes(uploads);
  const [anna, bela, cleo] = [
    await nodes.one.person('anna'),
    await nodes.one.person('bela'),
    await nodes.one.person('cleo'),
  ];
  await nodes.one.befriend(anna, bela);
  return { anna, bela, cleo };
}

describe.each([
  [
    'a shared folder',
    () => {
      const folder = temporaryFolder();
      return () => localUploads(folder);
    },
  ],
  ['a storage', () => inStorage],
])('files of two nodes in %s', (_, place) => {
  it('NODE-10: taken by one node, heard of and read at the other, whole and in parts', async () => {
    const { anna, bela } = await two(place());
    const socket = await nodes.two.online(bela);
    const picture = await png(320, 200);
    const { content } = await sendFile(nodes.one, anna, bela.id, picture, 'image');
    await nodes.pass(1_500);
    expect(socket.of('simple').at(-1)?.data).toMatchObject({ type: 'image', content });
    const whole = await fetched(nodes.two, content);
    expect([whole.status, whole.bytes.equals(Buffer.from(picture.bytes))]).toEqual([200, true]);
    const part = await fetched(nodes.two, content, { range: 'bytes=3-9' });
    expect([part.status, part.bytes.equals(Buffer.from(picture.bytes.slice(3, 10)))]).toEqual([206, true]);
    // The other way.
    const other = await png(320, 200, 20);
    const back = await sendFile(nodes.two, bela, anna.id, other, 'image');
    expect((await fetched(nodes.one, back.content)).bytes.equals(Buffer.from(other.bytes))).toBe(true);
    // A file that was recalled on one node is not served by the other.
    await nodes.two.ok(bela, 'im/undoMessage', { id: back.id });
    expect((await fetched(nodes.one, back.content)).status).toBe(404);
  });
});

it('NODE-10: while the storage is away an upload is refused and may be tried again, at another node, and is there once', async () => {
  const { anna, bela } = await two(inStorage);
  const form = {
    file: textFile('notes.txt', 'words'),
    fields: { message: JSON.stringify(fileMessage(bela.id)) },
  };
  storage.fail(503);
  expect(await upload(nodes.one, anna, form)).toMatchObject({ code: 502, data: { retry_ms: 1_000 } });
  storage.fail(null);
  for (const node of [nodes.two, nodes.one]) expect((await upload(node, anna, form)).code).toBe(0);
  expect(
    await nodes.one.rows(bela, 'im/getMessageList', { toContactId: anna.id, limit: 100, peek: 1 }),
  ).toMatchObject([{ type: 'event' }, { type: 'file', fileName: 'notes.txt' }]);
});
