import { groupStream } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import { inviteLimits } from '../../kernel/limits.ts';
import type { Ids } from '../../../ports/random.ts';
import type { InviteRow, ReadTx, Store, WriteTx } from '../../../ports/store.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { admit, demandRoom } from '../groups/members.ts';

/** Without letters and digits that look alike; 32 characters, so a byte chooses evenly. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code that people read to each other. */
export function codeText(ids: Ids, length: number): string {
  const bytes = ids.hex(length).match(/../g) ?? [];
  return bytes.map((byte) => CHARACTERS[Number.parseInt(byte, 16) % CHARACTERS.length]).join('');
}

/** What an invitation says beyond that one person may register within 48 h (INVITE-1). */
export type InviteTerms = Partial<Pick<InviteRow, 'max' | 'role' | 'group'>> & { readonly lifeMs?: number };

/** A code that lets people register (START-5); one with terms of its own is longer, since it lives longer. */
export const makeInvite = (store: Store, ids: Ids): Promise<string> =>
  store.write((tx) => addInvite(tx, ids, {}));

export async function addInvite(tx: WriteTx, ids: Ids, terms: InviteTerms): Promise<string> {
  const { max = 1, role = 0, group = null, lifeMs = inviteLimits.lifeMs } = terms;
  const isPlain = Object.keys(terms).length === 0;
  const code = codeText(ids, isPlain ? inviteLimits.length : inviteLimits.longLength);
  await tx.invites.insert({ code, expiresAtMs: tx.nowMs + lifeMs, max, role, group });
  return code;
}

export const inviteLink = (base: string, code: string): string =>
  `${base}/#/pages/login/register?inviteCode=${code}`;

/**
 * The invitation by which somebody comes. Where registration is open nobody needs one: a code that lets
 * nobody in changes nothing then, and one that does gives what it says (INVITE-2).
 */
export async function inviteOf(core: Core, tx: ReadTx, code: string): Promise<InviteRow | null | Refusal> {
  const isNeeded = core.config().sysInfo.regtype === 2;
  if (code === '') return isNeeded ? new Refusal('inviteOnly') : null;
  const row = await tx.invites.byCode(code);
  if (row !== null && row.used < row.max && row.expiresAtMs > core.clock.nowMs()) return row;
  return isNeeded ? new Refusal('inviteDead') : null;
}

/**
 * Takes a place of the invitation for somebody who has just been added, in the same command: of many by the
 * last one exactly one is there afterwards (INVITE-2). Answers the group where they are members now.
 */
export async function comeBy(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  { code, role, group }: InviteRow,
): Promise<StreamId | null | Refusal> {
  if (!(await tx.invites.use(code, user))) return new Refusal('inviteDead');
  // The very first is the administrator of all, whatever a link says.
  if (role === 2 && (await tx.users.byId(user))?.role === 0) await tx.users.update(user, { role });
  return group === null ? null : putIn(core, tx, record, user, group);
}

async function putIn(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  group: GroupId,
): Promise<StreamId | Refusal> {
  const stream = groupStream(group);
  // Asking for the stream locks it where many write at once.
  await tx.streams.get(stream);
  if (!(await tx.groups.byId(group))) return new Refusal('inviteDead');
  const members = (await tx.members.count(stream)) + 1;
  const refusal = demandRoom(core, members);
  if (refusal) return refusal;
  await admit(core, tx, record, { stream, by: user, inviter: user, fresh: [user], members });
  return stream;
}
