import { skeletonOf } from '../../../domain/skeleton.ts';
import type { ReadTx, UserRow } from '../../../ports/store.ts';

/** A typed username. */
export interface Named {
  readonly user: UserRow | null;
  /**
   * The user's own spelling. All spellings of an unknown username become one, so that no limit shows which
   * ones exist (ACC-14).
   */
  readonly account: string;
}

/** Without case and width, in which no two usernames differ since registration compares them (RULE-8). */
const folded = (account: string): string => account.normalize('NFKC').toLowerCase();

/**
 * Finds the user of a typed username: the exact one, else the only one that differs in case and width
 * (ACC-24). Earlier accounts may differ in these alone, so a username that fits several fits none.
 */
export async function findNamed(tx: ReadTx, username: string): Promise<Named> {
  const exact = await tx.users.byAccount(username);
  if (exact !== null) return { user: exact, account: exact.account };
  const foldedName = folded(username);
  const alike = (await tx.users.bySkeleton(skeletonOf(username))).filter(
    ({ account }) => folded(account) === foldedName,
  );
  const [user = null] = alike.length === 1 ? alike : [];
  return { user, account: user?.account ?? foldedName };
}
