import { DAY } from '../../domain/duration.ts';
import { groupId } from '../../domain/ids.ts';
import type { InviteTerms } from '../features/auth/invite.ts';
import { withFacts } from '../kernel/bilingual.ts';
import { inviteLimits as limits } from '../kernel/limits.ts';
import { AdminError } from './admin.ts';
import type { Admin } from './admin.ts';
import { ANSWERS } from './answers.ts';

function numberFrom(text: string, name: string, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > max) throw new AdminError(withFacts(ANSWERS.outOfRange, { name, max }));
  return value;
}

/** `--uses 5 --days 7 --role admin --group 12`, in any order, each at most once. */
export async function termsOf({ store }: Admin, given: readonly string[]): Promise<InviteTerms> {
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
