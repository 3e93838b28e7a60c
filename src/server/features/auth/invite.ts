import { groupStream } from '../../../domain/ids.ts';
import type { GroupId, StreamId, UserId } from '../../../domain/ids.ts';
import { inviteLimits, serverLimits } from '../../kernel/limits.ts';
import type { Ids } from '../../../ports/random.ts';
import type { InviteRow, ReadTx, Store, WriteTx } from '../../../ports/store.ts';
import type { Core, EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { admit, checkRoom } from '../groups/members.ts';
import { USER_ROLE } from '../../../domain/contact.ts';

/** Excludes characters that look alike; 32 characters, so a byte chooses evenly. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code that people read to each other. */
export function codeText(ids: Pick<Ids, 'hex'>, length: number): string {
  const bytes = ids.hex(length).match(/../g) ?? [];
  return bytes.map((byte) => CHARACTERS[Number.parseInt(byte, 16) % CHARACTERS.length]).join('');
}

/** Terms of an invitation beyond its default: one registration within 48 h (INVITE-1). */
export type InviteTerms = Partial<Pick<InviteRow, 'max' | 'role' | 'group'>> & { readonly lifeMs?: number };

/** The code for the first account; its length tells it from the others (START-22). */
export const makeFirstInvite = (store: Store, ids: Ids): Promise<string> =>
  store.write(async (tx) => {
    const code = codeText(ids, inviteLimits.firstLength);
    const expiresAtMs = tx.nowMs + inviteLimits.lifeMs;
    await tx.invites.insert({ code, expiresAtMs, max: 1, role: USER_ROLE.user, group: null });
    return code;
  });

/** Links that earlier starts printed open nothing once the first account exists (START-22). */
export async function endFirstInvites(tx: WriteTx, redeemedCode: string): Promise<void> {
  for (const { code } of await tx.invites.live(tx.nowMs, serverLimits.pruneStepMax))
    if (code.length === inviteLimits.firstLength && code !== redeemedCode) await tx.invites.end(code);
}

/** A registration code (START-5); one with special terms is longer, since it lives longer. */
export async function addInvite(
  tx: WriteTx,
  ids: Ids,
  terms: InviteTerms,
  person: Pick<InviteRow, 'name' | 'email'> = { name: '', email: '' },
): Promise<string> {
  const { max = 1, role = USER_ROLE.user, group = null, lifeMs = inviteLimits.lifeMs } = terms;
  const isPlain = Object.keys(terms).length === 0;
  const code = codeText(ids, isPlain ? inviteLimits.length : inviteLimits.longLength);
  await tx.invites.insert({ code, expiresAtMs: tx.nowMs + lifeMs, max, role, group, ...person });
  return code;
}

/** `name`: fills the field of the nickname (INVITE-6). */
export const inviteLink = (base: string, code: string, name = ''): string =>
  `${base}/#/pages/login/register?inviteCode=${code}${name === '' ? '' : `&name=${encodeURIComponent(name)}`}`;

/** The page on which a user sets a password (ACC-23, ACC-29). */
export const passwordLink = (base: string, account: string, code: string): string =>
  `${base}/#/pages/login/register?account=${encodeURIComponent(account)}&inviteCode=${code}`;

/**
 * The invitation a user registers with. Open registration needs none: an invalid code changes nothing then,
 * and a valid one grants its terms (INVITE-2).
 */
export async function inviteOf(core: Core, tx: ReadTx, code: string): Promise<InviteRow | null | Refusal> {
  const isNeeded = core.config().sysInfo.regtype === 2;
  if (code === '') return isNeeded ? new Refusal('inviteOnly') : null;
  const row = await tx.invites.byCode(code);
  if (row !== null && row.used < row.max && row.expiresAtMs > core.clock.nowMs()) return row;
  return isNeeded ? new Refusal('inviteDead') : null;
}

/**
 * Uses a place of the invitation for a user just added, in the same command: of several with the last place
 * exactly one succeeds (INVITE-2). Returns the group they are a member of now.
 */
export async function joinByInvite(
  core: Core,
  tx: WriteTx,
  record: EventRecorder,
  user: UserId,
  { code, role, group }: InviteRow,
): Promise<StreamId | null | Refusal> {
  if (!(await tx.invites.use(code, user))) return new Refusal('inviteDead');
  // The first user is the main administrator, regardless of a link.
  if (role === USER_ROLE.administrator && (await tx.users.byId(user))?.role === USER_ROLE.user)
    await tx.users.update(user, { role });
  return group === null ? null : addToGroup(core, tx, record, user, group);
}

async function addToGroup(
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
  const refusal = checkRoom(core, members);
  if (refusal) return refusal;
  await admit(core, tx, record, { stream, by: user, inviter: user, fresh: [user], members });
  return stream;
}
