import type { UserId } from '../../domain/ids.ts';
import type { ReadTx } from '../../ports/store.ts';

/** The user, and the name. */
export interface KeptOf {
  readonly user: UserId;
  readonly name: string;
}

export const preferenceKey = (user: UserId, name: string): string => `${user} ${name}`;

/** Present values of the preferences that events name; absent: none is stored. */
export async function loadKept(
  tx: ReadTx,
  wanted: ReadonlyMap<string, KeptOf>,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const [key, { user, name }] of wanted) {
    const row = await tx.kept.get(user, name);
    if (row) values.set(key, row.value);
  }
  return values;
}
