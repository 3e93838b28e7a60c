import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../src/server/features/features.ts';
import { fileMessage, localUploads, png, upload } from '../support/uploads.ts';
import { requestSchema } from '../support/wire-schema.ts';
import { startWorld, type Envelope, type Person, type World } from '../support/world.ts';

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

/** Names of the fields of an answer that its description lacks, at any depth that it describes. */
function undescribed(value: unknown, schema: Schema | undefined, at: string): readonly string[] {
  if (schema?.$ref !== undefined)
    return undescribed(value, page.components.schemas[schema.$ref.split('/').at(-1) ?? ''], at);
  if (schema?.oneOf) {
    const all = schema.oneOf.map((one) => undescribed(value, one, at));
    return all.toSorted((a, b) => a.length - b.length)[0] ?? [];
  }
  if (Array.isArray(value)) return value.flatMap((one) => undescribed(one, schema?.items, `${at}[]`));
  if (typeof value !== 'object' || value === null || !schema?.properties) return [];
  const { properties } = schema;
  return Object.entries(value).flatMap(([name, inner]) =>
    name in properties ? undescribed(inner, properties[name], `${at}.${name}`) : [`${at}.${name}`],
  );
}

const SEND = '/enterprise/im/sendMessage';
const LIST = '/enterprise/im/getMessageList';
const UPLOAD = '/common/upload/uploadFile';

/** Answers of a running server, by the path of their call. */
async function answered(): Promise<readonly (readonly [string, Envelope<unknown>])[]> {
  const to = { toContactId: bela.id, type: 'text' };
  const group = await world.group(anna, [bela]);
  await world.ok(anna, SEND, { ...to, id: 'quoted', content: 'one' });
  const [quoted] = await world.rows(anna, LIST, { ...to, peek: 1 });
  const text = { ...to, id: 'answer', content: '@bela', at: [bela.id], pid: quoted?.['msg_id'] };
  const picture = { message: JSON.stringify(fileMessage(bela.id, 'image')) };
  const [file, other] = [await png(40, 30), await png(30, 40)];
  const account = { account: 'newcomer', realname: 'New', password: 'secret-1', repass: 'secret-1' };
  const requests: readonly (readonly [string, Person | null, unknown])[] = [
    ['/common/pub/register', null, account],
    ['/common/pub/login', null, account],
    [SEND, anna, text],
    [
      SEND,
      anna,
      [
        { ...to, id: 'a', content: 'a' },
        { ...to, id: 'b' },
      ],
    ],
    [SEND, anna, { ...text, id: 'grouped', toContactId: group, pid: 0 }],
    ['/enterprise/im/getContacts', bela, {}],
    [LIST, bela, { toContactId: anna.id }],
    [LIST, bela, { toContactId: group, peek: 1 }],
    ['/enterprise/group/groupInfo', bela, { group_id: group }],
    ['/enterprise/group/add', anna, { user_ids: [bela.id], name: 'Hiking' }],
    ['/enterprise/group/groupUserList', bela, { group_id: group }],
    ['/enterprise/friend/index', anna, {}],
    ['/enterprise/im/getUserInfo', anna, { user_id: bela.id }],
    ['/enterprise/im/getUserInfo', anna, { user_id: anna.id }],
  ];
  const answers: (readonly [string, Envelope<unknown>])[] = [
    [UPLOAD, await upload(world, anna, { file, fields: picture })],
    [UPLOAD, await upload(world, anna, { file: other, fields: {} })],
  ];
  const socket = await world.online(anna, { plain: true });
  const bound = { client_id: socket.clientId, user_id: anna.id };
  answers.push(['/common/pub/bindUid', await world.call(anna, '/common/pub/bindUid', bound)]);
  for (const [path, who, body] of requests) answers.push([path, await world.call(who, path, body)]);
  return answers;
}

const schemaOf = (path: string): Schema | undefined =>
  page.paths[path]?.['post']?.responses[200].content['application/json']?.schema;

describe('answers', () => {
  it('WIRE-24: each answer of a running server fits its description, with every field', async () => {
    for (const [path, answer] of await answered()) {
      const schema = schemaOf(path);
      const operation = `page#/paths/${path.replaceAll('/', '~1')}/post`;
      const check = compile({ $ref: `${operation}/responses/200/content/application~1json/schema` });
      expect(check(answer), `${path}: ${JSON.stringify(check.errors)} ${JSON.stringify(answer)}`).toBe(true);
      expect(answer.code, path).toBe(0);
      expect(undescribed(answer, schema?.oneOf?.[0], path)).toEqual([]);
      expect(check({ ...answer, data: 7 })).toBe(false);
    }
  });

  it('WIRE-24: a refusal fits the description too', async () => {
    const answer = await world.call(anna, SEND, { toContactId: bela.id, id: 'bad', type: 'text' });
    expect(answer.code).toBe(400);
    expect(compile({ $ref: 'page#/components/schemas/Refusal' })(answer)).toBe(true);
  });
});
