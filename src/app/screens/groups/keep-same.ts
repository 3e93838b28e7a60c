import type { GroupMember } from '../../../client/interface/client.ts';

const FIELDS = [
  'role',
  'displayName',
  'account',
  'namePy',
  'avatar',
  'mutedUntilSec',
] as const satisfies readonly (keyof GroupMember)[];

/**
 * A list that was asked for again: whoever is as they were stays the same object, so that their row stays as
 * it is drawn.
 */
export function keepSame(old: readonly GroupMember[], now: readonly GroupMember[]): readonly GroupMember[] {
  const known = new Map(old.map((member) => [member.user, member]));
  return now.map((member) => {
    const was = known.get(member.user);
    return was !== undefined && FIELDS.every((field) => was[field] === member[field]) ? was : member;
  });
}
