import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from '../../src/ports/files.ts';
import { FileCopier } from '../../src/server/copies/file-copier.ts';
import { restoreAt, type FilesPlace } from '../../src/server/copies/restore.ts';
import type { CopyStore } from '../../src/server/copies/copy-store.ts';
import { openFiles } from '../../src/server/files/open-files-adapter.ts';
import type { S3Settings } from '../../src/server/files/s3-files-adapter.ts';
import { systemIds } from '../../src/server/platform/system-adapter.ts';
import { userId } from '../../src/domain/ids.ts';
import { atEnd, copiedPlace, inFolder, type Place } from './copied.ts';

export const inHouse: FilesPlace = { bucket: null };

/** Bytes that nothing makes smaller, and that differ from each other. */
export const noise = (length: number): Buffer => Buffer.from(systemIds.hex(length), 'hex');

/** A database with files, and both are copied. */
export async function copiedFiles(make: () => Promise<Place> = inFolder, bucket: S3Settings | null = null) {
  const here = await copiedPlace(make);
  const { folder, path, store, copyStore, at } = here;
  const { files } = await openFiles(join(folder, 'data'), bucket);
  const newFiles = (by: CopyStore = copyStore, from: Pick<Files, 'open'> = files) => {
    const copier = new FileCopier({
      path,
      copyStore: by,
      files: from,
      nowMs: () => at.ms,
      retentionMs: 3 * 86_400_000,
    });
    atEnd(() => copier.stop());
    return copier;
  };
  const fileCopier = newFiles();
  /** Runs until no copy is due, as many turns as one second has. */
  const copyFiles = async (by = fileCopier) => {
    for (let n = 0; n < 2_000 && !(await by.turn()); n += 1);
  };
  const send = async (bytes: Buffer, key = systemIds.hex(16)) => {
    const incoming = await files.receive();
    await incoming.write(bytes);
    const { digest, sizeBytes } = await incoming.end();
    await incoming.keep(key, 'image/png');
    return { key, id: await addRow(key, { digest, sizeBytes }) };
  };
  const addRow = (key: string, facts: { readonly digest: string; readonly sizeBytes: number }) =>
    store.write((tx) =>
      tx.files.insert({
        ...facts,
        key,
        user: userId(1),
        name: 'photo.png',
        ext: 'png',
        mime: 'image/png',
        cate: 2,
        purpose: 'message',
        details: null,
        createdAtMs: at.ms,
      }),
    );
  const unsend = async ({ key, id }: { readonly key: string; readonly id: number }) => {
    await store.write((tx) => tx.files.delete(id));
    await files.remove(key);
  };
  const backWithFiles = async (atMs: number, by = copyStore, place = inHouse) => {
    const to = join(folder, `back-${systemIds.hex(4)}`);
    return { ...(await restoreAt(by, { atMs, to, epoch: 'another', files: place })), to };
  };
  const pieces = () => here.place.names().filter((name) => /^files\/..\/[0-9a-f]{32}/.test(name));
  return { ...here, files, fileCopier, newFiles, copyFiles, send, addRow, unsend, backWithFiles, pieces };
}

/** The bytes of a restored file with this key, or null. */
export function broughtBack(to: string, key: string): Buffer | null {
  const path = join(to, 'files', key.slice(-2), key);
  return existsSync(path) ? readFileSync(path) : null;
}

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
