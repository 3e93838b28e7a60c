import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { fileMessage, localUploads, png, upload } from '../support/uploads.ts';
import { checkDescribed } from '../support/described-answers.ts';
import { requestSchema } from '../support/wire-schema.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

/** Types are not needed here, and the house is checked also where these packages are not installed yet. */
const [VALIDATOR, SCHEMAS]: readonly string[] = ['@seriousme/openapi-schema-validator', 'ajv/dist/2020.js'];
type Check = ((value: unknown) => boolean) & { readonly errors?: unknown };

const page = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};
interface Operation {
  readonly responses: {
    readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  };
}
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
}

async function validated(document: object): Promise<boolean> {
  const { Validator } = (await import(/* @vite-ignore */ VALIDATOR ?? '')) as {
    readonly Validator: new () => { validate(given: object): Promise<{ readonly valid: boolean }> };
  };
  return (await new Validator().validate(structuredClone(document))).valid;
}

let compile: (schema: object) => Check;
beforeAll(async () => {
  const { Ajv2020 } = (await import(/* @vite-ignore */ SCHEMAS ?? '')) as {
    readonly Ajv2020: new (options: object) => {
      addSchema(schema: object, key: string): unknown;
      compile(schema: object): Check;
    };
  };
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(page, 'page');
  compile = (schema) => ajv.compile(schema);
});

it('WIRE-24: an independent validator accepts docs/openapi.json, and not one with a fault', async () => {
  expect(await validated(page)).toBe(true);
  const login = { post: { ...page.paths['/common/pub/login']?.['post'], security: 1 } };
  expect(await validated({ ...page, paths: { '/common/pub/login': login } })).toBe(false);
});

it('WIRE-24: the description has the version of the release', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
  expect(page.info.version).toBe(version);
});

const NUMBERS = [0, 1, 2, 3, 5, -1, 1.5, 100, 86_400, 1e9, 1_700_000_000, 1e14];
const NUMBERS_AS_TEXT = ['0', '1', '2', '-1', '1.5', '1e3', '12345678901234567'];
const TEXTS = [
  '',
  ' ',
  'x',
  'text',
  'true',
  'false',
  'all',
  'image',
  'calling',
  'spam',
  'message',
  'android',
];
const LONG_TEXTS = ['group-1', 'x'.repeat(70), 'y'.repeat(20_000), 'a'.repeat(64)];
const JSON_TEXTS = ['1,2', '[1,2]', '{"a":1}', '[]', 'a,b'];
const OBJECTS = [null, [], [1], ['1', 2], ['a'], {}, { a: 1 }, { 0: 1 }, { messages: 1 }];
/** Values in the notations that clients use, and some that no call takes. */
const VALUES: readonly unknown[] = [
  true,
  false,
  ...[NUMBERS, NUMBERS_AS_TEXT, TEXTS, LONG_TEXTS, JSON_TEXTS, OBJECTS].flat<readonly unknown[]>(),
];

/** The fields that a call reads. */
function fieldsOf(body: unknown): readonly (readonly [string, v.GenericSchema])[] {
  const { entries, options } = body as {
    readonly entries?: Readonly<Record<string, v.GenericSchema>>;
    readonly options?: readonly unknown[];
  };
  return entries ? Object.entries(entries) : (options ?? []).flatMap(fieldsOf);
}

/** How large a number is that is written as text, no schema can say either. */
const isOneValue = (value: unknown): boolean =>
  (typeof value !== 'object' || value === null) && !(typeof value === 'string' && /^-?\d/.test(value));

