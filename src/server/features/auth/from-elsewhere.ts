import { fittingName, longestStart, mixesScripts, nicknameProblem } from '../../../domain/validation.ts';
import { isReserved } from '../../../domain/reserved-names.ts';
import { textLimits } from '../../../domain/limits.ts';
import type { StreamId } from '../../../domain/ids.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import { addressKey } from '../../kernel/address-key.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { command } from '../../kernel/core.ts';
import type { EventRecorder } from '../../kernel/core.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import { announcePicture } from '../groups/picture.ts';
import { addUser, isTaken, welcome } from './new-user.ts';
import { checkOpen } from './open.ts';
import { variantOf } from './openid-person.ts';
import { USER_ROLE } from '../../../domain/contact.ts';

/** A user known to another service, without an account here. */
interface Comer {
  readonly account: string;
  /** As given; truncated if too long. */
  readonly name: string;
  /** Typed by the user instead of it; empty where not. */
  readonly typedName?: string;
  /** Proved there; empty where it is not. */
  readonly email: string;
  /** Name of the service, for the audit. */
  readonly provider: string;
}

interface Steps {
  /** Run in the same command: before the account exists, and after. */
  readonly first?: (tx: WriteTx) => Promise<Refusal | null>;
  readonly link: (tx: WriteTx, user: UserRow) => Promise<Refusal | null>;
  /** Groups beside the one of welcome that they are in from now on. */
  readonly groups?: (tx: WriteTx, record: EventRecorder, user: UserRow) => Promise<readonly StreamId[]>;
}

/** Creates their account, with an unknown random password (OIDC-5, LDAP-3). */
export async function addFromElsewhere(
  { core, peer }: Context,
  { account: preferredAccount, name, typedName = '', email, provider }: Comer,
  { first, link, groups }: Steps,
): Promise<UserRow | Refusal> {
  if (core.config().demonMode) return new Refusal('demoMode');
  const closed = checkOpen(core, USER_ROLE.user);
  if (closed) return closed;
  const realname = typedName === '' ? nameFor(core, name, preferredAccount) : typedName.trim();
  const problem = nicknameProblem(realname);
  if (problem) return new Refusal(problem);
  if (isReserved(realname)) return new Refusal('nameReserved');
  const passwordHash = await core.passwords.hash(core.ids.hex(32));
  const outcome = await command(core, async (tx, record) => {
    const stopped = await first?.(tx);
    if (stopped) return stopped;
    if (await tx.users.byAccount(preferredAccount)) return new Refusal('accountTaken');
    // The user did not choose it, so a variant is used instead of a refusal (RULE-8).
    const isFree = !isReserved(preferredAccount) && !(await isTaken(tx, preferredAccount));
    const account = isFree ? preferredAccount : variantOf(core, preferredAccount);
    const id = await addUser(tx, {
      account,
      realname,
      passwordHash,
      isAuth: account === email,
      faces: Boolean(core.uploads),
    });
    await tx.users.update(id, { email });
    await noteAudit(core.passwords, tx, {
      by: `user ${id}`,
      what: 'registered',
      facts: { address: addressKey(peer.address), role: 0, provider },
    });
    const user = await tx.users.byId(id);
    if (!user) return new Refusal('userUnknown');
    const refusal = await link(tx, user);
    if (refusal) return refusal;
    const welcomed = await welcome(core, tx, record, id);
    const more = (await groups?.(tx, record, user)) ?? [];
    return { user, groups: welcomed === null ? more : [welcomed, ...more] };
  });
  if (outcome instanceof Refusal) return outcome;
  for (const group of new Set(outcome.groups)) await announcePicture(core, group, outcome.user.id);
  return outcome.user;
}

/** Their name at the service, or the account name if it would pass for another name (RULE-8, RULE-9). */
function nameFor({ ids }: Context['core'], serviceName: string, account: string): string {
  const name = fittingName(mixesScripts(serviceName) ? account : serviceName);
  return isReserved(name) ? `${longestStart(name, textLimits.nicknameMax - 5)}-${ids.hex(2)}` : name;
}
