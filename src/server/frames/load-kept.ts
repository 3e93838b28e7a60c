import type { UserId } from '../../domain/ids.ts';
import type { ReadTx } from '../../ports/store.ts';

/** Of whom, and under which name. */
export interface KeptOf {
  readonly user: UserId;
  readonly name: string;
}

export const keptKey = (user: UserId, name: string): string => `${user} ${name}`;

/** What is kept now under the names that events speak of; none: nothing is. */
export async function loadKept(
  tx: ReadTx,
  wanted: ReadonlyMap<string, KeptOf>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const [key, { user, name }] of wanted) {
    const row = await tx.kept.get(user, name);
    if (row) found.set(key, row.value);
  }
  return found;
}
