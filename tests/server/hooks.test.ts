import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toPlain } from '../../src/domain/markup.ts';
import { admin } from '../support/admin.ts';
import { setUpWorld } from '../support/set-up-world.ts';
import { hookLimits } from '../../src/server/kernel/hook-limits.ts';

const { world, anna, bela, group } = setUpWorld(['anna', 'bela'], {
  friends: 'all',
  group: 'all',
  jobs: true,
});

interface Hook {
  readonly hook: number;
  readonly url: string;
}

const add = (name = 'Alerts', dialect = 'mrkdwn') =>
  world.ok<Hook>(anna, 'group/addHook', { id: group, name, dialect });
const pathOf = ({ url }: Hook): string => new URL(url).pathname;

async function post(
  to: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await world.raw(to, { method: 'POST', body: text, headers });
  await world.settle();
  return { status: response.status, text: await response.text(), headers: response.headers };
}
/** Returns the texts of the group. */
const contents = async (): Promise<readonly string[]> => {
  const rows = await world.history(bela, group);
  return rows.filter(({ type }) => type === 'text').map(({ content }) => toPlain(content));
};

describe('management', () => {
  it('HOOK-2: managers list, change, renew and remove the hooks of their group', async () => {
    const hook = await add();
    expect(hook.url).toMatch(/\/hooks\/[0-9a-f]{48}$/);
    const list = await world.rows(anna, 'group/hooks', { id: group });
    expect(list).toMatchObject([{ hook: hook.hook, name: 'Alerts', dialect: 'mrkdwn', used: 0 }]);
    expect(JSON.stringify(list)).not.toContain(hook.url.slice(-48));
    for (const [path, body] of [
      ['group/hooks', {}],
      ['group/addHook', { name: 'x', dialect: 'markdown' }],
      ['group/editHook', { hook: hook.hook, name: 'x', dialect: 'markdown' }],
      ['group/renewHook', { hook: hook.hook }],
      ['group/removeHook', { hook: hook.hook }],
    ] as const)
      expect(await world.code(bela, path, { id: group, ...body }), path).toBe(400);
    await world.ok(anna, 'group/editHook', { id: group, hook: hook.hook, name: 'CI', dialect: 'markdown' });
    expect(await world.rows(anna, 'group/hooks', { id: group })).toMatchObject([
      { name: 'CI', dialect: 'markdown' },
    ]);
    const next = await world.ok<Hook>(anna, 'group/renewHook', { id: group, hook: hook.hook });
    expect((await post(pathOf(hook), { text: 'old' })).status).toBe(404);
    expect((await post(pathOf(next), { text: 'new' })).status).toBe(200);
    await world.ok(anna, 'group/removeHook', { id: group, hook: hook.hook });
    expect(await post(pathOf(next), { text: 'gone' })).toMatchObject({ status: 404, text: 'no_service' });
    await world.clock.advance(60_000);
    await expect.poll(() => world.rows(bela, 'group/groupUserList', { group_id: group })).toHaveLength(2);
    expect((await world.ok<{ bots: readonly unknown[] }>(anna, 'im/getBots')).bots).toEqual([]);
  });

  it('HOOK-2: twenty of one group, and each change is in the audit log', async () => {
    for (let at = 0; at < 20; at += 1) {
      await add(`Hook ${at}`);
      world.clock.pass(60_000);
    }
    expect(await world.code(anna, 'group/addHook', { id: group, name: 'x', dialect: 'mrkdwn' })).toBe(400);
    const rows = await world.server.core.store.read((tx) => tx.audit.page(0, 500));
    expect(rows.filter(({ what }) => what === 'hook added')).toHaveLength(20);
  });
});

