import type * as v from 'valibot';
import { server, token } from '../../../domain/limits.ts';
import { clientId, userStream } from '../../../domain/ids.ts';
import type { UserId } from '../../../domain/ids.ts';
import type { UserRow, WriteTx } from '../../../ports/store.ts';
import type { login as call } from '../../../wire/calls/login.ts';
import { command } from '../../core.ts';
import type { Recorder } from '../../core.ts';
import { Refused, later } from '../../refused.ts';
import type { Answer, Context } from '../context.ts';
import { isMobile } from './mobile.ts';
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
    await tx.write.setUser(user.id, { lastLoginAtMs: tx.nowMs, lastLoginIp: peer.address });
    return { row, ended };
  });
  const client = body.client_id ? clientId(body.client_id) : null;
  if (ended.length > 0) core.hub.endTokens(user.id, ended, { client, isMobile: mobile });
  if (client) await core.hub.bind(client, { user: user.id, token: hash, isMobile: mobile });
  return { data: { sessionId: core.ids.hex(16), authToken: `bearer ${bare}`, userInfo: loginUser(row) } };
}

/** Checks the password; more than 5 wrong ones from an address wait for the window to pass (ACC-3). */
async function whoWith({ core, rates, peer }: Context, body: Body): Promise<UserRow> {
  if (body.account === '') throw new Refused('needAccount');
  if (body.password === '') throw new Refused('needPassword');
  const key = `password:${peer.address}`;
  // Taken first and given back on success: attempts side by side must not all pass the check.
  const wait = rates.take(key, { times: server.wrongPasswordsMax + 1, windowMs: server.wrongPasswordsWindowMs });
  if (wait > 0) throw later('passwordTries', wait);
  const user = await core.store.read((tx) => tx.users.byAccount(body.account));
  if (!user) {
    rates.giveBack(key);
    throw new Refused('accountUnknown');
  }
  if (!(await core.passwords.verify(user.passwordHash, body.password))) throw new Refused('passwordWrong');
  rates.giveBack(key);
  if (!user.active) throw new Refused('accountDisabled');
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
