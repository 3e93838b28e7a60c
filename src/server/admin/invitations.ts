import type { InviteRow } from '../../ports/store.ts';
import { addInvite, inviteLink } from '../features/auth/invite.ts';
import { type Phrase, phrase, row } from '../kernel/phrase.ts';
import { dateText } from '../kernel/date-text.ts';
import { AdminError, change, need, roleText } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { INVITE_PEOPLE, termsOf } from './invite-people.ts';

const LISTED = 200;

const lineOf = ({ code, used, max, expiresAtMs, role, group, name, email }: InviteRow): Phrase =>
  row(
    code,
    phrase('answer.usage', { used, max }),
    phrase('answer.until', { at: dateText(expiresAtMs) }),
    roleText(role),
    group === null ? '-' : phrase('answer.intoGroup', { group }),
    ...(name === '' && email === '' ? [] : [`${name} ${email}`.trim()]),
  );

/** Name of an invitation in the audit: its code would let any reader register. */
const nameOf = ({ passwords }: Admin, code: string): string =>
  `invite ${passwords.digest(code).slice(0, 12)}`;

/** Before `invite` alone, whose name they begin with. */
export const INVITATIONS: readonly AdminCommand[] = [
  {
    words: 'invite list',
    synopsis: '',
    isReading: true,
    execute: async ({ store, clock }) => {
      const [rows, counts] = await store.read(async (tx) => [
        await tx.invites.live(clock.nowMs(), LISTED),
        await tx.invites.countNamed(),
      ]);
      return [...rows.map(lineOf), ...(counts.invited > 0 ? [phrase('answer.cameOf', counts)] : [])];
    },
  },
  {
    words: 'invite end',
    synopsis: '<code>',
    execute: async (admin, args) => {
      const code = need(args, 0, 'code');
      await change(admin, 'invite end', async (tx, _, tell) => {
        if (!(await tx.invites.end(code))) throw new AdminError(phrase('answer.noInvitation', { code }));
        tell({ about: nameOf(admin, code) });
      });
      return [phrase('answer.invitationEnded', { code })];
    },
  },
  INVITE_PEOPLE,
  {
    words: 'invite',
    synopsis: '[--uses <n>] [--days <n>] [--role <user|admin>] [--group <number>]',
    execute: async (admin, args) => {
      const { store, ids, address } = admin;
      const terms = await termsOf(admin, args);
      const code = await change(admin, 'invite', async (tx, _, tell) => {
        const inviteCode = await addInvite(tx, ids, terms);
        tell({ about: nameOf(admin, inviteCode), facts: { ...terms } });
        return inviteCode;
      });
      const invitation = args.length === 0 ? null : await store.read((tx) => tx.invites.byCode(code));
      return [
        invitation === null ? phrase('answer.invitation', { code }) : lineOf(invitation),
        row(inviteLink(address, code)),
      ];
    },
  },
];
