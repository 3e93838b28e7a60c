import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyWith, fieldsOf, ROWS } from '../support/call-bodies.ts';
import { type Person, startWorld, type World } from '../support/world.ts';

/** Wrong values for a field of a call. Each has a name for the message of a failing test. */
const BAD_VALUES: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['true', true],
  ['zero', 0],
  ['minus one', -1],
  ['fraction', 1.5],
  ['beyond safe', 2 ** 60],
  ['huge', 1e300],
  ['smallest', -Number.MAX_SAFE_INTEGER],
  ['largest', Number.MAX_SAFE_INTEGER],
  ['digits', '9'.repeat(40)],
  ['exponent', '1e9'],
  ['empty', ''],
  ['spaces', '   '],
  ['long', 'x'.repeat(70_000)],
  ['list', [1, 'two', null, [3]]],
  ['long list', Array.from({ length: 3_000 }, (_, i) => i)],
  ['object', { id: 1, user_id: { $gt: '' }, length: 5 }],
  ['prototype', JSON.parse('{"__proto__": {"admin": 1}, "constructor": {"prototype": {"x": 1}}}')],
  ['json', '{"a":[1,2,{"b":null}]}'],
  ['broken json', '[1,2'],
  ['quote', `' OR '1'='1' --`],
  ['statement', `1; drop table users; --`],
  ['union', `x' union select secret from users --`],
  ['like', '%_!\\'],
  ['markup', `<img src=x onerror=alert(1)><script>alert(1)</script>`],
  ['link', 'javascript:alert(1)'],
  ['path', '../../../../etc/passwd'],
  ['template', '{{7*7}}${7*7}'],
  ['command', '$(id) `id` | id'],
  ['lines', 'a\r\nSet-Cookie: x=1\r\n\r\nb'],
  ['nul', 'a\u0000b'],
  ['half a pair', '\ud800'],
  ['right to left', '\u202eabc\u2066'],
  ['combining', `e${'\u0301'.repeat(500)}`],
  ['emoji', '👨‍👩‍👧‍👦'.repeat(20)],
  ['wide digits', '１２３'],
  ['byte order', '\ufeff1'],
  ['group', 'group-1'],
  ['far group', 'group-99999999999999'],
  ['system', 'system'],
];

/** A single world for all calls, so damage by one call would show in the next. */
let world: World;
let anna: Person;
beforeAll(async () => {
  world = await startWorld();
  anna = await world.person('anna');
  await world.befriend(anna, await world.person('bela'));
  await world.group(anna, [{ id: 2, account: 'bela', token: '' }]);
});
afterAll(() => world.close());

/** Text that no answer may contain: internals, data of other users, and credentials. */
const LEAKS =
  /password_?hash|\bat \w+ \(|node_modules|\.ts:\d|sqlite|constraint failed|syntax error|root:x:|hash of secret/i;

/**
 * Sends one malformed value. Each attempt comes from another address, so that no rate limit stops the test.
 */
async function attempt(
  path: string,
  body: unknown,
  from: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const pendingAnswer = world.answer(
    path,
    body,
    { 'content-type': 'application/json', authorization: anna.token, ...headers },
    `10.1.${from >> 8}.${from & 255}`,
  );
  // A read mark may wait for its second (COUNT-8).
  await world.settle();
  await world.clock.advance(1_000);
  const { status, text } = await pendingAnswer;
  // Assertions cost more than the call: only one that fails is made.
  if (status >= 500 || LEAKS.test(text))
    expect.fail(
      `${path} ${JSON.stringify(body).slice(0, 200)} → ${status} ${text.slice(0, 300)} ${JSON.stringify(world.log.at(-1) ?? '')}`,
    );
  return text;
}

let attempts = 0;

describe.each(
  ROWS.filter((row) => !row.form && !row.paths[0]?.endsWith('/logout')).map(
    (row) => [row.paths[0] ?? '', row] as const,
  ),
)('%s', (path, row) => {
  it('WIRE-15: takes wrong, missing, huge and hostile values in every field without a fault or a leak', async () => {
    const login = async () => {
      const again = await world.login('anna', {}, {}).catch(() => null);
      if (again) anna = again;
    };
    for (const field of [null, ...fieldsOf(row)]) {
      for (const [, value] of BAD_VALUES) {
        world.clock.pass(61_000);
        const text = await attempt(path, bodyWith(row, field, value), (attempts += 1));
        if (text.includes('"code":-1')) await login();
        if (field === null) break;
      }
      if (field === null) continue;
      const { [field]: _, ...missing } = bodyWith(row, null, null);
      await attempt(path, missing, (attempts += 1));
    }
    await world.settle();
  });
});

it('WIRE-15: bodies that are not objects and forms with hostile names are refused as usual', async () => {
  const bodies = [
    '',
    'null',
    '5',
    '"text"',
    '[]',
    '[[[[1]]]]',
    '{',
    '\u0000',
    '{"a":'.repeat(40),
    '[1,2,3',
    'a=1&a[0]=2&a[x][y]=3&__proto__[x]=1',
    '%zz=%',
    JSON.stringify('x'.repeat(100_000)),
  ];
  for (const { paths, form } of ROWS) {
    if (form || paths[0]?.endsWith('/logout')) continue;
    for (const body of bodies) {
      await attempt(paths[0] ?? '', body, (attempts += 1));
      await attempt(`${paths[0]}?id=%00&toContactId[]=1`, body, (attempts += 1), {
        'content-type': 'application/x-www-form-urlencoded',
      });
    }
  }
  expect(({} as Record<string, unknown>)['x']).toBeUndefined();
});

it('WIRE-15: false or broken headers change nothing', async () => {
  const headers = [
    { authorization: 'bearer ' },
    { authorization: `bearer ${'f'.repeat(64)}` },
    { authorization: `Bearer${anna.token}` },
    { authorization: `${anna.token}, ${anna.token}` },
    { authorization: 'x'.repeat(8_000) },
    { cid: 'x'.repeat(5_000) },
    { 'accept-language': 'de,'.repeat(2_000) },
    { 'content-type': 'multipart/form-data; boundary=' },
    { 'user-agent': '\u00ff'.repeat(500) },
  ];
  for (const one of headers)
    await attempt(
      '/enterprise/im/getContacts',
      {},
      (attempts += 1),
      one as unknown as Record<string, string>,
    );
});
