import type { Oracle } from './oracle.ts';

/**
 * Why somebody may not come into a group by themselves; null: they may. A code opens while its maker is a
 * member and members may invite (GROUP-12); a link opens by itself; and nothing opens for somebody who was
 * removed (GROUP-16). `codesOf`: who may have made the code; null stands for a link, or for an unknown maker.
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
