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
    withFacts(ANSWERS.used, { used, max }),
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
    takes: '',
    help: 'lists the invitations that can still be used',
    isReading: true,
    run: async ({ store, clock }) => {
      const [rows, named] = await store.read(async (tx) => [
        await tx.invites.live(clock.nowMs(), LISTED),
        await tx.invites.countNamed(),
      ]);
      return [...rows.map(lineOf), ...(named.invited > 0 ? [withFacts(ANSWERS.cameOf, named)] : [])];
    },
  },
  {
    words: 'invite end',
    takes: '<code>',
    help: 'revokes an invitation: it can no longer be used',
    run: async (admin, given) => {
      const code = need(given, 0, 'code');
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
    takes: '[--uses <n>] [--days <n>] [--role <user|admin>] [--group <number>]',
    help: 'creates an invitation; without options, for one registration within 48 hours',
    run: async (admin, given) => {
      const { store, ids, address } = admin;
      const terms = await termsOf(admin, given);
      const code = await change(admin, 'invite', async (tx, _, tell) => {
        const made = await addInvite(tx, ids, terms);
        tell({ about: nameOf(admin, made), facts: { ...terms } });
        return made;
      });
      const made = given.length === 0 ? null : await store.read((tx) => tx.invites.byCode(code));
      return [
        made === null ? withFacts(ANSWERS.invitation, { code }) : lineOf(made),
        row(inviteLink(address, code)),
      ];
    },
  },
];
