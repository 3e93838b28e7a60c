import type { Alert, AlertLevel, Concerns, Quiet } from './alert.ts';

export const levelOf = (alert: Alert): AlertLevel =>
  alert === true ? 'all' : alert !== false && alert.startsWith('mentions') ? 'mentions' : 'none';

/** Time at which everything is audible again; null: only when the user changes it. */
export const quietUntil = (alert: Alert): number | null => {
  const [, until] = String(alert).split(':');
  return until === undefined ? null : Number(until);
};

/** Parses the stored text of an alert; null: malformed. */
export function readAlert(text: string): Alert | null {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^(mentions|(mentions|none):\d+)$/.test(text) ? (text as Quiet) : null;
}

/** Checks whether a message addresses the user: at level "mentions" only such messages notify (ALERT-2). */
export const isToMe = ({ at, answers }: Concerns, me: number): boolean =>
  at.includes(me) || at.includes(0) || answers === me;
