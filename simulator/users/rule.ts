import { VALUES } from '../plan/values.ts';
import { postCall, upload } from './group-acts.ts';
import { pickFrom, pickMessage, passes } from './subject.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';

const NAMES = Object.keys(VALUES);

const execute = ({ world }: ActContext, ...words: readonly string[]) => world.ruler.execute(...words);

const acts: Acts<'rule'> = {
  configure: async (hand) => {
    const name = pickFrom(NAMES, hand.step.b) ?? '';
    await hand.world.ruler.configure(name, pickFrom(VALUES[name] ?? [], hand.step.a) ?? '');
    await tryForbidden(hand, name);
  },
  announce: (hand) => execute(hand, 'notice', 'publish', `News ${hand.number}`, 'Of the house'),
  withdraw: async (hand) => {
    const { lines } = await execute(hand, 'notice', 'list');
    const id = pickFrom(lines, hand.step.b)?.split('\t')[0];
    if (id !== undefined) await execute(hand, 'notice', 'delete', id);
  },
  release: (hand) =>
    execute(
      hand,
      'release',
      'set',
      '6.1.0',
      '20990101',
      pickFrom(['forcibly', 'solicit', 'silent'], hand.step.b) ?? 'silent',
      'https://house.test/app',
      '-',
    ),
  discover: async (hand) => {
    const { lines } = await execute(hand, 'audit', 'verify');
    if (/^(?:Entry|The end of)/.test(lines[0] ?? ''))
      hand.world.record.problem('the audit is one chain, and tells of logins', lines[0] ?? '');
    await execute(hand, 'discover', 'list');
    await execute(hand, 'settings', 'show');
    return hand.step.b % 3 === 0
      ? execute(hand, 'discover', 'delete', '2')
      : execute(hand, 'discover', 'add', 'Page', '/page');
  },
  inviteMany: async (hand) => {
    const { world } = hand;
    const { lines } = await execute(hand, 'invite', '--uses', '3', '--days', '2');
    world.record.invites.push(lines[0]?.split('\t')[0] ?? '');
    const listed = (await execute(hand, 'invite', 'list')).lines;
    const ended = pickFrom(listed, hand.step.b)?.split('\t')[0];
    if (ended !== undefined && hand.step.a % 3 === 0) await execute(hand, 'invite', 'end', ended);
  },
  invite: async ({ world }) => void world.record.invites.push(await world.ruler.invite()),
  disable: async (hand) => execute(hand, 'user', 'disable', hand.person.account),
  enable: async (hand) => execute(hand, 'user', 'enable', hand.person.account),
  signOut: (hand) => execute(hand, 'user', 'sign-out', hand.person.account),
  newPassword: (hand) => execute(hand, 'user', 'password', hand.person.account, `house-${hand.number}x`),
  newUser: async (hand) => {
    await execute(hand, 'user', 'create', `made${hand.number}`, `Made ${hand.number}`, 'secret-8');
    await execute(hand, 'user', 'list');
  },
  appoint: (hand) =>
    execute(hand, 'user', 'role', hand.person.account, hand.step.b % 2 === 0 ? 'admin' : 'user'),
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
      sysInfo.diyName sysInfo.longPasswords sysInfo.welcomeGroup
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

type Try = (hand: ActContext) => Promise<unknown> | undefined;

const pub = (call: string): string => `/common/pub/${call}`;
const im = (call: string): string => `/enterprise/im/${call}`;

const mine = (hand: ActContext): string | undefined =>
  pickMessage(hand, (one) => one.from.id === hand.person.id && !one.recalled)?.id;

/** A separate id: it may remain after an erasure, and must not contain the text. */
const line = (hand: ActContext, to: string, part: number): object => ({
  id: `given-${hand.number}-${part}`,
  toContactId: to,
  type: 'text',
  content: `y${hand.number}.${part}`,
});

const registerBy = (hand: ActContext, password: string): Promise<unknown> =>
  postCall(hand, pub('register'), {
    account: `later${hand.number}`,
    realname: `Later ${hand.number}`,
    password,
    inviteCode: 'AAAAAAAA',
  });
const register = (hand: ActContext): Promise<unknown> => registerBy(hand, 'secret-7');

const otherName = (hand: ActContext): Promise<unknown> =>
  postCall(hand, im('updateUserInfo'), {
    realname: `Name ${hand.person.index + 1}${hand.step.b % 2 === 0 ? ' so' : ''}`,
    email: '',
    motto: '',
    sex: 1,
  });

const withAll = (hand: ActContext): Promise<unknown> =>
  postCall(hand, '/enterprise/group/add', {
    user_ids: hand.world.people.map((one) => one.id),
    name: `All ${hand.number}`,
  });

/** Actions each setting may forbid, by its name: tried by the user who set it, once all nodes know. */
const FORBIDDEN: Readonly<Record<string, Try>> = {
  'sysInfo.state': register,
  'sysInfo.regtype': register,
  'sysInfo.regauth': register,
  'sysInfo.runMode': otherName,
  // The setting alone has no effect: only a closed server assigns names.
  'sysInfo.diyName': async (hand) => {
    await hand.world.ruler.configure('sysInfo.runMode', '1');
    await passes(hand, LEARNED_MS);
    await otherName(hand);
  },
  // Long enough for the contract's forms.
  'sysInfo.welcomeGroup': register,
  'sysInfo.longPasswords': (hand) => registerBy(hand, 'wrk7-42'),
  'sysInfo.directory': (hand) => postCall(hand, im('directory'), { keywords: '', after: 0 }),
  'chatInfo.simpleChat': (hand) => postCall(hand, im('sendMessage'), line(hand, String(hand.someone), 0)),
  'chatInfo.groupChat': withAll,
  'chatInfo.groupUserMax': withAll,
  'chatInfo.webrtc': (hand) =>
    postCall(hand, im('sendToMsg'), {
      id: `y${hand.number}`,
      toContactId: String(hand.someone),
      event: 'calling',
    }),
  // The second one is too soon, and the third one waits for it.
  'chatInfo.sendInterval': (hand) =>
    postCall(
      hand,
      im('sendMessage'),
      [0, 1, 2].map((part) => line(hand, hand.chat?.id ?? '-1', part)),
    ),
  'chatInfo.redoTime': (hand) => postCall(hand, im('undoMessage'), { id: mine(hand) ?? 'x' }),
  'chatInfo.dbDelMsg': (hand) => postCall(hand, im('delMessage'), { id: mine(hand) ?? 'x' }),
  'fileUpload.fileExt': (hand) => upload(hand, `voice-${hand.number}-5s.ogg`, 100),
  demon_mode: register,
};

/** Runs in the page where it was set, if that still exists. */
async function tryForbidden(hand: ActContext, setting: string): Promise<void> {
  await passes(hand, LEARNED_MS);
  if (!hand.tab.clock.dead) await FORBIDDEN[setting]?.(hand);
}
