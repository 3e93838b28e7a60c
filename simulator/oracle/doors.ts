import type { Oracle } from './oracle.ts';

/**
 * Returns why a user may not join a group on their own; null: they may. A code works while its maker is a
 * member and members may invite (GROUP-12); a link works independently; neither works for a removed member
 * (GROUP-16). `codesOf`: possible makers of the code; null stands for a link, or for an unknown maker.
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
