import type { UserId } from '../../domain/ids.ts';
import type { UserStatus } from '../../domain/status.ts';
import type { ProfileRow, ReadTx } from '../../ports/store.ts';
import { indexLetter, namePy } from '../../domain/initials.ts';

/** A changed profile on the wire, the same for all who may see the user; remarks are the reader's own. */
export interface ProfileData {
  readonly id: UserId;
  readonly rev: number;
  readonly realname: string;
  readonly account: string;
  readonly avatar: string;
  readonly name_py: string;
  readonly index: string;
  readonly status?: UserStatus;
}

const NONE: ReadonlyMap<UserId, UserStatus> = new Map();

/** `statuses`: those that the viewer may see (PRES-4c). */
export async function profilesData(
  tx: ReadTx,
  rows: readonly ProfileRow[],
  statuses: ReadonlyMap<UserId, UserStatus> = NONE,
): Promise<readonly ProfileData[]> {
  if (rows.length === 0) return [];
  const users = await tx.users.byIds(rows.map(({ user }) => user));
  return rows.flatMap(({ user, rev }) => {
    const row = users.get(user);
    return row
      ? [
          {
            id: user,
            rev,
            realname: row.realname,
            account: row.account,
            avatar: row.avatar,
            name_py: namePy(row.realname),
            index: indexLetter(row.realname),
            ...(statuses.has(user) && { status: statuses.get(user) }),
          },
        ]
      : [];
  });
}
