import { executeAdmin } from '../../src/server/admin/run.ts';
import type { World } from './world.ts';

/** Files that commands wrote, by path. */
export const saved = new Map<string, Uint8Array>();

/** Runs `npm run admin -- …` on the store of a running world. The server notices the change on its own. */
export async function admin(world: World, ...words: readonly string[]): Promise<readonly string[]> {
  const { exit, lines } = await tryAdmin(world, ...words);
  if (exit !== 0) throw new Error(lines.join('\n'));
  await world.clock.advance(1_000);
  await world.settle();
  return lines;
}

export function tryAdmin(world: World, ...words: readonly string[]): ReturnType<typeof executeAdmin> {
  const { store, clock, ids, passwords, log, uploads, engineFaults, mail, ldap, settings } =
    world.server.core;
  return executeAdmin(
    {
      store,
      clock,
      ids,
      passwords,
      registration: 'open',
      hasMail: mail !== null,
      hasLdap: Boolean(ldap),
      mail,
      address: 'http://parley.test',
      hasPublicUrl: settings.publicUrl !== null,
      log,
      who: 'root',
      engineFaults,
      files: () => (uploads ? Promise.resolve(uploads.files) : Promise.reject(new Error('no files here'))),
      save: async (path, body) =>
        void saved.set(path, new Uint8Array(await new Response(body).arrayBuffer())),
    },
    words,
  );
}
