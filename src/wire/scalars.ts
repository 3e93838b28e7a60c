import * as v from 'valibot';
import { lengthOf } from '../domain/length.ts';
import { frameLimits } from '../domain/list-limits.ts';

/**
 * Scalars as they really arrive: form bodies make text of everything, older peers write digits, flags,
 * lists and objects as text (WIRE-2, WIRE-3). Each schema accepts all forms and gives one.
 */
const WHOLE = /^[+-]?\d{1,16}$/;
const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  ['true', true],
  [false, false],
  [0, false],
  ['0', false],
  ['false', false],
]);
/** Values from here on are milliseconds, smaller ones seconds (WIRE-6). */
const MS_FROM = 100_000_000_000;

export const int = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((x) => (typeof x === 'number' ? x : WHOLE.test(x.trim()) ? Number(x) : Number.NaN)),
  v.safeInteger(),
);
/** A number with a fraction, for coordinates and durations. */
export const real = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((x) => (typeof x === 'number' ? x : x.trim() === '' ? Number.NaN : Number(x))),
  v.finite(),
);
export const whole = v.pipe(int, v.minValue(0));
/** Ids of rows: 1 and up. */
export const rowId = v.pipe(int, v.minValue(1));
export const flag = v.pipe(
  v.unknown(),
  v.transform((x): unknown => FLAGS.get(x)),
  v.boolean(),
);
/** Numbers become text: a password of digits may arrive as a number. */
export const text = v.pipe(v.union([v.string(), v.number()]), v.transform(String));
/** Counted in characters as users count; the number itself is used by the reference page. */
export const textUpTo = (max: number) =>
  v.pipe(
    text,
    v.check((x) => lengthOf(x) <= max),
    v.metadata({ maxLength: max }),
  );
/** A moment in milliseconds, written as seconds or milliseconds, number or digits. */
export const moment = v.pipe(
  real,
  v.minValue(0),
  v.transform((x) => (x >= MS_FROM ? x : x * 1_000)),
);

const nothing = v.union([v.null(), v.undefined(), v.literal('')]);

/** Absent, null and empty text mean the same: not given. */
export const maybe = <T extends v.GenericSchema>(schema: T) =>
  v.optional(
    straight(
      v.union([
        v.pipe(
          nothing,
          v.transform(() => undefined),
        ),
        schema,
      ]),
      schema,
      undefined,
    ),
  );

/** The same, and so does what is not valid. */
export const ifValid = <T extends v.GenericSchema>(schema: T) => v.fallback(maybe(schema), undefined);

export const withDefault = <const D, T extends v.GenericSchema<unknown, unknown>>(schema: T, value: D) =>
  v.optional(
    straight(
      v.union([
        v.pipe(
          nothing,
          v.transform((): D => value),
        ),
        schema,
      ]),
      schema,
      value,
    ),
    '',
  );

/**
 * The same union, selected by the value instead of trying each option: every option that does not match would
 * record its reasons, for every field of every row.
 */
function straight<U extends v.GenericSchema>(union: U, schema: v.GenericSchema, none: unknown): U {
  const run = (dataset: Parameters<U['~run']>[0], config: Parameters<U['~run']>[1]) => {
    const { value } = dataset;
    return value === null || value === undefined || value === ''
      ? { typed: true, value: none }
      : schema['~run'](dataset, config);
  };
  return { ...union, '~run': run as U['~run'] };
}

/** One value, or an array of them. The type decides which, before any validation. */
export function oneOrMany<const T extends v.GenericSchema>(one: T) {
  const many = v.array(v.unknown());
  const union = v.union([many, one]);
  const run: (typeof union)['~run'] = (dataset, config) =>
    (Array.isArray(dataset.value) ? many : one)['~run'](dataset, config);
  return { ...union, '~run': run };
}

/**
 * An array, an object with counted keys, JSON text, comma text or one scalar; an absent value is an empty
 * list. Counted before any item is read (WIRE-23).
 */
export const listOf = <T extends v.GenericSchema>(item: T, max: number) =>
  v.optional(
    v.pipe(
      v.unknown(),
      v.transform((value) => toList(value, max)),
      v.check((list) => !Array.isArray(list) || list.length <= max),
      v.array(item),
      v.maxLength(max),
    ),
    '',
  );

function toList(value: unknown, max: number): unknown {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return value;
  if (typeof value === 'object') return Object.values(value);
  if (typeof value !== 'string') return [value];
  const trimmed = value.trim();
  if (trimmed.startsWith('[')) return parsed(trimmed);
  return trimmed.split(',', max + 1).map((part) => part.trim());
}

/**
 * A plain object, also as JSON text, with no more names than any call reads; absent, `""` and `[]` are null.
 */
export const looseObject = v.optional(
  v.pipe(
    v.unknown(),
    v.transform((value): unknown => {
      const item = typeof value === 'string' && value !== '' ? parsed(value) : value;
      if (item === null || item === undefined || item === '') return null;
      return Array.isArray(item) && item.length === 0 ? null : item;
    }),
    v.check((x) => typeof x !== 'object' || x === null || Object.keys(x).length <= frameLimits.positionsMax),
    v.nullable(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.check((x) => !Array.isArray(x)),
      ),
    ),
  ),
  '',
);

/**
 * Objects and lists as text: text that is deeper or longer than a frame may be stays a string, and is refused
 * as one.
 */
export function parsed(json: string): unknown {
  if (json.length > frameLimits.frameBytesMax || tooDeep(json, frameLimits.depthMax)) return json;
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Counts brackets outside of strings, so that deep input is never parsed (WIRE-10). */
export function tooDeep(text: string, max: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (quoted) {
      if (c === 0x5c) i += 1;
      else if (c === 0x22) quoted = false;
    } else if (c === 0x22) quoted = true;
    else if (c === 0x5b || c === 0x7b) {
      depth += 1;
      if (depth > max) return true;
    } else if (c === 0x5d || c === 0x7d) depth -= 1;
  }
  return false;
}
