import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Files } from '../../src/ports/files.ts';
import { createLocalFiles } from '../../src/server/files/open-files-adapter.ts';
import { createS3Files } from '../../src/server/files/s3-files-adapter.ts';
import { filesSettings } from '../../src/server/files/settings.ts';
import { temporaryFolder } from '../support/server.ts';
import { keys, startSignedStorage, type SignedStorage } from '../support/signed-storage.ts';

let storage: SignedStorage;
beforeAll(async () => void (storage = await startSignedStorage()));
afterAll(() => storage.stop());

const KEY = 'a'.repeat(32);
const text = (part: string): Uint8Array => new TextEncoder().encode(part);

async function receive(files: Files, ...parts: readonly string[]) {
  const incoming = await files.receive();
  for (const part of parts) await incoming.write(text(part));
  return { incoming, ...(await incoming.end()) };
}
async function read(files: Files, name: string, range?: { start: number; end: number }) {
  const stored = await files.open(name, range);
  return stored && [await new Response(stored.body).text(), stored.sizeBytes];
}

describe.each([
  ['a folder', (scratch: string) => createLocalFiles(scratch)],
  [
    'a signed storage',
    (scratch: string) => createS3Files({ ...keys, endpoint: storage.endpoint }, join(scratch, 'incoming')),
  ],
])('files in %s', (_, make) => {
  let files: Files;
  let folder: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    files = await make(folder);
  });
  const incoming = () => readdirSync(join(folder, 'incoming'));

  it('FILE-9: a received file is stored under its name, and read whole and in parts', async () => {
    const { incoming: one, sizeBytes, digest } = await receive(files, 'hello ', '世界');
    expect([sizeBytes, digest]).toEqual([12, createHash('sha256').update('hello 世界').digest('hex')]);
    expect(await files.open(KEY)).toBeNull();
    await one.keep(KEY, 'text/plain');
    expect(incoming()).toEqual([]);
    expect(await read(files, KEY)).toEqual(['hello 世界', 12]);
    expect(await read(files, KEY, { start: 1, end: 4 })).toEqual(['ello', 12]);
    // Discarding a kept file changes nothing.
    await one.discard();
    expect(await read(files, KEY)).toEqual(['hello 世界', 12]);
    await files.remove(KEY);
    await files.remove(KEY);
    expect(await files.open(KEY)).toBeNull();
  });

  it('FILE-9: a discarded file leaves nothing', async () => {
    const half = await files.receive();
    await half.write(text('half'));
    await half.discard();
    const { incoming: whole } = await receive(files, 'whole');
    await whole.discard();
    expect(incoming()).toEqual([]);
  });

  it.each(['../x', '..', '/etc/passwd', 'a/b', '', 'A', '.hidden', 'incoming/x', 'x'.repeat(200), 'a\0b'])(
    'FILE-2: the store refuses %j as a file name',
    async (name) => {
      expect(await files.open(name)).toBeNull();
      await files.remove(name);
      const { incoming: one } = await receive(files, 'x');
      await expect(one.keep(name, 'text/plain')).rejects.toThrow();
      await one.discard();
      expect(incoming()).toEqual([]);
    },
  );
});

const inStorage = (over: object = {}) =>
  createS3Files({ ...keys, endpoint: storage.endpoint, ...over }, temporaryFolder());

describe('the signed storage', () => {
  it('FILE-9: every request is signed, bodies with their digest', async () => {
    const { incoming } = await receive(await inStorage(), 'x'.repeat(200_000));
    await incoming.keep('b'.repeat(32), 'image/png');
    expect(storage.objects.get(`/bucket/${'b'.repeat(32)}`)).toMatchObject({ type: 'image/png' });
    expect(storage.refused).toEqual([]);
  });

  it('FILE-9: another key is refused, and the file is not taken for kept', async () => {
    const wrong = await inStorage({ secretAccessKey: 'another' });
    const { incoming } = await receive(wrong, 'x');
    await expect(incoming.keep('c'.repeat(32), 'text/plain')).rejects.toThrow(/403/);
    await expect(wrong.open('c'.repeat(32))).rejects.toThrow(/403/);
    expect(storage.refused.length).toBeGreaterThan(0);
    expect(storage.objects.has(`/bucket/${'c'.repeat(32)}`)).toBe(false);
  });
});

it('FILE-9: settings of the storage are whole or refused', () => {
  const whole = { FILES_S3: 'https://storage.example/bucket/', FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' };
  expect(filesSettings({})).toBeNull();
  expect(filesSettings(whole)).toEqual({
    endpoint: 'https://storage.example/bucket',
    accessKeyId: 'k',
    secretAccessKey: 's',
    region: 'us-east-1',
  });
  expect(() => filesSettings({ ...whole, FILES_S3_SECRET: '' })).toThrow(/FILES_S3_KEY and FILES_S3_SECRET/);
  expect(() => filesSettings({ ...whole, FILES_S3: 'storage' })).toThrow(/FILES_S3 must/);
});
