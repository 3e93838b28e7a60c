import type * as v from 'valibot';
import { DAY } from '../../../domain/duration.ts';
import { GUEST_ACCOUNT, guestLimits, guestName, withoutGuestMark } from '../../../domain/guests.ts';
import { groupStream } from '../../../domain/ids.ts';
import { isMuted } from '../../../domain/permissions.ts';
import { isReserved } from '../../../domain/reserved-names.ts';
import { lengthOf, nicknameProblem } from '../../../domain/validation.ts';
import type { LinkRow, ReadTx, UserRow } from '../../../ports/store.ts';
import { USER_ROLE } from '../../../domain/contact.ts';
import type { login as call } from '../../../wire/calls/login.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { type Core, command } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { addUser } from './new-user.ts';
import { checkOpen } from './open.ts';
import { takeLoginRate } from './tries.ts';
import type { Context } from '../context.ts';
import { linkIn } from '../groups/entrances.ts';
import { admit, checkRoom } from '../groups/members.ts';
import { announcePicture } from '../groups/picture.ts';

type Body = Pick<v.InferOutput<typeof call.body>, 'guest' | 'realname'>;

/** The link of this token, if it admits guests now. */
export async function guestLink(core: Core, tx: ReadTx, token: string): Promise<LinkRow | null> {
  if (core.config().sysInfo.guests !== true) return null;
  const link = await linkIn(core, tx, token);
  return link !== null && link.guestDays > 0 ? link : null;
}

function nameRefusal(realname: string): Refusal | null {
  const field = { field: 'realname' } as const;
  const name = withoutGuestMark(realname);
  if (lengthOf(name) > guestLimits.nameMax) return new Refusal('guestNameLong', field);
  const problem = nicknameProblem(name);
  if (problem) return new Refusal(problem, field);
  return isReserved(name) ? new Refusal('nameReserved', field) : null;
}

/** Adds a guest to the group of a link; there is no password (GUEST-2). */
export async function guestByLink(context: Context, body: Body): Promise<UserRow | Refusal> {
  const { core } = context;
  if (core.config().demonMode) return new Refusal('demoMode');
  const refusal =
    checkOpen(core, USER_ROLE.user) ?? takeLoginRate(context, null) ?? nameRefusal(body.realname);
  if (refusal) return refusal;
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  const outcome = await command(core, async (tx, record) => {
    const link = await guestLink(core, tx, body.guest);
    if (!link || !(await tx.groups.byId(link.group))) return new Refusal('joinNeedsInvite');
    const stream = groupStream(link.group);
    // Reading the stream locks it where many write at once.
    await tx.streams.get(stream);
    const members = (await tx.members.count(stream)) + 1;
    const full = checkRoom(core, members);
    if (full) return full;
    const guests = await tx.guests.activeOf(stream);
    if (guests.length >= guestLimits.ofGroupMax)
      return new Refusal('guestsMany', { facts: { max: guestLimits.ofGroupMax } });
    // A muted guest would speak again under another name (GUEST-7).
    const nowSec = Math.floor(tx.nowMs / 1_000);
    for (const { user } of guests.filter((one) => one.link === link.id)) {
      const member = await tx.members.get(stream, user);
      if (member && isMuted(member, nowSec)) return new Refusal('joinNeedsInvite');
    }
    if (!(await tx.entrances.useLink(link.id))) return new Refusal('joinNeedsInvite');
    const user = await addUser(tx, {
      account: `${GUEST_ACCOUNT}${core.ids.hex(6)}`,
      realname: guestName(body.realname),
      passwordHash,
      isAuth: false,
      faces: Boolean(core.uploads),
    });
    const [createdAtMs, untilMs] = [tx.nowMs, tx.nowMs + link.guestDays * DAY];
    await tx.guests.insert({ user, stream, link: link.id, by: link.by, createdAtMs, untilMs });
    await admit(core, tx, record, { stream, by: user, inviter: link.by, fresh: [user], members });
    const facts = { link: link.id, days: link.guestDays };
    await noteAudit(core.passwords, tx, { by: `user ${user}`, what: 'guest came', about: stream, facts });
    return { user: await tx.users.byId(user), stream };
  });
  if (outcome instanceof Refusal) return outcome;
  const { user, stream } = outcome;
  if (!user) return new Refusal('joinNeedsInvite');
  await announcePicture(core, stream, user.id);
  return user;
}
