import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeEach, describe, expect, it } from 'vitest';
import { mcpLimits } from '../../src/server/kernel/mcp-limits.ts';
import { admin } from '../support/admin.ts';
import { setUpWorld } from '../support/set-up-world.ts';
import type { Person } from '../support/world.ts';

const { world, anna, bela, group } = setUpWorld(['anna', 'bela'], {
  friends: 'all',
  group: 'all',
  jobs: true,
});

type Row = Readonly<Record<string, unknown>>;

async function set(value: 'on' | 'off'): Promise<void> {
  await admin(world, 'config', 'set', 'sysInfo.mcp', value);
  await world.clock.advance(1_500);
}

beforeEach(() => set('on'));

interface TokenForm {
  readonly right?: 'read' | 'write';
  readonly chats?: readonly (string | number)[];
  readonly days?: number;
}

const tokenOf = async (owner: Person, form: TokenForm = {}): Promise<string> =>
  (await world.ok<{ token: string }>(owner, 'im/addToken', { name: 'AI', right: 'write', days: 30, ...form }))
    .token;

const STATELESS = '2026-07-28';
const MODES = ['legacy', 'auto', { pin: STATELESS }] as const;

/** The official client over the server of this test. */
async function connected(token: string, mode: (typeof MODES)[number]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('http://parley.test/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch: (url, init) => world.raw(new URL(url).pathname, init),
  });
  await client.connect(transport);
  return client;
}

async function used(client: Client, name: string, args: Row = {}): Promise<unknown> {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [first] = content as readonly { readonly text: string }[];
  if (isError) throw new Error(first?.text);
  return JSON.parse(first?.text ?? '');
}

type Posted = { readonly status: number; readonly headers: Headers; readonly body: Row };

async function post(
  token: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  method = 'POST',
): Promise<Posted> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await world.raw('/mcp', {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    ...(method === 'POST' ? { body: text } : {}),
  });
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? (JSON.parse(answer) as Row) : {},
  };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': STATELESS,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const stateless = (method: string, params: Row = {}, meta: Row = META) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  params: { ...params, _meta: meta },
});
const headersOf = (method: string, name?: string) => ({
  'mcp-protocol-version': STATELESS,
  'mcp-method': method,
  ...(name === undefined ? {} : { 'mcp-name': name }),
});

describe('the official client', () => {
  it.each(MODES)('BOT-12: lists, reads, searches, sends and reacts (%o)', async (mode) => {
    await world.say(bela, group, 'the lantern is lit');
    const client = await connected(await tokenOf(anna), mode);
    expect(client.getServerVersion()).toMatchObject({ name: 'parley' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_chats',
      'read_messages',
      'search_messages',
      'send_message',
      'react',
    ]);
    expect(await used(client, 'list_chats')).toContainEqual(
      expect.objectContaining({ chat: group, isGroup: true }),
    );
    const [found] = (await used(client, 'search_messages', { words: 'lantern' })) as readonly Row[];
    expect(found).toMatchObject({ chat: group, text: 'the lantern is lit', from: 'bela name' });
    expect(await used(client, 'read_messages', { chat: group, limit: 1 })).toMatchObject([
      { id: found?.['id'] },
    ]);
    const answer = { chat: group, text: 'Is it **still** lit? <b>', id: 'answer-1' };
    const sent = await used(client, 'send_message', answer);
    expect(await used(client, 'send_message', answer)).toEqual(sent);
    await used(client, 'react', { message: found?.['id'], emoji: '👍' });
    const rows = await world.history(bela, group);
    expect(rows.filter(({ from_user: from }) => from === anna.id).at(-1)).toMatchObject({
      content: 'Is it **still** lit? &lt;b&gt;',
      extends: { format: 'md' },
    });
    expect(rows.filter(({ id }) => id === 'answer-1')).toHaveLength(1);
    expect(JSON.stringify(rows)).toContain('👍');
    await client.close();
  });
});

