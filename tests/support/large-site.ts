import { join } from 'node:path';
import { fillStore, type Size } from './fill-store.ts';
import { type HttpUser, newAccount, password, post, signIn } from './http-user.ts';
import { startServer, temporaryFolder, type TestServer } from './server.ts';

/**
 * A running server with a large store. Person 1 has all the conversations, and person 2 is the partner in the
 * first.
 */
export interface LargeSite {
  readonly server: TestServer;
  readonly me: { readonly name: string; readonly account: string };
  readonly partner: HttpUser & { readonly name: string };
}

export async function largeSite(size: Size): Promise<LargeSite> {
  const dataDir = temporaryFolder();
  const first = await startServer({ dataDir });
  const names = ['Anna Lake', 'Bela Hill'] as const;
  const accounts = names.map(newAccount);
  for (const [i, name] of names.entries()) {
    const made = await post(first.url, '/common/pub/register', {
      account: accounts[i],
      realname: name,
      password,
      inviteCode: '',
    });
    if (made.code !== 0) throw new Error(made.msg);
  }
  await first.stop();
  fillStore(join(dataDir, 'parley.db'), size);
  const server = await startServer({ dataDir });
  const partner = await signIn(server.url, accounts[1] ?? '');
  return {
    server,
    me: { name: names[0], account: accounts[0] ?? '' },
    partner: { ...partner, name: names[1] },
  };
}
