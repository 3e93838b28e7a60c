import { groupId } from '../../domain/ids.ts';
import type { InviteRow } from '../../ports/store.ts';
import { addInvite, inviteLink } from '../features/auth/invite.ts';
import type { InviteTerms } from '../features/auth/invite.ts';
import { row, withFacts } from '../kernel/bilingual.ts';
import type { Bilingual } from '../kernel/bilingual.ts';
import { dateText } from '../kernel/date-text.ts';
import { inviteLimits as limits } from '../kernel/limits.ts';
import { DAY } from '../../domain/duration.ts';
import { AdminError, change, need } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { ANSWERS, ROLE_NAMES } from './answers.ts';

const LISTED = 200;

function numberFrom(text: string, name: string, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new AdminError(withFacts(ANSWERS.outOfRange, { name, max }));
  return value;
}

/** `--uses 5 --days 7 --role admin --group 12`, in any order, each at most once. */
async function termsOf({ store }: Admin, given: readonly string[]): Promise<InviteTerms> {
  const terms: { -readonly [K in keyof InviteTerms]: InviteTerms[K] } = {};
  for (let at = 0; at < given.length; at += 2) {
    const [name = '', value = ''] = given.slice(at, at + 2);
    if (name === '--uses') terms.max = numberFrom(value, name, limits.usesMax);
    else if (name === '--days') terms.lifeMs = numberFrom(value, name, limits.daysMax) * DAY;
    else if (name === '--group') {
      const group = groupId(numberFrom(value.replace(/^group-/, ''), name, Number.MAX_SAFE_INTEGER));
      if (!(await store.read((tx) => tx.groups.byId(group))))
        throw new AdminError(withFacts(ANSWERS.noGroup, { group: value }));
      terms.group = group;
    } else if (name === '--role' && (value === 'user' || value === 'admin'))
      terms.role = value === 'admin' ? 2 : 0;
    else throw new AdminError(name === '--role' ? ANSWERS.whichRole : withFacts(ANSWERS.noOption, { name }));
  }
  return terms;
}

const lineOf = ({ code, used, max, expiresAtMs, role, group }: InviteRow): Bilingual =>
  row(
    code,
    withFacts(ANSWERS.used, { used, max }),
    withFacts(ANSWERS.until, { at: dateText(expiresAtMs) }),
    ROLE_NAMES[role],
    group === null ? '-' : withFacts(ANSWERS.intoGroup, { group }),
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
      const rows = await store.read((tx) => tx.invites.live(clock.nowMs(), LISTED));
      return rows.map(lineOf);
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
