import type { GroupMember } from '../../client/interface/client.ts';
import { fieldsOf } from '../../domain/assert.ts';

const FIELDS = fieldsOf<GroupMember>({
  user: true,
  role: true,
  displayName: true,
  account: true,
  namePy: true,
  avatar: true,
  mutedUntilSec: true,
  inviter: true,
});

/**
 * A list that was loaded again: an unchanged member stays the same object, so that its row does not render.
 */
export function keepSame(old: readonly GroupMember[], now: readonly GroupMember[]): readonly GroupMember[] {
  const byUser = new Map(old.map((member) => [member.user, member]));
  return now.map((member) => {
    const was = byUser.get(member.user);
    return was !== undefined && FIELDS.every((field) => was[field] === member[field]) ? was : member;
  });
}
