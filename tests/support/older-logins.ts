import { expect } from 'vitest';
import { userId } from '../../src/domain/ids.ts';
import type { ReadTx } from '../../src/ports/store.ts';

type Run = (sql: string) => Promise<unknown>;
type Read = <T>(work: (tx: ReadTx) => Promise<T>) => Promise<T>;

const LATER = 9_999_999_999_999;

/** Checks a session and a second step from before each update, on each engine. */
export async function checkOlderLogins(to: (version: number) => Promise<unknown>, run: Run, read: Read) {
  const me = userId(1);
  await to(41);
  await run(
    `insert into users (id, account, realname, password_hash, avatar, email, motto, sex, role, is_auth,
       active, created_at_ms, last_login_at_ms, last_login_ip)
     values (1, 'anna', 'Anna', 'x', '', '', '', 2, 0, false, true, 1, 0, '')`,
  );
  await run(
    `insert into tokens (hash, user_id, terminal, is_mobile, cid, created_at_ms, expires_at_ms)
     values ('h', 1, 'web', false, '', 1, ${LATER})`,
  );
  await to(42);
  // LOGINS-1: an older session has no device and place, and stays valid.
  const login = { device: '', lastUse: { place: '', minute: 0 } };
  expect(await read((tx) => tx.tokens.byHash('h', 2))).toMatchObject(login);
  await to(46);
  // SECOND-1: two-step login stays off for users who have not set it up.
  expect(await read((tx) => tx.secondSteps.get(me))).toBeNull();
  expect(await read((tx) => tx.secondSteps.recoveryLeft(me))).toBe(0);
  await run(`insert into second_steps values (1, 'ab', true, 7)`);
  await run(`insert into recovery_codes values (1, 'x')`);
  await run(`insert into invites values ('USED', 5, 1), ('FREE', 5, null)`);
  await to(49);
  // PASSKEY-1: no passkeys exist, and the second step stays.
  expect(await read((tx) => tx.passkeys.ofUser(me))).toEqual([]);
  expect(await read((tx) => tx.secondSteps.get(me))).toMatchObject({ isOn: true, lastStep: 7 });
  expect(await read((tx) => tx.secondSteps.recoveryLeft(me))).toBe(1);
  expect(await read((tx) => tx.tokens.byHash('h', 2))).toMatchObject(login);
  await to(50);
  // INVITE-1: older codes have one use each, and used ones stay used.
  expect(await read((tx) => tx.invites.byCode('USED'))).toMatchObject({
    max: 1,
    used: 1,
    role: 0,
    group: null,
  });
  expect(await read((tx) => tx.invites.live(1, 9))).toMatchObject([{ code: 'FREE', used: 0 }]);
  await to(56);
  // OIDC-1: no login elsewhere opens an older account.
  expect(await read((tx) => tx.openIds.ofUser(me))).toEqual([]);
  expect(await read((tx) => tx.passkeys.ofUser(me))).toEqual([]);
  expect(await read((tx) => tx.tokens.byHash('h', 2))).toMatchObject(login);
  await to(61);
  // OIDC-9: the origin of an older session is unknown, so no provider ends it.
  const elsewhere = { provider: '', session: '' };
  expect(await read((tx) => tx.tokens.ofUser(me, 2))).toMatchObject([{ ...login, elsewhere }]);
  expect(await read((tx) => tx.tokens.ofSession(elsewhere, 2, 9))).toEqual([]);
  await to(70);
  // CONSOLE-9: a session from before has proved nothing, and continues.
  await run(`update tokens set provider = 'p', session = 's'`);
  // A statement that was not prepared before the column was there.
  const matches = await read((tx) => tx.tokens.ofSession({ provider: 'p', session: 's' }, 2, 9));
  expect(matches).toMatchObject([{ ...login, provedAtMs: 0 }]);
}
