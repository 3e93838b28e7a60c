import type { Endpoint } from '../../src/server/features/endpoint.ts';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { app } from '../../src/domain/limits.ts';
import { RULES_OF_CALLS } from './rules-of-calls.ts';
import { isOptional, jsonSchema } from './wire-schema.ts';
import type { Json } from './wire-schema.ts';

/** What `npm run docs` writes: one source for the wire, its schemas. */
const BEGIN = '<!-- made by npm run docs: calls -->';
const END = '<!-- end of what npm run docs makes -->';

export interface Reference {
  readonly protocol: string;
  readonly openapi: string;
}

/** The page with its generated part replaced, and the description for tools. */
export function wireReference(protocol: string): Reference {
  const [before = '', rest] = protocol.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`docs/protocol.md lacks ${BEGIN} and ${END}`);
  return {
    protocol: `${before}${BEGIN}\n${table()}\n${END}${after}`,
    openapi: `${JSON.stringify(openApi(), null, 2)}\n`,
  };
}

const pathOf = (row: Endpoint): string => row.paths[0] ?? '';
export const rulesOf = (row: Endpoint): readonly string[] => RULES_OF_CALLS[pathOf(row)] ?? [];

function table(): string {
  const head = ['| Call | Fields (required in bold) | Who | Rate | Rules |', '|---|---|---|---|---|'];
  const rows = ENDPOINTS.map((row) => {
    const names = row.paths.map((path) => `\`${path}\``).join(', ');
    const who = row.who === 'signedIn' ? 'signed in' : 'anyone';
    const rate = row.rate ? `${row.rate.times} in ${row.rate.windowMs / 1_000} s` : '';
    return `| ${names}${row.alsoGet ? ' (also GET)' : ''} | ${fields(row)} | ${who} | ${rate} | ${rulesOf(row).join(', ')} |`;
  });
  return [...head, ...rows].join('\n');
}

function fields(row: Endpoint): string {
  const schema = bodyOf(row);
  const names = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const shown = schema.required?.includes(name) ? `**${name}**` : name;
    return `${shown}: ${words(field)}`;
  });
  return [
    ...(row.form ? ['a form with **file**'] : []),
    ...names,
    ...(schema.oneOf ? ['one message or an array of them'] : []),
  ]
    .join('; ')
    .replaceAll('|', '\\|');
}

function bodyOf(row: Endpoint): Json {
  const schema = jsonSchema(row.body);
  // A call that takes one or many is described by the one.
  const one = schema.oneOf?.find(({ type }) => type === 'object');
  return one ? { ...one, oneOf: schema.oneOf ?? [] } : schema;
}

function words(field: Json): string {
  if (field.enum) return field.enum.map(String).join(' ');
  if (field.oneOf) return field.oneOf.map(words).join(' or ');
  const type = Array.isArray(field.type)
    ? field.type.join(' or ')
    : ((field.type as string | undefined) ?? 'any');
  if (type === 'array')
    return `list of ${words(field.items ?? {})}${field.maxItems === undefined ? '' : ` up to ${field.maxItems}`}`;
  const range = [
    field.minimum === undefined ? '' : ` ≥ ${field.minimum}`,
    field.maximum === undefined ? '' : ` ≤ ${field.maximum}`,
    field.maxLength === undefined ? '' : ` up to ${field.maxLength}`,
  ];
  return `${type === 'boolean' ? 'flag' : type === 'string' ? 'text' : type}${range.join('')}`;
}

function openApi(): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: app.version,
      description:
        'Generated from the schemas in src/wire by `npm run docs`. Every call answers HTTP 200 with the envelope; ' +
        'its `code` is the result (docs/protocol/contract.md, 1.4).',
    },
    paths: Object.fromEntries(
      ENDPOINTS.flatMap((row) =>
        row.paths.map((path) => [
          openPath(path),
          { post: operation(row, path), ...(row.alsoGet ? { get: operation(row, path, true) } : {}) },
        ]),
      ),
    ),
    components: {
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`authToken` of the login answer, which begins with `bearer `',
        },
      },
      schemas: {
        Envelope: {
          type: 'object',
          properties: {
            code: { type: 'integer' },
            msg: { type: 'string' },
            count: { type: 'integer' },
            data: {},
            page: { type: 'integer' },
          },
          required: ['code', 'msg', 'count', 'data', 'page'],
        },
      },
    },
  };
}

/** `:name` of the router as `{name}`. */
const openPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

function operation(row: Endpoint, path: string, inAddress = false): object {
  const body = bodyOf(row);
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const asked = inAddress
    ? Object.entries(body.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: !isOptional(schema) && (body.required?.includes(name) ?? false),
        schema,
      }))
    : [];
  const parameters = [...named, ...asked];
  const form = {
    type: 'object',
    properties: { ...body.properties, file: { type: 'string', format: 'binary' } },
    required: ['file'],
  };
  const { oneOf, ...one } = body;
  const schema = row.form ? form : oneOf ? { oneOf: [one, { type: 'array', items: one }] } : body;
  const content = row.form
    ? { 'multipart/form-data': { schema } }
    : { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
  return {
    operationId: `${inAddress ? 'get ' : ''}${path}`.replaceAll(/[^a-z]+/gi, '_').replaceAll(/^_|_$/g, ''),
    description: `Rules: ${rulesOf(row).join(', ')}`,
    security: row.who === 'signedIn' ? [{ token: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inAddress ? {} : { requestBody: { content } }),
    responses: {
      200: {
        description: 'The envelope',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
      },
    },
  };
}
