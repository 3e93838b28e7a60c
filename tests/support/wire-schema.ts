/**
 * A schema of `src/wire` as JSON Schema. In requests every notation that the server takes is allowed
 * (WIRE-2): numbers and flags as text, lists and objects as JSON text, nothing as null or "". Answers have
 * the one notation that the server writes.
 */
export interface Json {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Json[];
}

type Side = 'request' | 'answer';

/** The parts of a schema that are read here; the library keeps them as plain data. */
interface Part {
  readonly type: string;
  readonly kind: string;
  readonly pipe?: readonly Part[];
  readonly options?: readonly unknown[];
  readonly entries?: Readonly<Record<string, Part>>;
  readonly wrapped?: Part;
  readonly item?: Part;
  readonly literal?: unknown;
  readonly requirement?: unknown;
  readonly fallback?: unknown;
  readonly metadata?: { readonly maxLength?: number; readonly accepted?: readonly unknown[] };
}

export const isOptional = (schema: unknown): boolean => (schema as Part).type === 'optional';

export const requestSchema = (schema: unknown): Json => convert(schema as Part, 'request');
export const answerSchema = (schema: unknown): Json => convert(schema as Part, 'answer');

/** What `flag` of `src/wire/scalars.ts` takes. */
const FLAG: Json = { enum: [true, false, 1, 0, '1', '0', 'true', 'false'] };
const INTEGER: Json = { type: ['integer', 'string'], pattern: '^\\s*[+-]?\\d{1,16}\\s*$' };
const NOT_NEGATIVE = '^\\s*[+]?\\d{1,16}\\s*$';
const ABOVE_NOTHING = '^\\s*[+]?0*[1-9]\\d{0,15}\\s*$';
const NUMBER: Json = { type: ['number', 'string'], pattern: '^\\s*[+-]?\\d+(\\.\\d*)?([eE][+-]?\\d+)?\\s*$' };
const LIST = { type: ['array', 'string', 'object', 'number', 'boolean', 'null'] } as const;
const OBJECT = { type: ['object', 'string', 'array', 'null'] } as const;

/** Pipes within pipes are one row of steps. */
const steps = (part: Part): readonly Part[] =>
  part.pipe
    ? part.pipe.flatMap((one) =>
        one === part ? [one] : one.pipe && one.kind === 'schema' ? steps(one) : [one],
      )
    : [part];

function convert(part: Part, side: Side): Json {
  const row = steps(part);
  const base = baseOf(row, part, side);
  const match = { ...base, ...bounds(row, base) };
  return side === 'request' && 'fallback' in part ? anything(match, part.fallback) : match;
}

function baseOf(row: readonly Part[], part: Part, side: Side): Json {
  const schemas = row.filter(({ kind }) => kind === 'schema');
  const entry = schemas.findLast(({ type }) =>
    ['array', 'boolean', 'picklist', 'object', 'record', 'nullable', 'optional'].includes(type),
  );
  const isNumber = row.some(({ type }) => type === 'safe_integer');
  if (entry) {
    const match = fromSchema(entry, side);
    const accepted = row.find(({ metadata }) => metadata?.accepted)?.metadata?.accepted;
    if (accepted) return { enum: accepted };
    if (side === 'answer') return entry.type === 'boolean' ? { enum: [0, 1] } : match;
    if (isNumber && match.enum) return { enum: [...match.enum, ...match.enum.map(String)] };
    return beginsAnyhow(schemas[0]) ? listWritten(entry, match) : match;
  }
  if (isNumber) return side === 'request' ? INTEGER : { type: 'integer' };
  if (row.some(({ type }) => type === 'finite')) return side === 'request' ? NUMBER : { type: 'number' };
  if (beginsAnyhow(schemas[0]) && schemas.length > 1)
    return { type: ['string', 'number', 'object', 'array', 'null'], description: 'A text, or JSON.' };
  return fromSchema(schemas[0] ?? part, side);
}

/** An invalid value counts as the fallback. */
const anything = ({ enum: examples }: Json, fallback: unknown): Json => ({
  ...(examples && { examples }),
  description: `Anything else counts as ${JSON.stringify(fallback)}.`,
});

