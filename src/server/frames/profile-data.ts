import { ERASED_NAME } from '../../domain/erased-name.ts';
import { userStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import { namePy } from '../../domain/initials.ts';
import { indexLetter } from '../../domain/name-order.ts';
import { EXTRA_NAMES, EXTRAS_AT, type ExtraName, type ProfileExtras } from '../../domain/profile.ts';
import type { ProfileRow, ReadTx, WriteTx } from '../../ports/store.ts';
import { preferenceOf } from '../../wire/kept.ts';
import type { EventRecorder } from '../kernel/core.ts';

/** A changed profile on the wire; remarks are the reader's own. */
export interface ProfileData extends Partial<ProfileExtras> {
  /** The account is disabled (DATA-15). */
  readonly disabled?: 1;
  readonly id: UserId;
  readonly rev: number;
  readonly realname: string;
  readonly account: string;
  readonly avatar: string;
  readonly name_py: string;
  readonly index: string;
}

/** A profile as users of a common chat receive it, and as contacts do: with its extras (PRES-4c). */
export interface ProfileViews {
  readonly others: ProfileData;
  /** The same object as `others` if the user has no extras. */
  readonly contacts: ProfileData;
}

/** The only maker of profiles for live frames, lists and `sync` (STREAM-17). */
export async function profileViews(
  tx: ReadTx,
  rows: readonly ProfileRow[],
  nowMs: number,
): Promise<readonly ProfileViews[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ user }) => user);
  const users = await tx.users.byIds(ids);
  const extras = await extrasOf(tx, ids, nowMs);
  return rows.flatMap(({ user, rev }) => {
    const row = users.get(user);
    if (!row) return [];
    const others = {
      id: user,
      rev,
      realname: row.realname,
      account: row.account,
      avatar: row.avatar,
      name_py: namePy(row.realname),
      index: indexLetter(row.realname),
    };
    const extra = extras.get(user);
    return [{ others, contacts: extra ? { ...others, ...extra } : others }];
  });
}

/** Profiles of those of these users that have extras, for contacts. */
export async function profilesWithExtras(
  tx: ReadTx,
  users: readonly UserId[],
  nowMs: number,
): Promise<readonly ProfileData[]> {
  const extras = await extrasOf(tx, users, nowMs);
  if (extras.size === 0) return [];
  const views = await profileViews(tx, await tx.profiles.of([...extras.keys()]), nowMs);
  return views.map(({ contacts }) => contacts);
}

type Extras = Pick<ProfileData, 'disabled' | ExtraName>;

/** Only present values (PRES-4b). */
async function extrasOf(
  tx: ReadTx,
  users: readonly UserId[],
  nowMs: number,
): Promise<ReadonlyMap<UserId, Extras>> {
  const extras = new Map<UserId, Extras>();
  for (const { id, active, realname } of (await tx.users.byIds(users)).values())
    if (!active && realname !== ERASED_NAME) extras.set(id, { disabled: 1 });
  for (const name of EXTRA_NAMES)
    for (const { user, value } of await tx.preferences.ofUsers(name, users)) {
      const extra = extraAt(name, value, nowMs);
      if (extra !== null) extras.set(user, { ...extras.get(user), [name]: extra });
    }
  return extras;
}

function extraAt(name: ExtraName, value: string, nowMs: number): ProfileExtras[ExtraName] | null {
  const preference = preferenceOf(name, JSON.parse(value));
  return preference?.name === name ? EXTRAS_AT[name](preference.value, nowMs) : null;
}

/** Sends the extras of a user, if there are any, to users who may see them from now on (PRES-4c). */
export async function sendExtras(tx: WriteTx, record: EventRecorder, user: UserId): Promise<void> {
  for (const name of EXTRA_NAMES)
    if ((await tx.preferences.get(user, name)) !== null) {
      await sendProfile(tx, record, user);
      return;
    }
}

/** Sends the profile again: an extra of it changed (PRES-4c). */
export async function sendProfile(tx: WriteTx, record: EventRecorder, user: UserId): Promise<void> {
  await tx.profiles.noteChange(user);
  await record.event(userStream(user), { kind: 'profile', shown: true });
}
