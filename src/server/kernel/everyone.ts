import { isGuest } from '../../domain/guests.ts';
import { peopleLimits } from '../../domain/limits.ts';
import { frameLimits } from '../../domain/list-limits.ts';
import type { ReadTx, UserRow } from '../../ports/store.ts';
import type { Steps } from './long-read.ts';

/** All active users but guests, by id; at most as many as a closed organisation lists (CONF-6). */
export async function everyone(tx: ReadTx, steps: Steps): Promise<readonly UserRow[]> {
  const people: UserRow[] = [];
  for (let after = 0; people.length < peopleLimits.everyoneMax;) {
    const rows = await tx.users.active(after, frameLimits.pageLimitMax * 5);
    people.push(...rows.filter((one) => !isGuest(one)));
    await steps.did(rows.length);
    const last = rows.at(-1);
    if (!last || rows.length < frameLimits.pageLimitMax * 5) break;
    after = last.id;
  }
  return people;
}