describe('rights', () => {
  it('BOT-12: a token to read sends nothing, and one for chosen chats sees no other', async () => {
    const other = await world.group(anna, [bela], 'Secret');
    await world.say(bela, other, 'hidden words');
    const reader = await connected(await tokenOf(anna, { right: 'read' }), 'auto');
    await expect(used(reader, 'send_message', { chat: group, text: 'no' })).rejects.toThrow();
    const [hidden] = (await used(reader, 'read_messages', { chat: other })) as readonly Row[];
    await expect(used(reader, 'react', { message: hidden?.['id'], emoji: '👍' })).rejects.toThrow();
    const limited = await connected(await tokenOf(anna, { chats: [group] }), 'auto');
    expect(await used(limited, 'list_chats')).toMatchObject([{ chat: group }]);
    expect(JSON.stringify(await used(limited, 'list_chats'))).not.toContain('Secret');
    for (const [name, args] of [
      ['read_messages', { chat: other }],
      ['search_messages', { words: 'hidden' }],
      ['search_messages', { words: 'hidden', chat: other }],
      ['send_message', { chat: other, text: 'no' }],
    ] as const)
      await expect(used(limited, name, args), name).rejects.toThrow();
    await used(limited, 'send_message', { chat: group, text: 'yes' });
  });

  it('BOT-12: no login, and no revoked or expired token, is taken; the answer names the scheme', async () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const short = await tokenOf(anna, { days: 7 });
    expect((await post(short, ping)).body).toMatchObject({ result: {} });
    world.clock.pass(8 * 86_400_000);
    for (const token of [short, 'parley_x', '', anna.token.replace(/^bearer /i, '')]) {
      const { status, headers } = await post(token, ping);
      expect(status, token).toBe(401);
      expect(headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
    }
  });

  it('BOT-12: a muted bot sends nothing', async () => {
    const { id: bot } = await world.ok<{ id: number }>(anna, 'im/addBot', { name: 'AI' });
    await world.ok(anna, 'group/addGroupUser', { id: group, user_ids: [bot] });
    const client = await connected(await tokenOf(anna, { bot } as TokenForm), 'auto');
    await used(client, 'send_message', { chat: group, text: 'yes' });
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: bot, noSpeakTimer: 1 });
    await expect(used(client, 'send_message', { chat: group, text: 'no' })).rejects.toThrow();
  });

  it('BOT-12: each use is in the audit log, without the words', async () => {
    const client = await connected(await tokenOf(anna), 'auto');
    await used(client, 'send_message', { chat: group, text: 'private words' });
    await expect(used(client, 'react', { message: 'none', emoji: '👍' })).rejects.toThrow();
    const rows = (await world.server.core.store.read((tx) => tx.audit.page(0, 500))).filter(
      ({ what }) => what === 'mcp tool',
    );
    expect(rows.map(({ facts }) => JSON.parse(facts) as unknown)).toEqual([
      { tool: 'send_message', chat: group },
      { tool: 'react', chat: null },
    ]);
    expect(JSON.stringify(rows)).not.toContain('private');
    expect(rows[0]?.by).toBe(`user ${anna.id}`);
  });
});

const hello = (protocolVersion: string) => ({
  jsonrpc: '2.0',
  id: 'a',
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});

