import type { Oracle } from './oracle.ts';

/**
 * Why somebody may not come into a group by themselves. No code of a former member opens it, none does while
 * members may not invite (GROUP-12), and nothing does once they were removed (GROUP-16). `codesOf`: whose code
 * it may have been; null for a link, which lives by itself, or what nobody knows.
 */
export function comingIn(
  oracle: Oracle,
  me: number,
  chat: string,
  codesOf: readonly (number | null)[],
): string | null {
  const group = oracle.chats.get(chat)?.group;
  if (!group) return 'no group';
  if (group.barred.has(me)) return 'removed before, and no leader lets them back';
  const opens = codesOf.some(
    (maker) => maker === null || (group.setting.invite && oracle.seat(maker, chat) !== null),
  );
  if (!opens) return 'by a code that opens nothing';
  const { groupMax } = oracle.rules;
  return groupMax > 0 && oracle.present(chat).length >= groupMax ? 'too many for a group' : null;
}
