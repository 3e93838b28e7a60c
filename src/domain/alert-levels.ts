import type { Alert, AlertLevel, Concerns, Quiet } from './alert.ts';

export const levelOf = (alert: Alert): AlertLevel =>
  alert === true ? 'all' : alert !== false && alert.startsWith('mentions') ? 'mentions' : 'none';

/** When everything is heard again; null: not by itself. */
export const quietUntil = (alert: Alert): number | null => {
  const [, until] = String(alert).split(':');
  return until === undefined ? null : Number(until);
};

/** As it was written as text; null: it is none. */
export function readAlert(text: string): Alert | null {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^(mentions|(mentions|none):\d+)$/.test(text) ? (text as Quiet) : null;
}

/** Whether it is meant for them: what a chat may tell of that tells only such (ALERT-2). */
export const isToMe = ({ at, answers }: Concerns, me: number): boolean =>
  at.includes(me) || at.includes(0) || answers === me;
