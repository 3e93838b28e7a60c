import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { openKept } from '../../src/demo/platform/keep-adapter.ts';

it('DEMO-2: a user who starts over finds no old data, even if the page wrote once more', async () => {
  const kept = await openKept();
  await kept.writeDatabase(new Uint8Array([1]));
  await kept.writeFile('a', new Blob(['a']));
  expect(await kept.readDatabase()).toEqual(new Uint8Array([1]));
  const forgotten = kept.forget();
  await Promise.all([kept.writeDatabase(new Uint8Array([2])), kept.writeFile('b', new Blob(['b']))]);
  await forgotten;
  await kept.writeDatabase(new Uint8Array([3]));
  const next = await openKept();
  expect([await next.readDatabase(), await next.readFile('a'), await next.readFile('b')]).toEqual([
    null,
    null,
    null,
  ]);
});
