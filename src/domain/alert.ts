/** What of a chat may make itself heard (ALERT-1): all of it, mentions and answers to me, or nothing. */
export const ALERT_LEVELS = ['all', 'mentions', 'none'] as const;
export type AlertLevel = (typeof ALERT_LEVELS)[number];

/** What is neither everything nor, for good, nothing; the number is when it ends, in ms since 1970. */
export type Quiet = 'mentions' | `${'mentions' | 'none'}:${number}`;

/** Everything (true), nothing (false), or something between; one value, so that a register compares it. */
export type Alert = boolean | Quiet;

/** `untilMs` null: until one chooses something else. */
export const alertOf = (level: AlertLevel, untilMs: number | null): Alert =>
  level === 'all' ? true : untilMs === null ? level === 'mentions' && level : `${level}:${untilMs}`;

/** What a message has to do with somebody. */
export interface Concerns {
  /** Mentioned, also with everybody. */
  readonly at: readonly number[];
  /** Whose message it answers; null: nobody's. */
  readonly answers: number | null;
}
