import type { InviteRow } from '../../ports/store.ts';
import { addInvite, inviteLink } from '../features/auth/invite.ts';
import { row, withFacts } from '../kernel/bilingual.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { dateText } from '../kernel/date-text.ts';
import { AdminError, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { INVITE_PEOPLE, termsOf } from './invite-people.ts';
import { ANSWERS, ROLE_NAMES } from './answers.ts';

const LISTED = 200;

const lineOf = ({ code, used, max, expiresAtMs, role, group, name, email }: InviteRow): Bilingual =>
  row(
    code,
    withFacts(ANSWERS.usage, { used, max }),
    withFacts(ANSWERS.until, { at: dateText(expiresAtMs) }),
    ROLE_NAMES[role],
    group === null ? '-' : withFacts(ANSWERS.intoGroup, { group }),
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
    help: 'lists the invitations that can still be used',
    isReading: true,
    execute: async ({ store, clock }) => {
      const [rows, counts] = await store.read(async (tx) => [
        await tx.invites.live(clock.nowMs(), LISTED),
        await tx.invites.countNamed(),
      ]);
      return [...rows.map(lineOf), ...(counts.invited > 0 ? [withFacts(ANSWERS.cameOf, counts)] : [])];
    },
  },
  {
    words: 'invite end',
    synopsis: '<code>',
    help: 'revokes an invitation: it can no longer be used',
    execute: async (admin, args) => {
      const code = need(args, 0, 'code');
      await change(admin, 'invite end', async (tx, _, tell) => {
        if (!(await tx.invites.end(code))) throw new AdminError(withFacts(ANSWERS.noInvitation, { code }));
        tell({ about: nameOf(admin, code) });
      });
      return [withFacts(ANSWERS.invitationEnded, { code })];
    },
  },
  INVITE_PEOPLE,
  {
    words: 'invite',
    synopsis: '[--uses <n>] [--days <n>] [--role <user|admin>] [--group <number>]',
    help: 'creates an invitation; without options, for one registration within 48 hours',
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
        invitation === null ? withFacts(ANSWERS.invitation, { code }) : lineOf(invitation),
        row(inviteLink(address, code)),
      ];
    },
  },
];
