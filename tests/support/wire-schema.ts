/** A schema of `src/wire` as JSON Schema: what a reader of the reference needs, no more. */
export interface Json {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly Json[];
}

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
  readonly metadata?: { readonly maxLength?: number };
}

export const isOptional = (schema: unknown): boolean => (schema as Part).type === 'optional';

export const jsonSchema = (schema: unknown): Json => convert(schema as Part);

/** Pipes within pipes are one row of steps. */
const steps = (part: Part): readonly Part[] =>
  part.pipe
    ? part.pipe.flatMap((one) =>
        one === part ? [one] : one.pipe && one.kind === 'schema' ? steps(one) : [one],
      )
    : [part];

function convert(part: Part): Json {
  const row = steps(part);
  const schemas = row.filter(({ kind }) => kind === 'schema');
  const known = schemas.findLast(({ type }) =>
    ['array', 'boolean', 'picklist', 'object', 'record', 'nullable', 'optional'].includes(type),
  );
  const base = known
    ? fromSchema(known)
    : row.some(({ type }) => type === 'safe_integer')
      ? { type: 'integer' }
      : row.some(({ type }) => type === 'finite')
        ? { type: 'number' }
        : fromSchema(schemas[0] ?? part);
  return { ...base, ...bounds(row, base) };
}

function bounds(row: readonly Part[], base: Json): Json {
  const found: Record<string, number> = {};
  for (const { type, requirement, metadata } of row) {
    if (typeof metadata?.maxLength === 'number') found['maxLength'] = metadata.maxLength;
    if (typeof requirement !== 'number') continue;
    if (type === 'min_value') found['minimum'] = requirement;
    if (type === 'max_value') found['maximum'] = requirement;
    if (type === 'max_length') found[base.type === 'array' ? 'maxItems' : 'maxLength'] = requirement;
    if (type === 'min_length' && base.type !== 'array') found['minLength'] = requirement;
  }
  return found;
}

function fromSchema(part: Part): Json {
  switch (part.type) {
    case 'object': {
      const entries = Object.entries(part.entries ?? {});
      const required = entries.filter(([, field]) => !isOptional(field)).map(([name]) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map(([name, field]) => [name, convert(field)])),
        ...(required.length > 0 ? { required } : {}),
      };
    }
    case 'optional':
    case 'nullable':
      return part.wrapped ? convert(part.wrapped) : {};
    case 'array':
      return { type: 'array', items: part.item ? convert(part.item) : {} };
    case 'record':
      return { type: 'object' };
    case 'picklist':
      return { enum: part.options ?? [] };
    case 'literal':
      return { enum: [part.literal] };
    case 'union':
      return fromUnion((part.options ?? []) as readonly Part[]);
    case 'string':
    case 'number':
    case 'boolean':
      return { type: part.type };
    default:
      return {};
  }
}

/**
 * "Nothing" as a choice means that the field may be left out; a number as a choice of a text is taken as
 * text.
 */
function fromUnion(options: readonly Part[]): Json {
  const real = options.filter((option) => !saysNothing(option));
  const types = real
    .map(({ type }) => type)
    .toSorted()
    .join();
  if (types === 'number,string') return { type: 'string' };
  const made = real.map(convert);
  return made.length === 1 ? (made[0] ?? {}) : { oneOf: made };
}

function saysNothing(part: Part): boolean {
  const first = steps(part)[0];
  if (first?.type !== 'union') return part.type === 'null' || part.type === 'undefined';
  return (first.options as readonly Part[]).every(
    ({ type, literal }) => type === 'null' || type === 'undefined' || literal === '',
  );
}
