import { VALUES } from '../plan/values.ts';
import { postCall, upload } from './group-acts.ts';
import { pickFrom, pickMessage, passes } from './subject.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';

const NAMES = Object.keys(VALUES);

const execute = ({ world }: ActContext, ...words: readonly string[]) => world.ruler.execute(...words);

const acts: Acts<'rule'> = {
  configure: async (context) => {
    const name = pickFrom(NAMES, context.step.b) ?? '';
    await context.world.ruler.configure(name, pickFrom(VALUES[name] ?? [], context.step.a) ?? '');
    await tryForbidden(context, name);
  },
  announce: (context) => execute(context, 'notice', 'publish', `News ${context.number}`, 'Of the house'),
  withdraw: async (context) => {
    const { lines } = await execute(context, 'notice', 'list');
    const id = pickFrom(lines, context.step.b)?.split('\t')[0];
    if (id !== undefined) await execute(context, 'notice', 'delete', id);
  },
  release: (context) =>
    execute(
      context,
      'release',
      'set',
      '6.1.0',
      '20990101',
      pickFrom(['forcibly', 'solicit', 'silent'], context.step.b) ?? 'silent',
      'https://house.test/app',
      '-',
    ),
  discover: async (context) => {
    const { lines } = await execute(context, 'audit', 'verify');
    if (/^(?:Entry|The end of)/.test(lines[0] ?? ''))
      context.world.record.problem('the audit is one chain, and tells of logins', lines[0] ?? '');
    await execute(context, 'discover', 'list');
    await execute(context, 'settings', 'show');
    return context.step.b % 3 === 0
      ? execute(context, 'discover', 'delete', '2')
      : execute(context, 'discover', 'add', 'Page', '/page');
  },
  inviteMany: async (context) => {
    const { world } = context;
    const { lines } = await execute(context, 'invite', '--uses', '3', '--days', '2');
    world.record.invites.push(lines[0]?.split('\t')[0] ?? '');
    const listed = (await execute(context, 'invite', 'list')).lines;
    const ended = pickFrom(listed, context.step.b)?.split('\t')[0];
    if (ended !== undefined && context.step.a % 3 === 0) await execute(context, 'invite', 'end', ended);
  },
  invite: async ({ world }) => void world.record.invites.push(await world.ruler.invite()),
  disable: async (context) => execute(context, 'user', 'disable', context.person.account),
  enable: async (context) => execute(context, 'user', 'enable', context.person.account),
  signOut: (context) => execute(context, 'user', 'sign-out', context.person.account),
  newPassword: (context) =>
    execute(context, 'user', 'password', context.person.account, `house-${context.number}x`),
  newUser: async (context) => {
    await execute(context, 'user', 'create', `made${context.number}`, `Made ${context.number}`, 'secret-8');
    await execute(context, 'user', 'list');
  },
  appoint: (context) =>
    execute(context, 'user', 'role', context.person.account, context.step.b % 2 === 0 ? 'admin' : 'user'),
};

/** The operator's commands. */
export const rule: UserSubject<'rule'> = {
  acts,
  coverage: {
    frames: 'updateConfig',
    refusals: `accountDisabled siteClosed privateOff groupOff groupMany recallLate deleteOff callsOff demoMode
      nameFixed needPhone needEmail passwordLengthLong interval notTried fileKind`,
    settings: `sysInfo.name sysInfo.logo sysInfo.description sysInfo.state sysInfo.closeTips sysInfo.regtype
      sysInfo.regauth sysInfo.registerInterval sysInfo.runMode sysInfo.ipregion sysInfo.multipleLogin
      sysInfo.diyName sysInfo.longPasswords sysInfo.welcomeGroup sysInfo.mcp sysInfo.guests
      chatInfo.simpleChat chatInfo.groupChat chatInfo.groupUserMax
      chatInfo.online
      chatInfo.webrtc chatInfo.stun chatInfo.stunUser chatInfo.stunPass chatInfo.sendInterval
      chatInfo.redoTime chatInfo.dbDelMsg chatInfo.msgClear chatInfo.msgClearDay fileUpload.size
      fileUpload.avatarSize fileUpload.emojiSize fileUpload.preview fileUpload.fileExt compass.status
      compass.mode demon_mode`,
    commands: [
      'invite',
      'invite list',
      'invite end',
      'user list',
      'user create',
      'user disable',
      'user enable',
      'user password',
      'user sign-out',
      'user totp-reset',
      'user passkeys-reset',
      'user openids-reset',
      'user release',
      'user role',
      'notice publish',
      'notice list',
      'notice delete',
      'settings show',
      'settings set',
      'discover list',
      'discover add',
      'discover delete',
      'release set',
      'audit verify',
    ],
  },
};

