import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { newAddressLimits } from '../../src/domain/account-limits.ts';
import { userId } from '../../src/domain/ids.ts';
import { duration } from '../../src/domain/limits.ts';
import { startFinishingErasures } from '../../src/server/features/erasing/erase-own.ts';
import { until } from '../support/until.ts';
import { setUpWorld, type Person } from '../support/set-up-world.ts';
import { PASSWORD } from '../support/world.ts';

/** The mailboxes of the owner, and of a thief. */
const [OWN, THEIRS, THIRD] = ['owner@parley.test', 'thief@parley.test', 'third@parley.test'];
const HOME = 'https://chat.example.org';
let mailFails = false;
let sent: { readonly to: string; readonly text: string }[] = [];
const { world } = setUpWorld([], {
  options: () => ({
    settings: { publicUrl: HOME },
    mail: {
      send: async (one) => {
        if (mailFails) throw new Error('away');
        sent.push(one);
      },
    },
  }),
});
let bela: Person;

const call = (name: string, body: object) => world.call(bela, `im/${name}`, body);
const login = (body: object) => world.call(null, '/common/pub/login', body);
async function codeFor(account: string, type = 4, who: Person | null = bela): Promise<string> {
  world.clock.pass(duration.MINUTE);
  expect((await world.call(who, '/common/pub/sendCode', { account, type })).code).toBe(0);
  return /\d{6}/.exec(sent.findLast(({ to }) => to === account)?.text ?? '')?.[0] ?? '';
}
const prove = () => call('prove', { password: PASSWORD });
async function move(from: string, to: string): Promise<void> {
  await prove();
  const code = from.includes('@') ? await codeFor(from) : '';
  expect((await call('editAccount', { account: to, code, newCode: await codeFor(to) })).code).toBe(0);
}
/** The code of the link in the newest mail to this address. */
const linkTo = (account: string): string =>
  /inviteCode=(\S+)/.exec(sent.findLast(({ to }) => to === account)?.text ?? '')?.[1] ?? '';
const open = (inviteCode: string, account = OWN) =>
  world.call(null, '/common/pub/register', {
    account,
    inviteCode,
    realname: '',
    password: 'secret-77',
    repass: 'secret-77',
  });

let otp = (): string => '';
async function turnOn(): Promise<void> {
  const { secret } = await world.ok<{ secret: string }>(bela, 'im/beginSecondStep', { password: PASSWORD });
  otp = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.nowMs() });
  await world.ok(bela, 'im/confirmSecondStep', { otp: otp() });
}

beforeEach(async () => {
  [sent, mailFails] = [[], false];
  // The first account of a server cannot be erased.
  await world.person('boss');
  bela = await world.person('bela');
  await move('bela', OWN);
  world.clock.pass(newAddressLimits.waitMs);
  bela = await world.login(OWN);
});

