import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import { AwsClient } from 'aws4fetch';
import { FilesAwayError } from '../../ports/files.ts';
import type { Files } from '../../ports/files.ts';
import { createIncoming } from './incoming-adapter.ts';
import { storedDigest } from './stored-digest-adapter.ts';

export interface S3Settings {
  /** Address of the bucket, without a slash at its end. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const NAME = /^[a-z0-9][a-z0-9-]{0,80}$/;

/** The storage failed; 507 is its status for a full one. */
export class StorageError extends FilesAwayError {
  override readonly name = 'StorageError';
  constructor(message: string, status = 0) {
    super(message, status === 507);
  }
}

/**
 * Files in S3-compatible storage. They are received on this machine first: the storage needs the length, and
 * the bytes are inspected before they are stored.
 */
export async function createS3Files(settings: S3Settings, scratchFolder: string): Promise<Files> {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 });
  const urlOf = (name: string) => `${endpoint}/${name}`;
  const receive = await createIncoming(scratchFolder, async (scratch, name, { digest, type }) => {
    if (!NAME.test(name)) throw new StorageError('not a name of a file');
    const body = await openAsBlob(scratch);
    const headers = { 'content-type': type, 'x-amz-content-sha256': digest };
    const answer = await client.fetch(urlOf(name), { method: 'PUT', body, headers });
    await answer.body?.cancel();
    if (!answer.ok)
      throw new StorageError(`the storage answered ${answer.status} to a new file`, answer.status);
    await rm(scratch, { force: true });
  });
  const open: Files['open'] = async (name, range) => {
    if (!NAME.test(name)) return null;
    const headers = new Headers(range ? { range: `bytes=${range.start}-${range.end}` } : undefined);
    const answer = await client.fetch(urlOf(name), { headers });
    if (answer.status === 404) {
      await answer.body?.cancel();
      return null;
    }
    if (!answer.ok || !answer.body)
      throw new StorageError(`the storage answered ${answer.status} to a read`, answer.status);
    return { body: answer.body, sizeBytes: pictureSize(answer.headers) };
  };
  return {
    receive,
    open,
    digest: (name) => storedDigest(open, name),
    remove: async (name) => {
      if (!NAME.test(name)) return;
      const answer = await client.fetch(urlOf(name), { method: 'DELETE' });
      await answer.body?.cancel();
      if (!answer.ok && answer.status !== 404)
        throw new StorageError(`the storage answered ${answer.status} to a removal`, answer.status);
    },
  };
}

/** Size of the whole file, also in the answer to a range. */
const pictureSize = (headers: Headers): number =>
  Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length') ?? 0);
