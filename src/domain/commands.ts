import { DAY, HOUR, MINUTE } from './duration.ts';

/** Commands of the message box (COMMAND-1). */
export const COMMAND_NAMES = ['me', 'shrug', 'topic', 'invite', 'mute', 'remind', 'poll'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

export interface TypedCommand {
  readonly name: string;
  /** The words after the name; null while the name may be incomplete. */
  readonly words: string | null;
}

const FORM = /^\/([a-z][a-z0-9_-]{0,31})?(?:\s([\s\S]*))?$/i;

/** The command at the beginning of a text; null: a text, such as a path (COMMAND-4). */
export function commandIn(text: string): TypedCommand | null {
  const match = FORM.exec(text);
  const [name, words] = [match?.[1] ?? '', match?.[2]];
  if (match === null || (name === '' && text !== '/')) return null;
  return { name: name.toLowerCase(), words: words === undefined ? null : words.trim() };
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:m|min|mins|minutes?|分|分钟)$/i, MINUTE],
  [/^(?:h|hours?|时|小时)$/i, HOUR],
  [/^(?:d|days?|天)$/i, DAY],
  [/^(?:w|weeks?|周)$/i, 7 * DAY],
];

/** A duration at the beginning, such as `20m` or `2 hours`, and the words after it; null: none. */
export function spanIn(words: string): { readonly ms: number; readonly rest: string } | null {
  const [whole, count, unit = ''] = /^(\d{1,4})\s*([a-z]+|[\u4E00-\u9FFF]{1,2})(?=\s|$)/i.exec(words) ?? [];
  const size = UNITS.find(([form]) => form.test(unit))?.[1];
  if (whole === undefined || size === undefined || Number(count) === 0) return null;
  return { ms: Number(count) * size, rest: words.slice(whole.length).trim() };
}

/** Parts of a poll, separated by lines or `|`: the question and its options. */
export const partsIn = (words: string): readonly string[] =>
  words
    .split(/[|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
