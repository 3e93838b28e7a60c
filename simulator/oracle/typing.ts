import type { Oracle } from './oracle.ts';
import { refusedUnder } from './rights.ts';
import { partners } from './state.ts';

/** Where more people are, nobody is told. */
const FEW = 50;

/** Who may be told that somebody is about to say something there: whoever would hear it said. */
export function expectedTypingTold(oracle: Oracle, by: number, chat: string): readonly number[] {
  if (partners(chat) === null && !oracle.chats.get(chat)?.group) return [];
  const present = oracle.present(chat);
  if (present.length > FEW) return [];
  const isAllowed = refusedUnder(oracle, by, { wants: 'say', chat, at: [] }).includes(null);
  return isAllowed ? present.filter((one) => one !== by) : [];
}
