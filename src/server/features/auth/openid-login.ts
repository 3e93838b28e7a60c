import type * as v from 'valibot';
import { deviceName } from '../../../domain/device-name.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import type { login as call } from '../../../wire/calls/login.ts';
import { noteAudit } from '../../kernel/audit.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import { accountCommand } from './account-command.ts';
import { deviceIdFor } from './device.ts';
import type { KnownDevice } from './device.ts';
import { addFromElsewhere } from './from-elsewhere.ts';
import { checkOpen } from './open.ts';
import { accountFor, meetPerson } from './openid-person.ts';
import { readTicket } from './openid-ticket.ts';
import type { Ticket } from './openid-ticket.ts';
import { checkSecondStep } from './second-step.ts';
import { takeLoginRate, limitTries } from './tries.ts';

type Body = v.InferOutput<typeof call.body>;

/**
 * Logs in through a provider (OIDC-4): a linked user is admitted, a user with an account gives its password
 * once, and a new one gets an account if the operator allows it. The second step is required as usual.
 */
export async function whoByOpenId(
  context: Context,
  body: Body,
  device: KnownDevice,
): Promise<UserRow | Refusal> {
  const { core } = context;
  const ticket = readTicket(core, device.id, body.openId);
  if (ticket === null) return new Refusal('openIdLate');
  const match = await meetPerson(core, ticket.provider, ticket);
  if (match instanceof Refusal) return match;
  const user = match.kind === 'new' ? null : match.user;
  const deviceProof = user && deviceIdFor(core, device, user.id);
  const refusal = takeLoginRate(context, deviceProof);
  if (refusal) return refusal;
  if (user === null) return joinBy(context, ticket, body.realname);
  return limitTries(context, user.account, async () => {
    const { account } = user;
    if (match.kind === 'link') {
      if (body.password === '') return new Refusal('needPassword');
      const right = await context.tries.right(context, {
        account,
        user,
        password: body.password,
        deviceProof: deviceProof,
      });
      if (right instanceof Refusal) return right;
      if (!right) return new Refusal('loginWrong');
    }
    if (!user.active) return new Refusal('accountDisabled');
    const stopped =
      checkOpen(core, user.role) ?? (await checkSecondStep(context, { account, user, deviceProof }, body));
    if (stopped) return stopped;
    return accountCommand<UserRow | Refusal>(core, user.id, async (tx, _, note) => {
      if (!(await spend(tx, ticket))) return new Refusal('openIdLate');
      if (match.kind === 'in') {
        await tx.openIds.noteUse(ticket.issuer, ticket.subject);
        return user;
      }
      if (!(await link(tx, ticket, user))) return new Refusal('openIdLate');
      await note({ what: 'loginAdded', device: deviceName(context.peer.userAgent) });
      const facts = { provider: ticket.provider };
      await noteAudit(core.passwords, tx, { by: `user ${user.id}`, what: 'login linked', facts });
      return user;
    });
  });
}

/** A new user: their account has an unknown random password, until they set one by a code (OIDC-5). */
const joinBy = (context: Context, ticket: Ticket, typedName: string): Promise<UserRow | Refusal> =>
  addFromElsewhere(
    context,
    {
      account: accountFor(context.core, ticket.email),
      name: ticket.name,
      typedName,
      email: ticket.email,
      provider: ticket.provider,
    },
    {
      first: async (tx) => ((await spend(tx, ticket)) ? null : new Refusal('openIdLate')),
      link: async (tx, user) => ((await link(tx, ticket, user)) ? null : new Refusal('openIdLate')),
    },
  );

const spend = (tx: WriteTx, { once, untilMs }: Ticket): Promise<boolean> =>
  tx.passkeys.spend(`ticket ${once}`, untilMs);

const link = (tx: WriteTx, { issuer, subject, provider, email }: Ticket, { id }: UserRow): Promise<boolean> =>
  tx.openIds.add({ issuer, subject, user: id, provider, email, createdAtMs: tx.nowMs, usedAtMs: tx.nowMs });
