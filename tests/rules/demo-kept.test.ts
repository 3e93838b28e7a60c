import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openKept } from '../../src/demo/platform/keep-adapter.ts';

it('DEMO-2: a user who starts over finds no old data, even if the page wrote once more', async () => {
  const stored = await openKept();
  await stored.writeDatabase(new Uint8Array([1]));
  await stored.writeFile('a', new Blob(['a']));
  expect(await stored.readDatabase()).toEqual(new Uint8Array([1]));
  const forgotten = stored.forget();
  await Promise.all([stored.writeDatabase(new Uint8Array([2])), stored.writeFile('b', new Blob(['b']))]);
  await forgotten;
  await stored.writeDatabase(new Uint8Array([3]));
  const next = await openKept();
  expect([await next.readDatabase(), await next.readFile('a'), await next.readFile('b')]).toEqual([
    null,
    null,
    null,
  ]);
});
