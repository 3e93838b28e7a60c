import type { Oracle } from './oracle.ts';
import { privacyIn } from './privacy.ts';
import { refusedUnder } from './rights.ts';
import { partners } from './state.ts';

/** Where more people are, nobody is told. */
const FEW = 50;

/** Who may be told that somebody types there: whoever would hear what they say, if both tell it. */
export function expectedTypingTold(oracle: Oracle, by: number, chat: string): readonly number[] {
  if (partners(chat) === null && !oracle.chats.get(chat)?.group) return [];
  const present = oracle.present(chat);
  if (present.length > FEW) return [];
  const isAllowed = refusedUnder(oracle, by, { wants: 'say', chat, at: [], types: true }).includes(null);
  if (!isAllowed || !privacyIn(oracle, by).typing) return [];
  return present.filter((one) => one !== by && privacyIn(oracle, one).typing);
}