describe('requests', () => {
  it('WIRE-24: each value that the server takes in a field fits the schema of the field', () => {
    const refused: string[] = [];
    const accepted: string[] = [];
    let compared = 0;
    for (const { paths, body } of ENDPOINTS)
      for (const [name, field] of fieldsOf(body)) {
        const described = requestSchema(field);
        const check = compile(described);
        // What a text holds, as the items of a list between commas, no schema can say.
        const isScalar = ![described.type].flat().includes('array');
        for (const value of VALUES) {
          compared += 1;
          const [takes, fits] = [v.safeParse(field, value).success, check(value)];
          const at = `${paths[0]} ${name} ${JSON.stringify(value).slice(0, 40)}`;
          if (takes && !fits) refused.push(at);
          if (!takes && fits && isScalar && isOneValue(value)) accepted.push(at);
        }
      }
    expect(compared).toBeGreaterThan(5_000);
    expect(refused).toEqual([]);
    expect(accepted).toEqual([]);
  });

  it('WIRE-24: the description has no kind of message that the server always refuses', async () => {
    const one =
      page.components.schemas['enterprise_im_sendMessage_request']?.oneOf?.[0]?.properties?.['type'];
    const kinds = (one as { readonly enum?: readonly string[] }).enum ?? [];
    expect(kinds).toContain('text');
    for (const type of [
      'text',
      'event',
      'location',
      'contact',
      'image',
      'emoji',
      'voice',
      'video',
      'file',
      'webrtc',
    ]) {
      const body = { id: `kind-${type}`, toContactId: 2, type, content: 'x', file_id: 1 };
      const { code, msg } = await world.call(anna, 'im/sendMessage', body);
      const isRefused = code === 400 && KIND_REFUSED.has(msg);
      expect(isRefused, `${type}: ${msg}`).toBe(!kinds.includes(type));
    }
  });
});

let world: World;
let anna: Person;
let bela: Person;
const KIND_REFUSED = new Set<string>();
beforeAll(async () => {
  world = await startWorld({ uploads: await localUploads() });
  [anna, bela] = [await world.person('anna'), await world.person('bela')];
  await world.befriend(anna, bela);
  for (const type of ['webrtc', 'voice']) {
    const body = { id: `told-${type}`, toContactId: bela.id, type, content: 'x' };
    KIND_REFUSED.add((await world.call(anna, 'im/sendMessage', body)).msg);
  }
});
afterAll(() => world.close());

const SEND = '/enterprise/im/sendMessage';
const UPLOAD = '/common/upload/uploadFile';

describe('answers', () => {
  // Each answer to a call of a test's server passes this check (`world.ts`); uploads are forms.
  it('WIRE-24: uploads fit their description; a field more, one less or another type does not', async () => {
    const picture = { message: JSON.stringify(fileMessage(bela.id, 'image')) };
    const [file, other] = [await png(40, 30), await png(30, 40)];
    const sent = await upload(world, anna, { file, fields: picture });
    for (const answer of [sent, await upload(world, anna, { file: other, fields: {} })]) {
      expect(answer.code).toBe(0);
      await checkDescribed(UPLOAD, answer);
    }
    const message = sent.data as Readonly<Record<string, unknown>>;
    for (const data of [{ ...message, more: 1 }, { ...message, id: 1 }, { ...message, n: undefined }, ''])
      await expect(checkDescribed(UPLOAD, structuredClone({ ...sent, data }))).rejects.toThrow('lacks');
    await expect(checkDescribed('/common/pub/logout', { ...sent, data: 1 })).rejects.toThrow('lacks');
  });

  it('WIRE-24: each operation describes its success and its refusal', () => {
    const operations = Object.values(page.paths).flatMap((path) => Object.values(path));
    const answers = operations.map((one) => one.responses[200].content['application/json']?.schema.oneOf);
    expect(operations.length).toBeGreaterThan(140);
    expect(answers.filter((one) => one?.length !== 2)).toEqual([]);
  });

  it('WIRE-24: a refusal fits the description too', async () => {
    const answer = await world.call(anna, SEND, { toContactId: bela.id, id: 'bad', type: 'text' });
    expect(answer.code).toBe(400);
    expect(compile({ $ref: 'page#/components/schemas/Refusal' })(answer)).toBe(true);
  });
});
