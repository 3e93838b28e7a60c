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
  requests: ReadonlyMap<string, KeptOf>,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const [key, { user, name }] of requests) {
    const row = await tx.preferences.get(user, name);
    if (row) values.set(key, row.value);
  }
  return values;
}