describe('the protocol', () => {
  it('BOT-12: off by default: nothing is there', async () => {
    await set('off');
    const token = await tokenOf(anna);
    expect((await post(token, stateless('tools/list'), headersOf('tools/list'))).status).toBe(404);
    expect((await post(token, '', {}, 'GET')).status).toBe(404);
  });

  it('BOT-12: GET and DELETE are 405 also without a token, so clients do not look for a login', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await post('', '', {}, method);
      expect([method, status, headers.get('allow')]).toEqual([method, 405, 'POST']);
      expect(headers.get('www-authenticate')).toBeNull();
    }
    const known = ['oauth-authorization-server', 'oauth-protected-resource', 'openid-configuration'];
    for (const name of known)
      for (const path of [`/.well-known/${name}`, `/.well-known/${name}/mcp`])
        expect((await world.raw(path)).status, path).toBe(404);
  });

  it('BOT-12: lists are as each version has them', async () => {
    const token = await tokenOf(anna);
    const { body: now } = await post(token, stateless('tools/list'), headersOf('tools/list'));
    expect(now).toMatchObject({ id: 1, result: { resultType: 'complete', cacheScope: 'private' } });
    expect((now['result'] as Row)['ttlMs']).toBe(mcpLimits.listMs);
    const { body: found } = await post(token, stateless('server/discover'), headersOf('server/discover'));
    expect(found).toMatchObject({
      result: { supportedVersions: [STATELESS], resultType: 'complete', capabilities: { tools: {} } },
    });
    for (const [asked, answered] of [
      ['2025-11-25', '2025-11-25'],
      ['2025-06-18', '2025-06-18'],
      [STATELESS, '2025-11-25'],
      ['1999-01-01', '2025-11-25'],
    ] as const)
      expect((await post(token, hello(asked))).body).toMatchObject({
        id: 'a',
        result: { protocolVersion: answered },
      });
    const { body: before } = await post(token, { jsonrpc: '2.0', id: 2, method: 'tools/list' });
    expect(Object.keys(before['result'] as Row)).toEqual(['tools']);
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await post(token, note)).status).toBe(202);
  });

  const list = stateless('tools/list');
  const call = (name: string, args: unknown = {}) => stateless('tools/call', { name, arguments: args });
  const deep = `{"jsonrpc":"2.0","id":1,"method":"ping","params":${'{"a":'.repeat(30)}1${'}'.repeat(30)}}`;
  it.each<readonly [string, unknown, Readonly<Record<string, string>>, number, number]>([
    ['no JSON', '{', {}, 400, -32_700],
    ['too deep', deep, {}, 400, -32_700],
    ['a list of requests', [list], {}, 400, -32_600],
    ['another JSON-RPC', { id: 1, method: 'ping' }, {}, 400, -32_600],
    ['too large', ' '.repeat(mcpLimits.bytesMax + 1), {}, 413, -32_600],
    ['params as a list', { jsonrpc: '2.0', id: 1, method: 'ping', params: [1] }, {}, 400, -32_602],
    ['no header of the version', list, { 'mcp-method': 'tools/list' }, 400, -32_020],
    ['no header of the method', list, { 'mcp-protocol-version': STATELESS }, 400, -32_020],
    ['another method in the header', list, headersOf('tools/call'), 400, -32_020],
    ['another tool in the header', call('react'), headersOf('tools/call', 'list_chats'), 400, -32_020],
    ['no tool in the header', call('react'), headersOf('tools/call'), 400, -32_020],
    [
      'a version in the header alone',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headersOf('tools/list'),
      400,
      -32_602,
    ],
    [
      'no capabilities',
      stateless('tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': STATELESS }),
      headersOf('tools/list'),
      400,
      -32_602,
    ],
    [
      'an unknown version',
      stateless('tools/list', {}, { ...META, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' }),
      { ...headersOf('tools/list'), 'mcp-protocol-version': '2030-01-01' },
      400,
      -32_022,
    ],
    [
      'an unknown older version',
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { 'mcp-protocol-version': '2024-01-01' },
      400,
      -32_022,
    ],
    ['an unknown method', stateless('prompts/list'), headersOf('prompts/list'), 404, -32_601],
    ['initialize without a session', stateless('initialize'), headersOf('initialize'), 404, -32_601],
    ['an unknown tool', call('rm'), headersOf('tools/call', 'rm'), 200, -32_602],
    [
      'a page of another site',
      list,
      { ...headersOf('tools/list'), origin: 'https://evil.test' },
      403,
      -32_000,
    ],
  ])('BOT-12: refuses %s', async (_, body, headers, status, code) => {
    const answer = await post(await tokenOf(anna), body, headers);
    expect([answer.status, (answer.body['error'] as Row)['code']]).toEqual([status, code]);
  });

  it.each<readonly [string, unknown]>([
    ['list_chats', { more: 1 }],
    ['read_messages', {}],
    ['read_messages', { chat: 7 }],
    ['read_messages', { chat: 'group-1', limit: 101 }],
    ['read_messages', { chat: 'group-1', limit: '5' }],
    ['read_messages', { chat: 'group-999' }],
    ['send_message', { chat: 'group-1', text: 'x'.repeat(mcpLimits.textMax + 1) }],
    ['send_message', { chat: 'group-1', text: '' }],
    ['react', { message: 'x', emoji: 'long words' }],
    ['react', []],
  ])('BOT-12: wrong arguments of %s are a result that says so (%o)', async (name, args) => {
    const { status, body } = await post(await tokenOf(anna), call(name, args), headersOf('tools/call', name));
    expect(status).toBe(200);
    expect(body['result']).toMatchObject({ isError: true });
    expect(JSON.stringify(body['result'])).toMatch(/"text":"[^"]+/);
  });

  it('BOT-12: so many requests in a minute, then the time to wait', async () => {
    const token = await tokenOf(anna);
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    for (let at = 0; at < mcpLimits.rate.times; at += 1) await post(token, ping);
    const { status, headers } = await post(token, ping);
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });
});
