import type { Endpoint } from '../../src/server/features/endpoint.ts';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { RULES_OF_CALLS } from './rules-of-calls.ts';
import { SUMMARIES } from './summaries-of-calls.ts';
import { ANSWERS, BESIDE, DONE, MORE_PARTS } from './answers-of-calls.ts';
import { PARTS } from './wire-answers.ts';
import { isOptional, requestSchema, type Json } from './wire-schema.ts';

/** docs/openapi.json, the description for tools. */
export const openApiText = (version: string): string => `${JSON.stringify(openApi(version), null, 2)}\n`;

const pathOf = (row: Endpoint): string => row.paths[0] ?? '';
export const rulesOf = (row: Endpoint): readonly string[] => RULES_OF_CALLS[pathOf(row)] ?? [];

/** Without what the path has. */
function bodyOf(row: Endpoint): Json {
  const schema = withoutPath(requestSchema(row.body), pathOf(row));
  // A call that takes one or many is described by the one.
  const one = schema.oneOf?.find(({ type }) => type === 'object');
  return one ? { ...one, oneOf: schema.oneOf ?? [] } : schema;
}

function withoutPath(schema: Json, path: string): Json {
  const inPath = new Set([...path.matchAll(/:(\w+)/g)].map(([, name]) => name));
  if (inPath.size === 0 || !schema.properties) return schema;
  const properties = Object.entries(schema.properties).filter(([name]) => !inPath.has(name));
  return {
    ...schema,
    properties: Object.fromEntries(properties),
    required: schema.required?.filter((name) => !inPath.has(name)) ?? [],
  };
}

function openApi(version: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description:
        'Generated from the schemas in src/wire by `npm run docs`. Every call answers HTTP 200 with the envelope; ' +
        'its `code` is the result (docs/protocol/contract.md, 1.4). Numbers and flags may also be ' +
        'written as text, and lists and objects as JSON text. Null and empty text mean ' +
        'that an optional field is not given.',
    },
    servers: [{ url: '/' }],
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
      schemas: { Done: successWith(DONE), Refusal: REFUSAL, ...PARTS, ...MORE_PARTS, ...requests() },
    },
  };
}

const ENVELOPE = {
  type: 'object',
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    count: { type: 'integer' },
    data: {},
    page: { type: 'integer' },
  },
  required: ['code', 'msg'],
};
const REFUSAL = {
  ...ENVELOPE,
  properties: {
    ...ENVELOPE.properties,
    code: { type: 'integer', not: { const: 0 }, description: 'See 1.4 of the base protocol.' },
    msg: { type: 'string', description: 'The reason, in the language of the request.' },
  },
};

/** The body of each call that has fields, once for all its paths and content types. */
const requests = (): Readonly<Record<string, Json>> =>
  Object.fromEntries(ENDPOINTS.filter(hasFields).map((row) => [requestName(row), requestOf(row)]));

const hasFields = (row: Endpoint): boolean =>
  row.form !== undefined || Object.keys(bodyOf(row).properties ?? {}).length > 0;
const requestName = (row: Endpoint): string => `${operationName(pathOf(row))}_request`;

function requestOf(row: Endpoint): Json {
  const { oneOf, ...one } = bodyOf(row);
  if (row.form)
    return {
      type: 'object',
      properties: { ...one.properties, file: { type: 'string', format: 'binary' } },
      required: ['file'],
    };
  return oneOf ? { oneOf: [one, { type: 'array', items: one }] } : one;
}

const rateOf = ({ rate }: Endpoint): string =>
  rate ? `At most ${rate.times} in ${rate.windowMs / 1_000} s. ` : '';

/** `:name` of the router as `{name}`. */
const openPath = (path: string): string => path.replaceAll(/:(\w+)/g, '{$1}');

function operation(row: Endpoint, path: string, inAddress = false): object {
  const body = bodyOf(row);
  const nameChange = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const request = inAddress
    ? Object.entries(body.properties ?? {}).map(([name, schema]) => ({
        name,
        in: 'query',
        required: !isOptional(schema) && (body.required?.includes(name) ?? false),
        schema,
      }))
    : [];
  const parameters = [...nameChange, ...request];
  const schema = { $ref: `#/components/schemas/${requestName(row)}` };
  const content = row.form
    ? { 'multipart/form-data': { schema } }
    : { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } };
  return {
    summary: SUMMARIES[pathOf(row)],
    operationId: operationName(`${inAddress ? 'get ' : ''}${path}`),
    description: `${rateOf(row)}Rules: ${rulesOf(row).join(', ')}`,
    security: row.who === 'signedIn' ? [{ token: [] }] : [],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(inAddress || !hasFields(row) ? {} : { requestBody: { content } }),
    responses: {
      200: {
        description: 'The envelope',
        content: { 'application/json': { schema: answerOf(pathOf(row)) } },
      },
    },
  };
}

const operationName = (path: string): string => path.replaceAll(/[^a-z]+/gi, '_').replaceAll(/^_|_$/g, '');

/** The envelope of a success with its data, or a refusal. */
function answerOf(path: string): object {
  const data = ANSWERS[path];
  const success = data ? successWith(data, BESIDE[path]) : { $ref: '#/components/schemas/Done' };
  return { oneOf: [success, { $ref: '#/components/schemas/Refusal' }] };
}

const successWith = (data: Json, beside: Readonly<Record<string, Json>> = {}): object => ({
  type: 'object',
  properties: { ...ENVELOPE.properties, code: { const: 0 }, ...beside, data },
  required: ['code', 'data'],
});
