import type { ActContext } from './act-context.ts';
import { tryForbidden } from './forbidden.ts';
import { chosen } from './subject.ts';
import type { Acts } from './subject.ts';

/** What may be set, and to what; every setting has its turn (`config-fields.ts`). */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  'sysInfo.name': ['House', 'Parley'],
  'sysInfo.logo': ['/logo.png', ''],
  'sysInfo.description': ['A house for all', ''],
  'sysInfo.state': ['0', '1', '1'],
  'sysInfo.closeTips': [''],
  'sysInfo.regtype': ['1', '2'],
  'sysInfo.regauth': ['0', '1', '2', '3'],
  'sysInfo.registerInterval': ['60', '0'],
  'sysInfo.runMode': ['1', '2'],
  'sysInfo.ipregion': ['1', '0'],
  'sysInfo.multipleLogin': ['1', '0'],
  'sysInfo.diyName': ['1', '0'],
  'sysInfo.longPasswords': ['1', '0'],
  'sysInfo.welcomeGroup': ['1', '2', '1', '0'],
  'sysInfo.directory': ['1', '0', '1'],
  'chatInfo.simpleChat': ['0', '1'],
  'chatInfo.groupChat': ['0', '1'],
  'chatInfo.groupUserMax': ['2', '0'],
  'chatInfo.online': ['0', '1'],
  'chatInfo.webrtc': ['0', '1'],
  'chatInfo.stun': ['turn:relay.test:3478', ''],
  'chatInfo.stunUser': ['relay', ''],
  'chatInfo.stunPass': ['a pass', ''],
  'chatInfo.sendInterval': ['2', '0'],
  'chatInfo.redoTime': ['1', '0', '86400'],
  'chatInfo.dbDelMsg': ['0', '1'],
  'chatInfo.msgClear': ['1', '1', '0'],
  'chatInfo.msgClearDay': ['1', '30'],
  'fileUpload.size': ['1', '50'],
  'fileUpload.avatarSize': ['1', '5'],
  'fileUpload.emojiSize': ['1', '2'],
  'fileUpload.preview': ['https://view.test', ''],
  'fileUpload.fileExt': ['png,pdf', ''],
  'compass.status': ['0', '1'],
  'compass.mode': ['2', '1'],
  demon_mode: ['1', '0'],
};
const NAMES = Object.keys(VALUES);

const run = ({ world }: ActContext, ...words: readonly string[]) => world.ruler.run(...words);

/** Whoever runs the servers, with the commands for that. */
export const ruleActs: Acts<'rule'> = {
  configure: async (hand) => {
    const name = chosen(NAMES, hand.step.b) ?? '';
    await hand.world.ruler.configure(name, chosen(VALUES[name] ?? [], hand.step.a) ?? '');
    await tryForbidden(hand, name);
  },
  announce: (hand) => run(hand, 'notice', 'publish', `News ${hand.number}`, 'Of the house'),
  withdraw: async (hand) => {
    const { lines } = await run(hand, 'notice', 'list');
    const id = chosen(lines, hand.step.b)?.split('\t')[0];
    if (id !== undefined) await run(hand, 'notice', 'delete', id);
  },
  release: (hand) =>
    run(
      hand,
      'release',
      'set',
      '6.1.0',
      '20990101',
      chosen(['forcibly', 'solicit', 'silent'], hand.step.b) ?? 'silent',
      'https://house.test/app',
      '-',
    ),
  discover: async (hand) => {
    const { lines } = await run(hand, 'audit', 'verify');
    if (/^(?:Entry|The end of)/.test(lines[0] ?? ''))
      hand.world.record.problem('the audit is one chain, and tells of logins', lines[0] ?? '');
    await run(hand, 'discover', 'list');
    await run(hand, 'config', 'show');
    return hand.step.b % 3 === 0
      ? run(hand, 'discover', 'delete', '2')
      : run(hand, 'discover', 'add', 'Page', '/page');
  },
  inviteMany: async (hand) => {
    const { world } = hand;
    const { lines } = await run(hand, 'invite', '--uses', '3', '--days', '2');
    world.record.invites.push(lines[0]?.split('\t')[0] ?? '');
    const listed = (await run(hand, 'invite', 'list')).lines;
    const ended = chosen(listed, hand.step.b)?.split('\t')[0];
    if (ended !== undefined && hand.step.a % 3 === 0) await run(hand, 'invite', 'end', ended);
  },
  invite: async ({ world }) => void world.record.invites.push(await world.ruler.invite()),
  disable: async (hand) => run(hand, 'user', 'disable', hand.person.account),
  enable: async (hand) => run(hand, 'user', 'enable', hand.person.account),
  signOut: (hand) => run(hand, 'user', 'sign-out', hand.person.account),
  newPassword: (hand) => run(hand, 'user', 'password', hand.person.account, `house-${hand.number}x`),
  newUser: async (hand) => {
    await run(hand, 'user', 'create', `made${hand.number}`, `Made ${hand.number}`, 'secret-8');
    await run(hand, 'user', 'list');
  },
  appoint: (hand) => run(hand, 'user', 'role', hand.person.account, hand.step.b % 2 === 0 ? 'admin' : 'user'),
};