describe('the way back to the old address', () => {
  it('ACC-29: a mail to the old address has it, in both languages, at PUBLIC_URL', async () => {
    await move(OWN, THEIRS);
    const { text } = sent.findLast(({ to }) => to === OWN) ?? expect.fail('no mail');
    expect(text).toContain(`${HOME}/#/pages/login/register?account=owner%40parley.test&inviteCode=`);
    expect(text).toContain('within 7 days');
    expect(text).toContain('7 天内');
  });

  it('ACC-29: it gives the address back with a new password, ends all logins, and works once', async () => {
    await move(OWN, THEIRS);
    const link = linkTo(OWN);
    expect((await open(link, THEIRS)).code).toBe(400);
    expect((await open(`${link}x`)).code).toBe(400);
    expect((await open(link)).code).toBe(0);
    expect(await world.code(bela, 'im/getContacts')).toBe(-1);
    expect((await login({ account: THEIRS, password: PASSWORD })).code).toBe(400);
    expect((await login({ account: OWN, password: PASSWORD })).code).toBe(400);
    expect((await login({ account: OWN, password: 'secret-77' })).code).toBe(0);
    expect((await login({ account: OWN, code: await codeFor(OWN, 1, null) })).code).toBe(0);
    expect((await open(link)).code).toBe(400);
  });

  it('ACC-29: it ends after seven days', async () => {
    await move(OWN, THEIRS);
    world.clock.pass(newAddressLimits.undoMs);
    expect((await open(linkTo(OWN))).code).toBe(400);
  });

  it('ACC-29: several changes lead back to the first address, and a new one has no way back', async () => {
    await move(OWN, THEIRS);
    const link = linkTo(OWN);
    world.clock.pass(newAddressLimits.waitMs);
    bela = await world.login(THEIRS);
    await move(THEIRS, THIRD);
    expect(linkTo(THEIRS)).toBe('');
    expect(sent.findLast(({ to }) => to === THEIRS)?.text).toContain('contact an administrator');
    expect((await open(link)).code).toBe(0);
    expect((await login({ account: OWN, password: 'secret-77' })).code).toBe(0);
  });

  it('ACC-29, ACC-30: a later change repeats the link for seven more days, and it works once', async () => {
    const change = (password: string, originalPassword: string) =>
      world.ok(bela, 'im/editPassword', { password, originalPassword });
    await change('secret-22', PASSWORD);
    const link = linkTo(OWN);
    world.clock.pass(newAddressLimits.undoMs - duration.DAY);
    bela = await world.login(OWN, {}, { password: 'secret-22' });
    await change('secret-33', 'secret-22');
    expect(sent.filter(({ text }) => text.includes(link))).toHaveLength(2);
    world.clock.pass(newAddressLimits.undoMs - duration.DAY);
    expect((await open(link)).code).toBe(0);
    expect((await login({ account: OWN, password: 'secret-77' })).code).toBe(0);
    expect((await open(link)).code).toBe(400);
  });

  it('ACC-29: the link of an intruder’s second step turns it off, also after more changes', async () => {
    await turnOn();
    const link = linkTo(OWN);
    await world.ok(bela, 'im/editPassword', { password: 'secret-22', originalPassword: PASSWORD });
    expect(linkTo(OWN)).toBe(link);
    expect((await open(link)).code).toBe(0);
    expect((await login({ account: OWN, password: 'secret-77' })).code).toBe(0);
  });

  it('ACC-30: a failed mail refuses no change and ends no earlier link', async () => {
    await world.ok(bela, 'im/editPassword', { password: 'secret-22', originalPassword: PASSWORD });
    const link = linkTo(OWN);
    mailFails = true;
    await world.ok(bela, 'im/editPassword', { password: 'secret-33', originalPassword: 'secret-22' });
    expect((await open(link)).code).toBe(0);
  });

  it('ACC-30: several wider settings in ten minutes are one note and one mail', async () => {
    await prove();
    sent = [];
    await world.ok(bela, 'im/setPrivacy', { seen: 'all' });
    await world.ok(bela, 'im/setPrivacy', { seen: 'none' });
    await world.ok(bela, 'im/setPrivacy', { seen: 'friends' });
    expect(sent.map(({ to }) => to)).toEqual([OWN]);
    expect(sent[0]?.text).not.toContain('inviteCode');
  });

  it('ACC-29: no other user takes the old address in the meantime; the owner may return', async () => {
    await move(OWN, THEIRS);
    const code = await codeFor(OWN, 2, null);
    const form = { account: OWN, realname: 'Carla', password: 'secret-55', code };
    expect((await world.call(null, '/common/pub/register', form)).code).toBe(400);
    await move(THEIRS, OWN);
    expect((await login({ account: OWN, password: PASSWORD })).code).toBe(0);
  });

  it.each([true, false])('ACC-29: a second step stays only if it was on before (%s)', async (isBefore) => {
    if (isBefore) {
      await turnOn();
      // The mail about it has a link that turns it off again, until it expires.
      world.clock.pass(newAddressLimits.undoMs);
      bela = await world.login(OWN, {}, { otp: otp() });
    }
    await move(OWN, THEIRS);
    if (!isBefore) await turnOn();
    expect((await open(linkTo(OWN))).code).toBe(0);
    expect((await login({ account: OWN, password: 'secret-77' })).code).toBe(isBefore ? 412 : 0);
  });

  it('ACC-29: nothing of it remains of an erased account', async () => {
    await move(OWN, THEIRS);
    const link = linkTo(OWN);
    expect((await call('eraseAccount', { password: PASSWORD })).code).toBe(0);
    expect((await open(link)).code).toBe(400);
    const { core } = world.server;
    const stop = startFinishingErasures(core);
    await until(async () =>
      expect(await core.store.read((tx) => tx.erasing.unfinished(userId(0), 9))).toEqual([]),
    );
    await stop();
    const form = {
      account: OWN,
      realname: 'Carla',
      password: 'secret-55',
      code: await codeFor(OWN, 2, null),
    };
    expect(await world.call(null, '/common/pub/register', form)).toMatchObject({ code: 0 });
  });
});
