import type * as v from 'valibot';
import { token } from '../../../domain/limits.ts';
import { clientId, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import type { login as call } from '../../../wire/calls/login.ts';
import { command } from '../../core.ts';
import type { Recorder } from '../../core.ts';
import { Refused } from '../../refused.ts';
import type { Answer, Context } from '../context.ts';
import { personQr } from '../groups/codes.ts';
import { demandCode } from './codes.ts';
import { isMobile } from './mobile.ts';
import { demandOpen } from './open.ts';
import { demandPassword, demandTries } from './password.ts';
import { loginUser } from './user-data.ts';

type Body = v.InferOutput<typeof call.body>;

/** ACC-2. `client_id` binds that socket at once, so a login needs no second call. */
export async function login(context: Context, body: Body): Promise<Answer> {
  const { core, peer } = context;
  const user = await whoWith(context, body);
  const bare = core.ids.hex(32);
  const hash = core.passwords.digest(bare);
  const mobile = isMobile(body.terminal, peer.userAgent);
  const { row, ended } = await command(core, async (tx, record) => {
    const row = await tx.users.byId(user.id);
    if (!row?.active) throw new Refused('accountDisabled');
    const endsOthers = mobile && !core.config().sysInfo.multipleLogin;
    const ended = endsOthers ? await endMobile(tx, record, user.id) : [];
    await tx.write.addToken({
      hash,
      user: user.id,
      terminal: body.terminal,
      isMobile: mobile,
      cid: body.cid ?? '',
      createdAtMs: tx.nowMs,
      expiresAtMs: tx.nowMs + token.lifeMs,
    });
    // The device is this login's from now on, and no other's (PUSH-2).
    if (body.cid) await tx.write.bindPush(body.cid, hash);
    await tx.write.setUser(user.id, { lastLoginAtMs: tx.nowMs, lastLoginIp: peer.address });
    return { row, ended };
  });
  const client = body.client_id ? clientId(body.client_id) : null;
  if (ended.length > 0) core.hub.endTokens(user.id, ended, { client, isMobile: mobile });
  if (client) await core.hub.bind(client, { user: user.id, token: hash, isMobile: mobile });
  return { data: { sessionId: core.ids.hex(16), authToken: `bearer ${bare}`, userInfo: { ...loginUser(row), qrUrl: personQr(core, context.origin, row.id) } } };
}

/** By the password, or by a code to the account (ACC-10). */
async function whoWith(context: Context, body: Body): Promise<UserRow> {
  const { core } = context;
  if (body.account === '') throw new Refused('needAccount');
  if (body.password === '' && body.code === '') throw new Refused('needPassword');
  const user = await core.store.read((tx) => tx.users.byAccount(body.account));
  if (!user) {
    demandTries(context);
    throw new Refused('accountUnknown');
  }
  if (body.code === '') await demandPassword(context, user, body.password);
  else await demandCode(core, body.account, 'login', body.code);
  if (!user.active) throw new Refused('accountDisabled');
  demandOpen(core, user.role);
  return user;
}

/** With multiple login off a new mobile login ends the other mobile tokens, and only those (ACC-8). */
async function endMobile(tx: WriteTx, record: Recorder, user: UserId): Promise<readonly string[]> {
  const others = (await tx.tokens.ofUser(user, tx.nowMs)).filter((row) => row.isMobile);
  for (const { hash } of others) {
    await tx.write.endToken(hash);
    await record.event(userStream(user), { kind: 'session', token: hash });
  }
  return others.map(({ hash }) => hash);
}
