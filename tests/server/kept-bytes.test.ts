import { readdirSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { StoreBusyError, StoreFailedError } from '../../src/server/kernel/store-errors.ts';
import { temporaryFolder } from '../support/server.ts';
import { fetched, fileMessage, localUploads } from '../support/uploads.ts';
import { setUpWorld } from '../support/set-up-world.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const { world, anna, bela } = setUpWorld(['anna', 'bela'], {
  friends: 'all',
  options: async () => ({ uploads: await localUploads(folder) }),
});

/** One message with a file, always the same one. */
async function send(): Promise<number> {
  const form = new FormData();
  form.append('message', JSON.stringify({ ...fileMessage(bela.id, 'file'), id: 'file-1' }));
  form.append('file', new Blob(['words']), 'a.txt');
  const headers = { authorization: anna.token };
  return (await world.raw('/common/upload/uploadFile', { method: 'POST', body: form, headers })).status;
}
const stored = () =>
  readdirSync(folder, { recursive: true }).filter((name) =>
    /^(?!incoming).*[0-9a-f]{32}$/.test(String(name)),
  );

/** Makes the next write after the upload fail, with or without a commit. */
function failing(error: Error, isKept: boolean): () => void {
  const { store } = world.server.core;
  const write = store.write.bind(store);
  Object.assign(store, {
    write: async (work: Parameters<typeof write>[0]) => {
      const fails = stored().length > 0;
      const done = isKept || !fails ? await write(work) : null;
      if (fails) throw error;
      return done;
    },
  });
  return () => void Object.assign(store, { write });
}

it('COMMIT-3, UP-SRV-6: a file stays if its message may have been committed', async () => {
  const mend = failing(new StoreFailedError('the line broke amid the commit'), true);
  expect(await send()).toBe(502);
  mend();
  expect(await send()).toBe(200);
  const rows = await world.rows(bela, 'im/getMessageList', { toContactId: anna.id, peek: 1 });
  const files = rows.filter(({ type }) => type === 'file');
  expect(files).toHaveLength(1);
  expect((await fetched(world, files[0]?.content)).bytes.toString()).toBe('words');
});

it('UP-SRV-6: a failed write leaves nothing', async () => {
  const mend = failing(new StoreBusyError('too many wait'), false);
  expect(await send()).toBe(200);
  mend();
  expect(stored()).toEqual([]);
});
