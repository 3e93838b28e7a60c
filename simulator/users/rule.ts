import type { ActContext, Acts } from './subject.ts';
import { tryForbidden } from './forbidden.ts';
import { VALUES } from '../plan/values.ts';
import { chosen } from './subject.ts';

const NAMES = Object.keys(VALUES);

const run = ({ world }: ActContext, ...words: readonly string[]) => world.ruler.run(...words);

/** The operator's commands. */
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
    await run(hand, 'settings', 'show');
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
