import type { AskedPoll } from '../oracle/polls.ts';
import { chatOf } from '../oracle/state.ts';
import type { RecordedRequest } from './recorded.ts';

/** Fields of a request, by name. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** One body, or those of an array; none where it cannot be read as either, which no call takes. */
export function bodiesOf(body: string | null): readonly RequestBody[] {
  const read = jsonOf(body ?? '{}');
  return (Array.isArray(read) ? read : [read]).filter(isBody);
}

const isBody = (value: unknown): value is RequestBody =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns true for a refusal: none of it may have been executed. */
export const wasRefused = ({ answer }: RecordedRequest): boolean => answer !== null && answer.code !== 0;

/*
 * Fields as the contract lets them come: numbers as text, flags as 0 and 1, lists as JSON, as comma text or alone,
 * objects as JSON text (docs/protocol.md, "All calls").
 */
export const textOf = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';
export const number = (value: unknown): number =>
  textOf(value).trim() === '' ? Number.NaN : Number(textOf(value));
export const isOn = (value: unknown): boolean => value === true || ['1', 'true'].includes(textOf(value));

/** The chat a request refers to. */
export const chatIn = (by: number, value: unknown): string | null => chatOf(by, textOf(value).trim());

export function numbers(value: unknown): readonly number[] {
  return listIn(value).map(number);
}

/** Mentioned users, without duplicates; a non-number, as a client's word for all, means all members. */
export const mentionsIn = (body: RequestBody | null): readonly number[] => [
  ...new Set(listIn(body?.['at']).map(mentioned)),
];

/** Decimal only: `0x7` is text. */
function mentioned(value: unknown): number {
  const id = typeof value === 'number' || /^\s*[+-]?\d{1,16}\s*$/.test(textOf(value)) ? Number(value) : 0;
  return Number.isSafeInteger(id) ? id : 0;
}

export function listIn(value: unknown): readonly unknown[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value;
  if (typeof value === 'object') return Object.values(value);
  const text = textOf(value).trim();
  const read = text.startsWith('[') ? jsonOf(text) : text.split(',').map((part) => part.trim());
  return Array.isArray(read) ? read : [];
}

/** The user on a sent card; undefined for other messages. */
export const cardUser = (body: RequestBody): number | undefined =>
  body['type'] === 'contact' ? number(objectOf(body['extends'])['id']) : undefined;

/** A text with markup has a flag beside it. */
export const isMarked = (body: RequestBody): boolean => objectOf(body['extends'])['format'] === 'md';

/** The poll of a text; null without a valid one. */
export function pollIn(body: RequestBody): AskedPoll | null {
  const poll = objectOf(body['extends'])['poll'];
  if (body['type'] !== 'text' || !isBody(poll) || !Array.isArray(poll['options'])) return null;
  const options = poll['options'].map((one) => textOf(one).trim());
  const lastsSec = typeof poll['lasts'] === 'number' ? poll['lasts'] : null;
  return { options, many: poll['many'] === 1, lastsSec };
}

export function objectOf(value: unknown): RequestBody {
  const read = typeof value === 'string' ? jsonOf(value) : value;
  return isBody(read) ? read : {};
}
