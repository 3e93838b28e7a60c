import { directionOf, isRightToLeft } from './direction.ts';

/** A number with its unit keeps their order in a language from right to left (UI-126). */
export const isolatedIn = (language: string, value: string): string =>
  isRightToLeft(language) ? `\u2068${value}\u2069` : value;

/** A text after a label of the app, whose direction does not turn the marks at its end (UI-126). */
export const afterLabel = (label: string, text: string): string =>
  text === '' ? label : `${label} ${directionOf(label) === directionOf(text) ? text : `\u2068${text}\u2069`}`;
