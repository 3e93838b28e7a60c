import * as v from 'valibot';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import type { Endpoint } from '../../src/server/features/endpoint.ts';
import { NONSENSE, valueFor } from './fields.ts';
import type { Source } from './fields.ts';

/** One request as sent; `token` is the header's exact value. */
export interface Lie {
  readonly path: string;
  readonly token: string | null;
  readonly body: string;
}

type Schemas = Readonly<Record<string, v.GenericSchema>>;

/** Fields of a call, from its own schema: a call that is new in the table is lied to at once. */
export function fieldsOf(schema: object): Schemas {
  if ('entries' in schema) return schema.entries as Schemas;
  const inside = [
    ...('options' in schema ? (schema.options as readonly object[]) : []),
    ...('pipe' in schema ? (schema.pipe as readonly object[]).filter((one) => one !== schema) : []),
  ];
  for (const one of inside) {
    const fields = fieldsOf(one);
    if (Object.keys(fields).length > 0) return fields;
  }
  return {};
}

/**
 * Calls that change or create an account; they are not modelled yet, so only requests that must be refused
 * are forged.
 */
const ONLY_WRONG: ReadonlySet<string> = new Set([
  '/enterprise/im/updateuserinfo',
  '/enterprise/im/editaccount',
  '/enterprise/im/editpassword',
  '/enterprise/im/endlogin',
  '/enterprise/im/eraseaccount',
  '/common/upload/uploadavatar',
  '/common/pub/register',
]);

const TRIES = 6;

/** A request for some call: mostly well-formed, about an item that may belong to another user. */
export function drawLie(
  source: Source,
  tokens: { readonly own: string | null; readonly dead: readonly string[] },
): Lie {
  const { chance } = source;
  const row = chance.pick(ENDPOINTS);
  const path = pathOf(chance.pick(row.paths), source);
  const broken = chance.happens(0.12);
  const unknown = chance.happens(0.1);
  const mustFail = ONLY_WRONG.has(path.toLowerCase()) && !unknown;
  const body = bodyFor(row, source);
  if (broken || mustFail) spoil(body, row, source);
  return {
    path: chance.happens(0.1) ? path.toUpperCase() : path,
    token: unknown ? notALogin(source, tokens.dead) : shaped(source, tokens.own),
    body: JSON.stringify(body),
  };
}

const pathOf = (path: string, source: Source): string =>
  path.replace(':token', () => encodeURIComponent(String(valueFor('token', path, source))));

function bodyFor(row: Endpoint, source: Source): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [field, schema] of Object.entries(fieldsOf(row.body))) {
    if (schema.type === 'optional' && source.chance.happens(0.4)) continue;
    body[field] = valueFor(field, row.paths[0] ?? '', source);
    for (let tries = 0; tries < TRIES && !v.is(schema, body[field]); tries += 1)
      body[field] = valueFor(field, row.paths[0] ?? '', source);
  }
  return body;
}

/** Removes one field, or gives it an invalid value; a call without fields gets some. */
function spoil(body: Record<string, unknown>, row: Endpoint, { chance }: Source): void {
  const wrong = chance.pick(NONSENSE);
  for (const field of chance.happens(0.5)
    ? Object.keys(fieldsOf(row.body))
    : [chance.pick([...Object.keys(body), 'nothing'])]) {
    if (chance.happens(0.3)) delete body[field];
    else body[field] = wrong;
  }
}

/** The prefix and letter case vary: it is the same login (ACC-4). */
function shaped({ chance }: Source, own: string | null): string | null {
  if (own === null) return null;
  const bare = own.replace(/^bearer /, '');
  return chance.weighted({ whole: 6, bare: 1, loud: 1 }) === 'whole'
    ? own
    : chance.pick([bare, `BEARER ${bare}`, `bearer  ${bare.toUpperCase()}`]);
}

function notALogin({ chance, me }: Source, dead: readonly string[]): string | null {
  return chance.pick([null, '', 'bearer', 'bearer x', `bearer ${'0'.repeat(64)}`, String(me), ...dead]);
}
