import type { Oracle } from '../../oracle/oracle.ts';
import type { Recorded } from '../../oracle/answers/recorded.ts';
import type { RequestBody } from '../body.ts';
import { number, textOf } from '../body.ts';

/** The asker, and the request. */
export interface AskedToRead {
  readonly me: number;
  readonly body: RequestBody;
}

/** An answer that was no refusal. */
export interface GivenAnswer {
  readonly data: unknown;
  /** Stored beside it in its envelope. */
  readonly count: unknown;
  readonly more: unknown;
  /** Position of a search that ended early: it covers the messages from this number on. */
  readonly next: unknown;
}

/** The required answer of a call, and how to read the actual one. */
export interface AnswerRule {
  /** Lower case. */
  readonly path: string;
  /** Checked only without changes between its arrival and its answer. */
  readonly atRest?: true;
  /** Plain data; null: unknown to the oracle. */
  readonly expected: (
    oracle: Oracle,
    recorded: Recorded,
    request: AskedToRead,
    answer: GivenAnswer,
  ) => unknown;
  /** The same of what was answered. */
  readonly actual: (answer: GivenAnswer, request: AskedToRead) => unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
export const listOf = (value: unknown): readonly Fields[] =>
  Array.isArray(value) ? (value as readonly unknown[]).map(fieldsOf) : [];

/** A user, as an answer names them. */
export const personOf = (row: Fields): { readonly id: number; readonly displayName: unknown } => ({
  id: Number(row['user_id']),
  displayName: row['displayName'],
});

/** A number of a request; `otherwise` if absent, and null in an unusual notation. */
export function wholeIn(body: RequestBody, name: string, otherwise: number): number | null {
  const value = body[name];
  if (value === undefined || value === null || value === '') return otherwise;
  const parsed = /^\d{1,15}$/.test(textOf(value)) ? number(value) : Number.NaN;
  return Number.isSafeInteger(parsed) ? parsed : null;
}

export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Null: absent; undefined: in an unusual notation. */
export function maybeIn(body: RequestBody, name: string): number | null | undefined {
  if (isAbsent(body[name])) return null;
  return wholeIn(body, name, 0) ?? undefined;
}

/** Default rows of a page, and the maximum. */
const [ROWS, ROWS_MAX] = [20, 100];

/** The requested part of a list; null in an unusual notation. */
export function partIn(body: RequestBody, rows = ROWS): { page: number; limit: number } | null {
  const [page, limit] = [wholeIn(body, 'page', 1), wholeIn(body, 'limit', rows)];
  if (page === null || limit === null) return null;
  return { page: Math.max(1, page), limit: Math.min(limit === 0 ? rows : limit, ROWS_MAX) };
}
