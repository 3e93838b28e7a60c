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
export interface Concerns {
  /** Mentioned users; 0 is a mention of all members. */
  readonly at: readonly number[];
  /** Author of the answered message; null: it answers no message. */
  readonly answers: number | null;
}
