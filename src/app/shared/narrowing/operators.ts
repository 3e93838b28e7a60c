import { SEARCH_KINDS, type SearchKind } from '../../../domain/search-filter.ts';

/** Search operators, typed before a colon (SEARCH-15). */
export const OPERATORS = ['from', 'in', 'has', 'after', 'before'] as const;
export type Operator = (typeof OPERATORS)[number];

/** Accepts both languages, regardless of the app's: users type either. */
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

const AT_END = /(?:^|\s)([^\s:：]+)[:：]([^:：]*)$/u;

/** The operator that is being typed at the end of the field. */
export function unfinishedIn(typed: string): Unfinished | null {
  const match = AT_END.exec(typed);
  const operator = TYPED[match?.[1]?.toLowerCase() ?? ''];
  if (!match || operator === undefined) return null;
  return { operator, value: (match[2] ?? '').trimStart(), rest: typed.slice(0, match.index) };
}

/** Checks whether a blank ended the value: then it may already match. */
export const isEnded = ({ value }: Unfinished): boolean => /\S\s$/u.test(value);

export const kindNamed = (value: string): SearchKind | undefined => KINDS[value.trim().toLowerCase()];

const DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;

/** A calendar day such as `2026-11-05`; null: invalid. */
export function dayNamed(value: string): Date | null {
  const match = DAY.exec(value.trim());
  if (!match) return null;
  const [year, month, date] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const day = new Date(year, month - 1, date);
  return day.getMonth() === month - 1 && day.getDate() === date ? day : null;
}
