import { ROLE } from './actions.ts';
import type { Oracle } from './oracle.ts';
import { privacyIn } from './privacy.ts';
import { refusedUnder } from './rights.ts';
import { partners } from './state.ts';

/** Users notified of a join request, its withdrawal or its answer: the managers of the group. */
export function expectedRequestAudience(oracle: Oracle, name: string): readonly number[] {
  const { group = null, seats = null } = oracle.chats.get(name) ?? {};
  if (group === null || group.over || seats === null) return [];
  return [...seats].filter(([, { here, role }]) => here && role <= ROLE.manager).map(([person]) => person);
}

/** Member count above which no signals are sent. */
const FEW = 50;

/** The users who may receive typing signals: those who would receive the message, if both share typing. */
export function expectedTypingAudience(oracle: Oracle, by: number, chat: string): readonly number[] {
  if (partners(chat) === null && !oracle.chats.get(chat)?.group) return [];
  const present = oracle.present(chat);
  if (present.length > FEW) return [];
  const isAllowed = refusedUnder(oracle, by, { kind: 'say', chat, at: [], types: true }).includes(null);
  if (!isAllowed || !privacyIn(oracle, by).typing) return [];
  return present.filter((one) => one !== by && privacyIn(oracle, one).typing);
}
