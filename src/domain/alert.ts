/**
 * Messages of a chat that may notify (ALERT-1): all of them, mentions of and answers to the user, or none.
 */
export const ALERT_LEVELS = ['all', 'mentions', 'none'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** Every value between "all" and "permanently none"; the number is the end in ms since 1970. */
export type Quiet = 'mentions' | `${'mentions' | 'none'}:${number}`;

/**
 * Everything (true), nothing (false), or a value between; a single value, so that a register can compare it.
 */
export type Alert = boolean | Quiet;

/** `untilMs` null: until one chooses something else. */
export const alertOf = (level: AlertLevel, untilMs: number | null): Alert =>
  level === 'all' ? true : untilMs === null ? level === 'mentions' && level : `${level}:${untilMs}`;

/** How a message concerns a user. */
interface Concerns {
  /** Mentioned users; 0 is a mention of all members. */
  readonly at: readonly number[];
  /** Author of the answered message; null: it answers no message. */
  readonly answers: number | null;
}

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
