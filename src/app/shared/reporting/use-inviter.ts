import type { GroupMember } from '../../../client/interface/client.ts';
import { useStore } from '../client-context.ts';

/** The inviter of this user, if still a member: they can be blocked when leaving. */
export function useInviter(members: readonly GroupMember[] | null) {
  const self = useStore((state) => state.self?.id);
  const mine = members?.find(({ user }) => user === self);
  const match = members?.find(({ user }) => user === mine?.inviter);
  return match && match.user !== self ? { id: match.user, name: match.displayName } : undefined;
}
