import { describe, expect, it } from 'vitest';
import { S3Target } from '../../src/server/copies/s3-target.ts';
import { inBucket, PLACES } from '../support/copied.ts';
import { keys } from '../support/signed-storage.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

describe.each(PLACES)('copies in %s', (_, make) => {
  it('COPY-11: pieces are listed by how their names begin, in order, with their lengths', async () => {
    const { target } = await make();
    expect(await target.list('')).toEqual([]);
    expect(await target.list('series-1/')).toEqual([]);
    const all = ['files/ab/1', 'files/ab/1.00000', 'files/b0/2', 'series-1/a', 'series-1/b', 'series-2/a'];
    for (const [at, name] of [...all.entries()].toReversed()) await target.write(name, bytes('x'.repeat(at)));
    const names = async (start: string) => (await target.list(start)).map(({ name }) => name);
    expect(await names('')).toEqual(all);
    expect(await names('series-')).toEqual(all.slice(3));
    expect(await names('series-1/')).toEqual(all.slice(3, 5));
    expect(await names('files/ab/')).toEqual(all.slice(0, 2));
    expect(await names('files/a')).toEqual(all.slice(0, 2));
    expect(await names('files/c')).toEqual([]);
    expect(await target.list('series-2')).toEqual([{ name: 'series-2/a', bytes: 5 }]);
  });

  it('COPY-11: the last that was put is there, and what is not there is said to be missing', async () => {
    const { target } = await make();
    const long = Buffer.alloc(300_000, 7);
    await target.write('series-1/a', long);
    expect((await target.get('series-1/a')).equals(long)).toBe(true);
    await target.write('series-1/a', bytes('other'));
    expect((await target.get('series-1/a')).toString()).toBe('other');
    await target.delete('series-1/a');
    await target.delete('series-1/a');
    await expect(target.get('series-1/a')).rejects.toThrow('series-1/a is missing among the copies');
    expect(await target.list('')).toEqual([]);
  });
});

describe('a bucket', () => {
  it('COPY-11: every request is signed, bodies with their digest, under the prefix', async () => {
    const { target, storage } = await inBucket();
    await target.write('series-1/a', bytes('x'));
    await target.list('series-');
    await target.get('series-1/a');
    expect([...storage.objects.keys()]).toEqual(['/bucket/parley/series-1/a']);
    expect(storage.refused).toEqual([]);
  });

  it('COPY-11: another key is refused, and a piece that was cut off is not there', async () => {
    const { target, storage } = await inBucket();
    const wrong = new S3Target({ ...keys, secretAccessKey: 'another', endpoint: storage.endpoint }, '');
    await expect(wrong.write('a', bytes('x'))).rejects.toThrow('answered 403 to a new piece (a)');
    await expect(wrong.get('a')).rejects.toThrow('answered 403 to a read (a)');
    await expect(wrong.list('a')).rejects.toThrow('answered 403 to a list');
    await expect(wrong.delete('a')).rejects.toThrow('answered 403 to a removal (a)');
    storage.cut(true);
    await expect(target.write('a', Buffer.alloc(2_000_000))).rejects.toThrow(/does not answer \(\w+\)/);
    storage.cut(false);
    expect(storage.objects.size).toBe(0);
    await target.write('a', bytes('x'));
    await storage.stop();
    await expect(target.get('a')).rejects.toThrow('does not answer (ECONNREFUSED)');
  });

  it('COPY-11: a failing storage is asked three times, and its fault is not a missing piece', async () => {
    const { target, storage } = await inBucket();
    await target.write('a', bytes('x'));
    const { asked } = storage;
    storage.fail(503);
    await expect(target.get('a')).rejects.toThrow('answered 503');
    expect(storage.asked - asked).toBe(3);
    await expect(target.list('')).rejects.toThrow('answered 503');
    // The answer of another server at this address does not count as an empty list.
    storage.fail(200);
    await expect(target.list('')).rejects.toThrow('answered something else to a list');
    storage.fail(null);
    expect(await target.list('')).toHaveLength(1);
  });

  it('COPY-11: more than a piece can have is not read', async () => {
    const place = await inBucket();
    place.write('a', Buffer.alloc(17 * 1_024 * 1_024));
    await expect(place.target.get('a')).rejects.toThrow('answers more than was put there');
  });
});