/** Reports whether a schema accepts any value before it converts one. */
const beginsAnyhow = (part: Part | undefined): boolean =>
  part !== undefined &&
  (part.type === 'unknown' || (part.type === 'optional' && beginsAnyhow(part.wrapped?.pipe?.[0])));

/** Values that may also be text, because the server converts before it checks. */
function listWritten(known: Part, found: Json): Json {
  switch (known.type) {
    case 'boolean':
      return FLAG;
    case 'array':
      return { ...found, ...LIST, description: 'A list, its JSON text, or values between commas.' };
    case 'object':
    case 'nullable':
    case 'record':
      return { ...found, ...OBJECT, description: 'An object or its JSON text.' };
    default:
      return found;
  }
}

function bounds(row: readonly Part[], base: Json): Json {
  const match: { -readonly [name in keyof Json]: Json[name] } = {};
  const isList = base.items !== undefined;
  for (const { type, requirement, metadata } of row) {
    if (typeof metadata?.maxLength === 'number') match.maxLength = metadata.maxLength;
    if (requirement instanceof RegExp && type === 'regex') {
      match.pattern = requirement.source;
      // A fraction fits none of the expressions.
      if (Array.isArray(base.type)) match.type = ['string', 'integer'];
    }
    if (typeof requirement !== 'number') continue;
    if (type === 'min_value') match.minimum = requirement;
    if (type === 'min_value' && base.pattern === INTEGER.pattern)
      match.pattern = requirement > 0 ? ABOVE_NOTHING : NOT_NEGATIVE;
    if (type === 'max_value') match.maximum = requirement;
    if (type === 'max_length') match[isList ? 'maxItems' : 'maxLength'] = requirement;
    if (type === 'min_length') match[isList ? 'minItems' : 'minLength'] = requirement;
    // Blanks at both ends do not count.
    if (type === 'min_length' && row.some((step) => step.type === 'trim')) match.pattern = '\\S';
  }
  return match;
}

function fromSchema(part: Part, side: Side): Json {
  switch (part.type) {
    case 'object': {
      const entries = Object.entries(part.entries ?? {});
      const required = entries.filter(([, field]) => !isOptional(field)).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, field]) => [name, convert(field, side)])),
        ...(required.length > 0 ? { required } : {}),
      };
    }
    case 'optional':
    case 'nullable':
      return part.wrapped ? convert(part.wrapped, side) : {};
    case 'array':
      return { type: 'array', items: part.item ? convert(part.item, side) : {} };
    case 'record':
      return { type: 'object' };
    case 'picklist':
      return { enum: part.options ?? [] };
    case 'literal':
      return { enum: [part.literal] };
    case 'union':
      return fromUnion((part.options ?? []) as readonly Part[], side);
    case 'string':
    case 'number':
    case 'boolean':
      return { type: part.type };
    default:
      return {};
  }
}

function fromUnion(options: readonly Part[], side: Side): Json {
  const real = options.filter((option) => !saysNothing(option));
  const types = real
    .map(({ type }) => type)
    .toSorted()
    .join();
  if (types === 'number,string') return { type: side === 'request' ? ['string', 'number'] : 'string' };
  const made = real.map((one) => convert(one, side));
  const match: Json = made.length === 1 ? (made[0] ?? {}) : { oneOf: made };
  return side === 'request' && real.length < options.length ? orNothing(match) : match;
}

function saysNothing(part: Part): boolean {
  const first = steps(part)[0];
  if (first?.type !== 'union') return part.type === 'null' || part.type === 'undefined';
  return (first.options as readonly Part[]).every(
    ({ type, literal }) => type === 'null' || type === 'undefined' || literal === '',
  );
}

/** Null and "" mean that the field is not given. */
function orNothing({ minLength: _least, ...found }: Json): Json {
  if (found.enum) return { ...found, enum: [...found.enum, '', null] };
  if (found.oneOf) return { oneOf: [...found.oneOf, { enum: ['', null] }] };
  if (found.type === undefined) return found;
  const types = [...new Set([found.type, 'string', 'null'].flat())];
  return { ...found, type: types, ...(found.pattern && { pattern: `^$|${found.pattern}` }) };
}
