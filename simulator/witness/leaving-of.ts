import type { WriteTx } from '../../src/ports/store.ts';
import { textOf } from './body.ts';
import type { Requests } from './requests.ts';
import { ruled } from './ruled-of.ts';
import type { ToldDeed } from './told-deed.ts';
import type { Ran } from './witnessed.ts';

/** Users who ended their account, with the password they had then, and users whose rows are all gone. */
export const watchedErasing = (
  tx: WriteTx,
  ran: Pick<Ran, 'ending' | 'forgotten'>,
  count: (what: string) => void,
): WriteTx['erasing'] => ({
  ...tx.erasing,
  begin: async (erasure) => {
    const row = await tx.users.byId(erasure.user);
    await tx.erasing.begin(erasure);
    const password = row?.passwordHash.replace('hash of ', '') ?? '';
    ran.ending = { user: erasure.user, words: erasure.words, password };
  },
  dropOwn: async (user, account) => {
    await tx.erasing.dropOwn(user, account);
    ran.forgotten = user;
    count('job: FinishingErasures');
  },
});

/** A user ended their account, or was erased completely; null otherwise. */
export function ended(ran: Ran, at: number, requests: Requests): readonly ToldDeed[] | null {
  const { ending, forgotten } = ran;
  if (forgotten !== undefined) return [{ deed: { do: 'forget', by: null, person: forgotten }, asked: null }];
  if (ending === undefined) return null;
  const { user: by, words, password } = ending;
  const asked = requests.some('eraseaccount', at, by, (body) => textOf(body['password']) === password);
  return [{ deed: { do: 'endAccount', by, words }, asked }, ...ruled(ran)];
}
