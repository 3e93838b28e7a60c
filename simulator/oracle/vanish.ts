import { mayChangeChat } from './chat-rights.ts';
import type { OracleLine, OracleView } from './state.ts';
import type { OracleSubject } from './subject.ts';

const DAY = 86_400_000;

/** Expiry of a line, by the server's time; null: it stays. System lines stay. */
export function vanishMs({ chats }: OracleView, line: OracleLine): number | null {
  if (line.note !== null && !line.recalled) return null;
  const days = chats.get(line.chat)?.timers.findLast(({ after }) => after < line.n)?.days ?? 0;
  return days === 0 ? null : line.sentAtMs + days * DAY;
}

/** Returns why it may not be erased automatically at this moment; null: it has expired. */
export function staysBecause(oracle: OracleView & { readonly nowMs: number }, row: number): string | null {
  const line = oracle.lines.get(row);
  if (!line || line.isDeleted) return 'no such line';
  const endMs = vanishMs(oracle, line);
  if (endMs === null) return 'no timer is set for it';
  return endMs <= oracle.nowMs ? null : `it may stand until ${endMs}`;
}

/** The lifetime of new messages. */
export const vanishingOracle: OracleSubject<'timer', 'timer'> = {
  effects: {
    timer: (oracle, { chat, by, days, row }) => {
      const { n: after } = oracle.tell(chat, by, row, 'timer');
      oracle.chat(chat).timers.push({ after, days });
    },
  },
  request: { timer: ({ chat }) => ({ kind: 'timer', chat }) },
  refusalFor: {
    timer: (oracle, me, { chat }) =>
      mayChangeChat(oracle, me, chat) ?? (oracle.blocked.only(chat, me) ? 'not here' : null),
  },
};