describe('requests', () => {
  it('HOOK-1: a message of the hook’s own name, with the mark, for every client', async () => {
    const hook = await add();
    const plain = await world.online(bela, { plain: true });
    const answer = await post(pathOf(hook), { text: '*Disk* full <https://x.org|here>' });
    expect(answer).toMatchObject({ status: 200, text: 'ok' });
    expect(answer.headers.get('content-type')).toContain('text/plain');
    expect(await contents()).toContain('**Disk** full [here](https://x.org)');
    expect(JSON.stringify(plain.frames)).toContain('Alerts 🤖');
    expect(JSON.stringify(plain.frames)).toContain('<strong>Disk</strong>');
    expect(Number((await world.rows(anna, 'group/hooks', { id: group }))[0]?.['used'])).toBeGreaterThan(0);
  });

  it('HOOK-3: the body is read whatever its type says, with raw line breaks, BOM and forms', async () => {
    const to = pathOf(await add());
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const [body, headers, text] of [
      ['{"text":"one\ntwo"}', { 'content-type': 'application/json' }, 'one\ntwo'],
      ['\uFEFF{"text":"bom"}', { 'content-type': 'text/plain' }, 'bom'],
      [`payload=${encodeURIComponent('{"text":"in a form"}')}`, form, 'in a form'],
      ['{"text":"json as form"}', form, 'json as form'],
      ['text=plain+form', form, 'plain form'],
      ['just words', { 'content-type': 'text/plain' }, 'just words'],
      ['[{"text":"in a list"}]', { 'content-type': 'application/json' }, 'in a list'],
    ] as const) {
      expect(await post(to, body, headers), body).toMatchObject({ status: 200 });
      expect(await contents()).toContain(text);
    }
    const multipart =
      '--b\r\nContent-Disposition: form-data; name="payload_json"\r\n\r\n{"content":"multi"}\r\n--b--\r\n';
    const type = { 'content-type': 'multipart/form-data; boundary=b' };
    expect((await post(to, multipart, type)).status).toBe(204);
    expect(await contents()).toContain('multi');
  });

  it('HOOK-4: the text style of the hook decides the signs', async () => {
    const [chat, markdown] = [pathOf(await add('A')), pathOf(await add('B', 'markdown'))];
    await post(chat, { text: '*bold* _it_ ~no~ &lt;b&gt;' });
    await post(markdown, { text: '# Head\n*it* **bold** [x](https://x.org "t")' });
    const all = await contents();
    expect(all).toContain('**bold** _it_ ~~no~~ <b>');
    expect(all).toContain('**Head**\n_it_ **bold** [x](https://x.org)');
  });

  it('HOOK-5: answers in the words that senders check', async () => {
    const hook = await add();
    const to = pathOf(hook);
    expect((await post(to, { content: 'x' })).status).toBe(204);
    expect(await post(`${to}?wait=true`, { content: 'x' })).toMatchObject({ status: 200 });
    expect(JSON.parse((await post(to, { text: 'x', alias: 'R' })).text)).toEqual({ success: true });
    expect(await post(`${to}/slack`, { text: 'x' })).toMatchObject({ status: 200, text: 'ok' });
    expect(await post(to, '{"text":')).toMatchObject({ status: 400, text: 'invalid_payload' });
    expect(await post(to, '')).toMatchObject({ status: 400, text: 'invalid_payload' });
    expect(await post(to, { text: ' ' })).toMatchObject({ status: 400, text: 'no_text' });
    expect(await post('/hooks/short', { text: 'x' })).toMatchObject({ status: 404, text: 'no_service' });
    expect(await post(to, { text: 'x'.repeat(hookLimits.bytesMax) })).toMatchObject({
      status: 413,
      text: 'too_large',
    });
    await world.ok(anna, 'group/removeUser', { id: group, user_id: hook.hook });
    expect(await post(to, { text: 'x' })).toMatchObject({ status: 404, text: 'channel_not_found' });
  });

  it('HOOK-5: a muted hook, a disabled owner, a dissolved group', async () => {
    const [first, second] = [await add('A'), await add('B')];
    await world.ok(anna, 'group/setNoSpeak', { id: group, user_id: first.hook, noSpeakTimer: 1 });
    expect(await post(pathOf(first), { text: 'x' })).toMatchObject({
      status: 403,
      text: 'action_prohibited',
    });
    await admin(world, 'user', 'disable', 'anna', '--yes');
    expect(await post(pathOf(second), { text: 'x' })).toMatchObject({
      status: 403,
      text: 'action_prohibited',
    });
    await admin(world, 'user', 'enable', 'anna');
    const owner = await world.login('anna');
    await world.ok(owner, 'group/removeGroup', { id: group });
    expect(await post(pathOf(second), { text: 'x' })).toMatchObject({
      status: 410,
      text: 'channel_is_archived',
    });
  });

  it('HOOK-6: words for all members notify nobody', async () => {
    const to = pathOf(await add());
    const socket = await world.online(bela);
    await post(to, { text: '<!channel> <!everyone> @all <@1|anna>' });
    expect(await contents()).toContain('@channel @everyone @all @anna');
    expect(JSON.stringify(socket.frames)).not.toContain('"at":[0');
    expect((await world.contact(bela, group))?.is_at).toBe(0);
  });

  it('HOOK-7: sixty requests in a minute of one hook, long texts in a few messages', async () => {
    const to = pathOf(await add());
    expect(
      await post(to, { text: Array.from({ length: 900 }, (_, n) => `line ${n}`).join('\n') }),
    ).toMatchObject({
      status: 200,
    });
    const all = await contents();
    expect(all.length).toBe(hookLimits.partsMax);
    const statuses: number[] = [];
    for (let at = 0; at < 60; at += 1) statuses.push((await post(to, { text: 'x' })).status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    const late = await post(to, { text: 'x' });
    expect(late).toMatchObject({ status: 429, text: 'rate_limited' });
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('HOOK-8: a delivery that is repeated writes one message', async () => {
    const to = pathOf(await add());
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'ping',
      'x-github-delivery': '72d3162e',
    };
    for (let at = 0; at < 2; at += 1)
      expect((await post(to, { zen: 'Keep it', repository: { full_name: 'a/b' } }, headers)).status).toBe(
        200,
      );
    expect((await contents()).filter((text) => text.includes('Keep it'))).toHaveLength(1);
  });
});

describe('samples', () => {
  const folder = 'tests/field/hooks';
  it.each(readdirSync(folder).filter((name) => name.endsWith('.json')))(
    'HOOK-3: each sample of %s becomes its message',
    async (name) => {
      const samples = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as readonly {
        readonly about: string;
        readonly headers?: Readonly<Record<string, string>>;
        readonly dialect?: string;
        readonly body: unknown;
        readonly text: string;
      }[];
      const hooks = { mrkdwn: await add('A'), markdown: await add('B', 'markdown') };
      for (const { about, headers = {}, dialect = 'mrkdwn', body, text } of samples) {
        const type = { 'content-type': 'application/json', ...headers };
        const answer = await post(pathOf(hooks[dialect as 'markdown']), body, type);
        expect(answer.status, about).toBeLessThan(300);
        const all = await contents();
        expect(all, about).toContain(text);
      }
    },
  );
});