/** Time within which every present node applies the setting. */
const LEARNED_MS = 1_500;

type Try = (context: ActContext) => Promise<unknown> | undefined;

const pub = (call: string): string => `/common/pub/${call}`;
const im = (call: string): string => `/enterprise/im/${call}`;

const mine = (context: ActContext): string | undefined =>
  pickMessage(context, (one) => one.from.id === context.person.id && !one.recalled)?.id;

/** A separate id: it may remain after an erasure, and must not contain the text. */
const line = (context: ActContext, to: string, part: number): object => ({
  id: `given-${context.number}-${part}`,
  toContactId: to,
  type: 'text',
  content: `y${context.number}.${part}`,
});

const registerBy = (context: ActContext, password: string): Promise<unknown> =>
  postCall(context, pub('register'), {
    account: `later${context.number}`,
    realname: `Later ${context.number}`,
    password,
    inviteCode: 'AAAAAAAA',
  });
const register = (context: ActContext): Promise<unknown> => registerBy(context, 'secret-7');

const otherName = (context: ActContext): Promise<unknown> =>
  postCall(context, im('updateUserInfo'), {
    realname: `Name ${context.person.index + 1}${context.step.b % 2 === 0 ? ' so' : ''}`,
    email: '',
    motto: '',
    sex: 1,
  });

const withAll = (context: ActContext): Promise<unknown> =>
  postCall(context, '/enterprise/group/add', {
    user_ids: context.world.people.map((one) => one.id),
    name: `All ${context.number}`,
  });

/** Actions each setting may forbid, by its name: tried by the user who set it, once all nodes know. */
const FORBIDDEN: Readonly<Record<string, Try>> = {
  'sysInfo.state': register,
  'sysInfo.regtype': register,
  'sysInfo.regauth': register,
  'sysInfo.runMode': otherName,
  // The setting alone has no effect: only a closed server assigns names.
  'sysInfo.diyName': async (context) => {
    await context.world.ruler.configure('sysInfo.runMode', '1');
    await passes(context, LEARNED_MS);
    await otherName(context);
  },
  // Long enough for the contract's forms.
  'sysInfo.welcomeGroup': register,
  'sysInfo.longPasswords': (context) => registerBy(context, 'wrk7-42'),
  'sysInfo.directory': (context) => postCall(context, im('directory'), { keywords: '', after: 0 }),
  'chatInfo.simpleChat': (context) =>
    postCall(context, im('sendMessage'), line(context, String(context.someone), 0)),
  'chatInfo.groupChat': withAll,
  'chatInfo.groupUserMax': withAll,
  'chatInfo.webrtc': (context) =>
    postCall(context, im('sendToMsg'), {
      id: `y${context.number}`,
      toContactId: String(context.someone),
      event: 'calling',
    }),
  // The second one is too soon, and the third one waits for it.
  'chatInfo.sendInterval': (context) =>
    postCall(
      context,
      im('sendMessage'),
      [0, 1, 2].map((part) => line(context, context.chat?.id ?? '-1', part)),
    ),
  'chatInfo.redoTime': (context) => postCall(context, im('undoMessage'), { id: mine(context) ?? 'x' }),
  'chatInfo.dbDelMsg': (context) => postCall(context, im('delMessage'), { id: mine(context) ?? 'x' }),
  'fileUpload.fileExt': (context) => upload(context, `voice-${context.number}-5s.ogg`, 100),
  demon_mode: register,
};

/** Runs in the page where it was set, if that still exists. */
async function tryForbidden(context: ActContext, setting: string): Promise<void> {
  await passes(context, LEARNED_MS);
  if (!context.tab.clock.dead) await FORBIDDEN[setting]?.(context);
}
