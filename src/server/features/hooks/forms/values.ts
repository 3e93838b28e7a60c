/** An object of any sender; each field may have any type. */
export type HookFields = Readonly<Record<string, unknown>>;

const EMPTY: HookFields = {};

export const isFields = (value: unknown): value is HookFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value as an object; senders also write `null`, text and lists in its place. */
export const objectOf = (value: unknown): HookFields => (isFields(value) ? value : EMPTY);

/** The objects of a list; a single object counts as a list of one. */
export function objectsOf(value: unknown, most: number): readonly HookFields[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.filter(isFields).slice(0, most);
}

/** The value as text: numbers and flags are written out, all else is empty. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The first of these fields that has a text. */
export function firstText(fields: HookFields, ...names: readonly string[]): string {
  for (const name of names) {
    const text = asText(fields[name]);
    if (text !== '') return text;
  }
  return '';
}

/** Seconds or milliseconds since 1970, as number or text, or a date of ISO 8601; null: none of them. */
export function dateIn(value: unknown): Date | null {
  const text = asText(value);
  const number = Number(text);
  const ms = text === '' ? Number.NaN : Number.isFinite(number) ? msOf(number) : Date.parse(text);
  return Number.isFinite(ms) && ms > 0 && ms < 253_402_300_800_000 ? new Date(ms) : null;
}

const msOf = (n: number): number => (n < 100_000_000_000 ? n * 1_000 : n);

/** `2026-11-30 07:05 UTC` */
export const utcText = (at: Date | null): string =>
  at === null ? '' : `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
