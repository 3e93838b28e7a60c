import { runAdmin } from '../../src/server/admin/run.ts';
import type { World } from './world.ts';

/** What commands wrote into files of their own, by path. */
export const saved = new Map<string, Uint8Array>();

/** What `npm run admin -- …` does, on the store of a running world; the server finds out by itself. */
export async function admin(world: World, ...words: readonly string[]): Promise<readonly string[]> {
  const { exit, lines } = await tryAdmin(world, ...words);
  if (exit !== 0) throw new Error(lines.join('\n'));
  await world.clock.advance(1_000);
  await world.settle();
  return lines;
}

export function tryAdmin(world: World, ...words: readonly string[]): ReturnType<typeof runAdmin> {
  const { store, clock, ids, passwords, log, uploads } = world.server.core;
  return runAdmin(
    {
      store,
      clock,
      ids,
      passwords,
      registration: 'open',
      address: 'http://parley.test',
      log,
      who: 'root',
      files: () => (uploads ? Promise.resolve(uploads.files) : Promise.reject(new Error('no files here'))),
      save: async (path, body) =>
        void saved.set(path, new Uint8Array(await new Response(body).arrayBuffer())),
    },
    words,
  );
}
