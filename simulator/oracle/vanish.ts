import type { OracleLine, OracleView } from './state.ts';

const DAY = 86_400_000;

/** Expiry of a line, by the server's time; null: it stays. System lines stay. */
export function goesAtMs({ chats }: OracleView, line: OracleLine): number | null {
  if (line.note !== null && !line.recalled) return null;
  const days = chats.get(line.chat)?.timers.findLast(({ after }) => after < line.n)?.days ?? 0;
  return days === 0 ? null : line.saidAtMs + days * DAY;
}

/** Returns why it may not be erased automatically at this moment; null: it has expired. */
export function staysBecause(oracle: OracleView & { readonly nowMs: number }, row: number): string | null {
  const line = oracle.lines.get(row);
  if (!line || line.gone) return 'no such line';
  const goes = goesAtMs(oracle, line);
  if (goes === null) return 'no timer is set for it';
  return goes <= oracle.nowMs ? null : `it may stand until ${goes}`;
}
