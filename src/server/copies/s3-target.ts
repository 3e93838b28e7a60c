import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { copyLimits as limits } from '../kernel/copy-limits.ts';
import { CopiesAwayError, CopyRefusedError } from '../kernel/store-errors.ts';
import type { S3Settings } from '../files/s3-files-adapter.ts';
import { missingText } from './target.ts';
import type { CopyTarget, Listed } from './target.ts';

/**
 * A bucket in S3-compatible storage. It stores an object only if it arrived completely with the signed
 * digest, so a piece exists completely or not at all.
 */
export class S3Target implements CopyTarget {
  private readonly client: AwsClient;

  constructor(
    private readonly settings: S3Settings,
    /** Prefix of all names here. */
    private readonly prefix: string,
  ) {
    const { accessKeyId, secretAccessKey, region } = settings;
    this.client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      retries: limits.requestRetries,
    });
  }

  async list(start: string): Promise<readonly Listed[]> {
    const objects: Listed[] = [];
    let after = '';
    for (let page = 0; page < limits.listPagesMax; page += 1) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: this.prefix + start });
      // Pages by the last name, not by a token: all storages agree on it.
      if (after !== '') query.set('start-after', after);
      const answer = await this.ask('GET', `?${query}`);
      if (!answer.ok) throw await refused(answer, 'a list');
      const text = (await bytesOf(answer)).toString();
      if (!text.includes('<ListBucketResult'))
        throw new CopiesAwayError('the storage of the copies answered something else to a list');
      const keys = listedIn(text);
      for (const { name, bytes } of keys) objects.push({ name: name.slice(this.prefix.length), bytes });
      if (!text.includes('<IsTruncated>true')) return objects;
      const last = keys.at(-1)?.name ?? '';
      if (last <= after) throw new CopiesAwayError('the storage of the copies tells the same names again');
      after = last;
    }
    throw new CopiesAwayError(`more names begin with ${start} than can be listed`);
  }

  async write(name: string, bytes: Buffer): Promise<void> {
    const answer = await this.ask('PUT', this.pathOf(name), bytes);
    if (!answer.ok) throw await refused(answer, `a new piece (${name})`);
    await answer.body?.cancel();
  }

  async get(name: string): Promise<Buffer> {
    const answer = await this.ask('GET', this.pathOf(name));
    if (answer.ok) return bytesOf(answer);
    if (answer.status !== 404) throw await refused(answer, `a read (${name})`);
    await answer.body?.cancel();
    throw new CopyRefusedError(missingText(name));
  }

  async delete(name: string): Promise<void> {
    const answer = await this.ask('DELETE', this.pathOf(name));
    if (!answer.ok && answer.status !== 404) throw await refused(answer, `a removal (${name})`);
    await answer.body?.cancel();
  }

  private readonly pathOf = (name: string): string => `/${this.prefix}${name}`;

  private async ask(method: string, path: string, body?: Buffer): Promise<Response> {
    const signal = AbortSignal.timeout(limits.requestMs);
    const signed = body && {
      body: new Uint8Array(body),
      headers: { 'x-amz-content-sha256': digestOf(body) },
    };
    try {
      return await this.client.fetch(`${this.settings.endpoint}${path}`, { method, signal, ...signed });
    } catch (error) {
      throw away(error);
    }
  }
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function refused(answer: Response, what: string): Promise<Error> {
  await answer.body?.cancel();
  return new CopiesAwayError(`the storage of the copies answered ${answer.status} to ${what}`);
}

function away(error: unknown): Error {
  const { name, cause } = error as { readonly name?: string; readonly cause?: { readonly code?: string } };
  const why = name === 'TimeoutError' ? 'in time' : `(${cause?.code ?? String(error)})`;
  return new CopiesAwayError(`the storage of the copies does not answer ${why}`, { cause: error });
}

/** Limits it to the size of a piece: the remote end must not exhaust our memory. */
async function bytesOf(answer: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const part of answer.body ?? []) {
      length += part.byteLength;
      if (length > 2 * limits.partBytes)
        throw new CopiesAwayError('the storage of the copies answers more than was put there');
      parts.push(part);
    }
  } catch (error) {
    throw error instanceof CopiesAwayError ? error : away(error);
  }
  return Buffer.concat(parts);
}

/** Our own names have no character that is written otherwise here. */
const listedIn = (text: string): readonly Listed[] =>
  [...text.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([entry]) => ({
    name: /<Key>([^<]*)<\/Key>/.exec(entry)?.[1] ?? '',
    bytes: Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1] ?? 0),
  }));
