import { folded } from '../../../domain/folded.ts';
import { SEARCH_KINDS, type SearchKind } from '../../../domain/search-filter.ts';

/** Search operators, typed before a colon (SEARCH-15). */
export const OPERATORS = ['from', 'in', 'has', 'after', 'before'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The word of the app's language for an operator or a kind. */
export type FilterWord = (name: Operator | SearchKind) => string;

/** Accepted in every language of the app, beside its own words. */
const TYPED: Readonly<Record<string, Operator>> = {
  from: 'from',
  来自: 'from',
  in: 'in',
  在: 'in',
  has: 'has',
  包含: 'has',
  after: 'after',
  晚于: 'after',
  before: 'before',
  早于: 'before',
};
const KINDS: Readonly<Record<string, SearchKind>> = {
  ...Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, kind])),
  picture: 'image',
  photo: 'image',
  图片: 'image',
  视频: 'video',
  语音: 'voice',
  文件: 'file',
  链接: 'link',
};

export interface Unfinished {
  readonly operator: Operator;
  /** The text after the colon so far. */
  readonly value: string;
  /** The text before the operator. */
  readonly rest: string;
}

/** The operator that is being typed at the end of the field. */
export function unfinishedIn(typed: string, wordOf: FilterWord): Unfinished | null {
  const [, before = '', value = ''] = /^(.*)[:：]([^:：]*)$/su.exec(typed) ?? [];
  const names = [...OPERATORS.map((one) => [wordOf(one), one] as const), ...Object.entries(TYPED)];
  for (const [name, operator] of names) {
    const at = before.length - name.length;
    const isNamed = before.slice(Math.max(0, at)).toLowerCase() === name.toLowerCase();
    if (isNamed && (at === 0 || /\s/u.test(before.charAt(at - 1))))
      return { operator, value: value.trimStart(), rest: before.slice(0, Math.max(0, at - 1)) };
  }
  return null;
}

/** Checks whether a blank ended the value: then it may already match. */
export const isEnded = ({ value }: Unfinished): boolean => /\S\s$/u.test(value);

export const kindNamed = (value: string, wordOf: FilterWord): SearchKind | undefined =>
  KINDS[value.trim().toLowerCase()] ?? SEARCH_KINDS.find((kind) => folded(wordOf(kind)) === folded(value));

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** A calendar day such as `2026-11-05`; null: invalid. */
export function dayNamed(value: string): Date | null {
  const match = DAY.exec(value.trim());
  if (!match) return null;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const day = new Date(year, month - 1, date);
  return day.getMonth() === month - 1 && day.getDate() === date ? day : null;
}
