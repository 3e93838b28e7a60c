import type { UserId } from '../../domain/ids.ts';
import type { ReadTx } from '../../ports/store.ts';

/** The user, and the name. */
export interface KeptOf {
  readonly user: UserId;
  readonly name: string;
}

export const keptKey = (user: UserId, name: string): string => `${user} ${name}`;

/** Present values of the preferences that events name; absent: none is stored. */
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
