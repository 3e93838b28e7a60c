import { createHash } from 'node:crypto';
import { postCall } from './group-acts.ts';
import { openIdActs, passkeyActs, secondStepActs } from './other-logins.ts';
import { pickFrom, passes } from './subject.ts';
import { IM, PUB, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { rememberedLogin } from '../world/sign-in.ts';
import { userId } from '../../src/domain/ids.ts';

const END = '/enterprise/im/endLogin';

/** The name of another user's login, if it were visible. */
async function ofOther({ world, someone }: ActContext): Promise<string> {
  const rows = await world.store.read((tx) => tx.tokens.ofUser(userId(someone), 0));
  return createHash('sha256')
    .update(`login ${rows[0]?.hash ?? ''}`)
    .digest('hex')
    .slice(0, 32);
}

/** Listing logins, and ending one from another device. */
const loginActs = {
  lookAtLogins: ({ tab }: ActContext) => tab.client.actions.logins(),
  endLogin: async (context: ActContext) => {
    const { tab, step } = context;
    const answer = await tab.client.actions.logins();
    const one = answer.ok ? pickFrom(answer.value, step.a) : undefined;
    if (one && step.b % 3 > 0) await proves(context);
    if (one && !tab.clock.dead) await tab.client.actions.endLogin(one.id);
  },
  endOthers: async (context: ActContext) => {
    if (context.step.b % 2 > 0) return;
    if (context.step.a % 3 > 0) await proves(context);
    if (!context.tab.clock.dead) await context.tab.client.actions.endLogin('others');
  },
  // Other users' logins, and invalid ones: none may end.
  endWrong: async (context: ActContext) => {
    const wrong = [await ofOther(context), '0'.repeat(32), 'other', '', 7];
    if (!context.tab.clock.dead) await postCall(context, END, { id: pickFrom(wrong, context.step.b) });
    if (!context.tab.clock.dead) await postCall(context, END, { id: await ofOther(context) });
  },
};

/** Proves presence by the password, or by a code to the user's address. */
async function proves(context: ActContext): Promise<void> {
  const { tab, world, person, step } = context;
  const { account: own, password } = await rememberedLogin(world, person);
  const { actions } = tab.client;
  if (tab.clock.dead) return;
  if (step.a % 4 > 0 || !own.includes('@')) {
    await actions.prove({ password, otp: '', passkey: '' });
    return;
  }
  await actions.sendCode(own, 'proof');
  if (!tab.clock.dead)
    await actions.prove({ password: '', otp: '', passkey: '', code: codeFor(context, own) });
}

/** The newest code that came by mail to this address. */
const codeFor = ({ world }: ActContext, address: string): string =>
  /\d{6}/.exec(world.environment.letters.findLast((letter) => letter.to === address)?.text ?? '')?.[0] ?? '';

const mailOf = ({ person, step }: ActContext): string => `${person.account}.${step.b % 2}@parley.test`;

/** Requests a code a minute for an address, until the daily limit; as a user without a login. */
async function codesAllDay(context: ActContext): Promise<void> {
  for (let minute = 0; minute < 7 && !context.tab.clock.dead; minute += 1) {
    await postCall(context, '/common/pub/sendCode', { account: 'nobody@parley.test', type: 1 });
    await passes(context, 61_000);
  }
}

const acts: Acts<'account'> = {
  ...loginActs,
  ...secondStepActs,
  ...passkeyActs,
  ...openIdActs,
  profile: ({ tab, person, step }) =>
    tab.client.actions.updateProfile({
      realname: `Name ${person.index + 1}${step.b % 2 === 0 ? '' : ' Friederike-Charlotte von Berg'}`,
      email: '',
      sex: 1,
      motto: `Motto ${step.b % 7}`,
    }),
  password: async (context) => {
    const { password } = await rememberedLogin(context.world, context.person);
    const fresh = `secret-${context.step.b % 9}${context.number}`;
    if (!context.tab.clock.dead)
      await context.tab.client.actions.changePassword({
        original: password,
        code: '',
        password: fresh,
        repeat: fresh,
      });
  },
  address: async (context) => {
    const { tab, world, person } = context;
    const fresh = mailOf(context);
    const { account: old, password } = await rememberedLogin(world, person);
    await tab.client.actions.prove({ password, otp: '', passkey: '' });
    if (!tab.clock.dead) await tab.client.actions.sendCode(fresh, 'account');
    if (old.includes('@') && !tab.clock.dead) await tab.client.actions.sendCode(old, 'account');
    if (!tab.clock.dead)
      await tab.client.actions.changeAccount({
        account: fresh,
        code: old.includes('@') ? codeFor(context, old) : '',
        newCode: codeFor(context, fresh),
      });
  },
  code: async (context) => {
    const { tab, world, person, step } = context;
    if (step.b % 6 === 0) return codesAllDay(context);
    const { account: own } = await rememberedLogin(world, person);
    const to = pickFrom([own, 'somebody@parley.test', '13800000000', 'nobody'], step.a) ?? own;
    if (!tab.clock.dead)
      await tab.client.actions.sendCode(
        to,
        pickFrom(['login', 'register', 'password', 'account'] as const, step.b) ?? 'login',
      );
  },
  codeLogin: async (context) => {
    const { tab, world, person } = context;
    const { account: own } = await rememberedLogin(world, person);
    if (!own.includes('@') || tab.clock.dead) return;
    await tab.client.actions.sendCode(own, 'login');
    const code = codeFor(context, own);
    if (!tab.clock.dead && tab.client.session.get().name !== 'signedIn')
      await tab.client.actions.login({ account: own, password: '', code, remember: true });
  },
  // Registers a new account that no one uses.
  register: async (context) => {
    const { tab, number, step } = context;
    const name = step.b % 3 === 0 ? `guest${number}@parley.test` : `guest${number}`;
    if (step.b % 3 === 0) await tab.client.actions.sendCode(name, 'register');
    const invited = pickFrom(context.world.record.invites, step.a) ?? '';
    const form = {
      account: pickFrom([name, name, name, context.person.account], step.a) ?? name,
      realname: `Guest ${number}`,
      password: 'secret-9',
      repeat: 'secret-9',
    };
    if (!tab.clock.dead)
      await tab.client.actions.register({
        ...form,
        code: codeFor(context, name),
        inviteCode: step.a % 2 === 0 ? invited : '',
      });
  },
  versions: async ({ tab, step }) => {
    await tab.client.actions.checkUpdate(step.b % 2 === 0);
    await tab.client.actions.announcement();
  },
  wrongPassword: async ({ tab, step, person }) => {
    const form = {
      original: 'secret-wrong',
      code: '',
      password: pickFrom(['secret-3', '123456', 'abcdefgh'], step.b) ?? '',
      repeat: '',
    };
    if (step.a % 2 === 0) await tab.client.actions.changePassword({ ...form, repeat: form.password });
    else if (tab.client.session.get().name !== 'signedIn')
      await tab.client.actions.login({ account: person.account, password: 'secret-wrong', remember: true });
  },
  wrongCode: async (context) => {
    const fresh = mailOf(context);
    const { account: old } = await rememberedLogin(context.world, context.person);
    if (context.tab.clock.dead) return;
    await context.tab.client.actions.changeAccount({
      account: pickFrom([fresh, old, 'nobody'], context.step.a) ?? fresh,
      code: '',
      newCode: pickFrom(['', '000000'], context.step.b) ?? '',
    });
  },
  mailAway: ({ world, step }) => {
    world.weather.mailAway = 1;
    world.clock.setTimeout(
      () => Object.assign(world.weather, { mailAway: 0 }),
      20_000 + (step.b % 20) * 1_000,
    );
  },
};

/** The user's own account: its name, its verification, and its recovery. */
export const account: UserSubject<'account'> = {
  acts,
  coverage: {
    calls: [
      ...under(
        IM,
        `updateUserInfo editPassword editAccount prove getAdminNotice getLogins endLogin getSecondStep
        beginSecondStep confirmSecondStep endSecondStep getPasskeys beginPasskey addPasskey
        renamePasskey removePasskey getOpenIds removeOpenId`,
      ),
      ...under(PUB, 'sendCode checkVersion askPasskey beginOpenId finishOpenId'),
    ],
    events: 'profile',
    frames: 'profile profiles',
    refusals: `accountTaken addressKind codeSoon codeWrong mailFailed needCode passwordWrong sameAccount
      inviteOnly inviteDead passwordTries codeMany loginUnknown
      needProof addressNew needOtp otpWrong secondStepOn secondStepOff
      passkeysOff passkeyUnknown passkeyTaken passkeyWrong passkeyLate
      openIdUnknown openIdAway openIdDenied openIdWrong openIdLate openIdAddress openIdNobody openIdGone`,
    settings: 'REGISTRATION WIRE_TIME PUBLIC_URL ALLOW_ORIGINS TURN_SECRET WAIT_MS',
  },
};
