import { useRef } from 'react';
import type { GroupMember } from '../../client/interface/client.ts';
import { contactNameOf } from '../../client/state/selectors.ts';
import { fieldsOf } from '../../domain/assert.ts';
import type { ContactId } from '../../domain/ids.ts';
import { inMemberOrder } from '../../domain/name-order.ts';
import { ok } from '../../domain/result.ts';
import { useWhenChanged } from '../kit/use-steady.ts';
import { sameItems, useClient, useStore } from './client-context.ts';
import { type Loaded, useLoad } from './use-load.ts';

export const NO_MEMBERS: readonly GroupMember[] = [];

/**
 * The members of a group, loaded again when they join, leave or change their role or name, including a
 * private nickname (UI-57).
 */
export function useMembers(
  id: ContactId,
  isWanted = true,
): Loaded<readonly GroupMember[]> & { readonly reload: () => void } {
  const { actions } = useClient();
  const members = useRef(NO_MEMBERS);
  const ask = async () => {
    const answer = await actions.members(id);
    if (answer.ok) members.current = keepSame(members.current, inMemberOrder(answer.value));
    return answer.ok ? ok(members.current) : answer;
  };
  const loaded = useLoad(isWanted ? id : '', isWanted ? ask : null);
  useWhenChanged(
    loaded.reload,
    useStore((state) => state.contacts.get(id)?.group),
    useStore((state) => state.profiles),
    useNames(loaded.value ?? NO_MEMBERS),
  );
  return loaded;
}

/** The user's own names for the members that are contacts. */
const useNames = (members: readonly GroupMember[]): readonly unknown[] =>
  useStore((state) => members.map(({ user }) => contactNameOf(state, user)), sameItems);

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
function keepSame(old: readonly GroupMember[], now: readonly GroupMember[]): readonly GroupMember[] {
  const byUser = new Map(old.map((member) => [member.user, member]));
  return now.map((member) => {
    const was = byUser.get(member.user);
    return was !== undefined && FIELDS.every((field) => was[field] === member[field]) ? was : member;
  });
}
