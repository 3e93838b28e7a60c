import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FILE, fieldsOf, argumentsOf } from '../../src/server/admin/fields.ts';
import { COMMANDS } from '../../src/server/admin/run.ts';
import { SETTINGS } from '../../src/server/admin/settings/settings.ts';
import { keyFor } from '../../src/server/kernel/phrase.ts';
import type { OverviewPage, PersonOverview } from '../../src/ports/store.ts';
import { consoleLimits } from '../../src/server/kernel/limits.ts';
import { admin } from '../support/admin.ts';
import type { Fields } from '../support/fields.ts';
import { localUploads, sendFile, textFile } from '../support/uploads.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

const unnamed = (prefix: 'command' | 'field' | 'choice' | 'job', names: readonly string[]) =>
  names.filter((name) => keyFor(prefix, name) === null);

let world: World;
let boss: Person;
let anna: Person;
let bela: Person;

beforeEach(async () => {
  world = await startWorld({ uploads: await localUploads(mkdtempSync(join(tmpdir(), 'parley-console-'))) });
  world.server.start();
  boss = await world.person('boss');
  anna = await world.person('anna');
  bela = await world.person('bela');
  await admin(world, 'user', 'role', 'anna', 'admin');
  anna = await world.login('anna');
});
afterEach(() => world.close());

const show = <T = Fields>(who: Person | null, part: string, more: object = {}) =>
  world.call<T>(who, '/admin/show', { part, ...more });
const executeCommand = (who: Person | null, words: string, given: Readonly<Record<string, string>> = {}) =>
  world.call<{ readonly isDone: boolean; readonly lines: readonly string[] }>(
    who,
    '/admin/run',
    { words, given },
    { 'accept-language': 'en' },
  );
const roleOf = async (account: string) =>
  (await world.server.core.store.read((tx) => tx.users.byAccount(account)))?.role;
const entries = () => world.server.core.store.read((tx) => tx.audit.page(0, 500));

describe('users who may use the console', () => {
  it('CONSOLE-2: administrators alone see and do anything', async () => {
    for (const part of ['commands', 'people', 'settings', 'health', 'figures', 'audit']) {
      expect((await show(bela, part)).code, part).toBe(400);
      expect((await show(null, part)).code, part).toBe(-1);
      expect((await show(anna, part)).code, part).toBe(0);
    }
    expect((await executeCommand(bela, 'user role', { account: 'bela', 'user|admin': 'admin' })).code).toBe(
      400,
    );
    expect((await executeCommand(null, 'user list')).code).toBe(-1);
    expect((await executeCommand({ ...anna, token: `bearer ${'0'.repeat(64)}` }, 'user list')).code).toBe(-1);
    expect(await roleOf('bela')).toBe(0);
  });

  it('CONSOLE-2: a user who was an administrator a second ago changes and sees nothing', async () => {
    const { store } = world.server.core;
    // Removes the role without ending the sessions, which is the worst result of a race.
    await store.write((tx) => tx.users.update(anna.id as never, { role: 0 }));
    expect((await executeCommand(anna, 'user role', { account: 'bela', 'user|admin': 'admin' })).code).toBe(
      400,
    );
    expect((await show(anna, 'people')).code).toBe(400);
    expect(await roleOf('bela')).toBe(0);
    expect((await entries()).filter(({ by }) => by === `user ${anna.id}`).map(({ what }) => what)).toEqual([
      'registered',
      'login',
      'login',
    ]);
  });

  it('CONSOLE-2: also in the midst of a command', async () => {
    const { store } = world.server.core;
    const write = store.write.bind(store);
    // The check of the console is over, and the command has not begun to write.
    store.write = async (work, foretold) => {
      store.write = write;
      await write((tx) => tx.users.update(anna.id as never, { role: 0 }));
      return write(work, foretold);
    };
    expect((await executeCommand(anna, 'user sign-out', { account: 'bela' })).code).toBe(400);
    expect(await world.code(bela, 'im/getContacts')).toBe(0);
  });

  it('CONSOLE-2: only the first administrator can do anything to that account', async () => {
    for (const words of [
      'user disable',
      'user password',
      'user sign-out',
      'user totp-reset',
      'user export',
    ]) {
      const sentMessage = await executeCommand(anna, words, { account: 'boss' });
      expect(sentMessage.data, words).toMatchObject({ isDone: false });
    }
    expect(await world.code(boss, 'im/getContacts')).toBe(0);
    expect(
      (await executeCommand(boss, 'user password', { account: 'boss', password: 'secret-9' })).data.isDone,
    ).toBe(true);
    expect(await world.code(boss, 'im/getContacts')).toBe(-1);
  });

  it('CONSOLE-2: asking too often is refused', async () => {
    for (let at = 0; at < consoleLimits.rate.times; at += 1) await show(anna, 'commands');
    const sentMessage = await show(anna, 'commands');
    expect(sentMessage).toMatchObject({ code: 400, data: { retry_ms: expect.any(Number) as number } });
    expect((await show(boss, 'commands')).code).toBe(0);
  });

  it.each([
    ['show', '{'],
    ['show', '{"part":"nothing"}'],
    ['show', '{"part":"people","page":0}'],
    ['show', '{"part":"people","page":1.5}'],
    ['show', '{"part":"people","by":"password_hash"}'],
    ['show', '{"part":["people"]}'],
    ['run', '{}'],
    ['run', '{"words":"backup"}'],
    ['run', '{"words":"user list","given":[1]}'],
    ['run', '{"words":"user disable","given":{"account":7}}'],
  ])('CONSOLE-2: %s with %s is a bad request', async (what, body) => {
    expect(await world.code(anna, `/admin/${what}`, body)).toBe(400);
  });

  it('CONSOLE-2: input that is too long is refused before it is read', async () => {
    for (const length of [30_000, 100_000])
      expect((await executeCommand(anna, 'user disable', { account: 'a'.repeat(length) })).code).toBe(400);
  });
});

describe('commands', () => {
  it('CONSOLE-1: each command of the command line is a form here, and nothing else is', async () => {
    const { data } = await show<readonly { readonly words: string; readonly saves: boolean }[]>(
      anna,
      'commands',
    );
    expect(data.map(({ words }) => words)).toEqual(COMMANDS.map(({ words }) => words));
    expect(data.filter(({ saves }) => saves).map(({ words }) => words)).toEqual([
      'user export',
      'reports save',
      'audit export',
    ]);
  });

  it('CONSOLE-1: commands, what they take and settings have words in both languages', async () => {
    const fields = COMMANDS.flatMap(({ synopsis }) => fieldsOf(synopsis));
    const { core } = world.server;
    expect(
      unnamed(
        'command',
        COMMANDS.map(({ words }) => words),
      ),
    ).toEqual([]);
    expect(
      unnamed(
        'field',
        fields.map(({ name }) => name).filter((name) => name !== FILE),
      ),
    ).toEqual([]);
    expect(
      unnamed(
        'choice',
        fields.flatMap(({ of }) => of ?? []),
      ),
    ).toEqual([]);
    expect(
      unnamed(
        'job',
        (core.jobs?.all() ?? []).map(([failed]) => failed),
      ),
    ).toEqual([]);
    expect(core.jobs?.all().length).toBeGreaterThan(10);
  });

  it('CONSOLE-1: filled fields are passed as on the command line', () => {
    expect(fieldsOf('[<number> <hash>]').map(({ isRequired }) => isRequired)).toEqual([false, false]);
    expect(fieldsOf('<account> <stay|go>').map(({ of }) => of)).toEqual([null, ['stay', 'go']]);
    const invite = COMMANDS.find(({ words }) => words === 'invite')?.synopsis ?? '';
    expect(argumentsOf(invite, { '--uses': '3', '--days': ' ', '--role': 'admin' })).toEqual([
      '--uses',
      '3',
      '--role',
      'admin',
    ]);
    expect(argumentsOf('<name> <address> [icon] [badge]', { name: 'a', address: 'b', badge: '1' })).toEqual([
      'a',
      'b',
      '',
      '1',
    ]);
    expect(argumentsOf('<account> [password]', { account: 'anna', password: '' })).toEqual(['anna']);
    expect(argumentsOf('<account> <file>', { account: 'anna' })).toEqual(['anna', FILE]);
    expect(argumentsOf('<account> [--yes]', { account: 'anna', '--yes': 'yes' })).toEqual(['anna', '--yes']);
    expect(argumentsOf('<account> [--yes]', { account: 'anna', '--yes': '' })).toEqual(['anna']);
  });

  it('CONSOLE-1: a command does here what it does there, and the audit says who did it', async () => {
    const made = await executeCommand(anna, 'user create', { account: 'cleo', name: 'Cleo' });
    expect(made.data).toMatchObject({
      isDone: true,
      lines: ['Created cleo (4)', expect.stringMatching(/^Link to set the password /)],
    });
    const password = 'secret-9';
    const inviteCode = made.data.lines[1]?.split('inviteCode=')[1] ?? '';
    await world.ok(null, '/common/pub/register', { account: 'cleo', password, inviteCode });
    expect(await world.code(null, '/common/pub/login', { account: 'cleo', password })).toBe(0);
    expect((await executeCommand(anna, 'user disable', { account: 'cleo' })).data.isDone).toBe(true);
    expect(await world.code(null, '/common/pub/login', { account: 'cleo', password })).toBe(400);
    const invited = await executeCommand(anna, 'invite', { '--uses': '3', '--role': 'admin' });
    expect(invited.data.lines.join(' ')).toContain('0 of 3');
    expect((await entries()).filter(({ by }) => by === `user ${anna.id}`).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['user create', 'user disable', 'invite']) as string[],
    );
    expect((await entries()).some(({ by, what }) => by === 'host root' && what === 'user create')).toBe(
      false,
    );
  });

  it('CONSOLE-1: an impossible command is one line, and changes nothing', async () => {
    const sentMessage = await executeCommand(anna, 'user disable', { account: 'nobody' });
    expect(sentMessage).toMatchObject({
      code: 0,
      data: { isDone: false, lines: ['The account "nobody" does not exist'] },
    });
    expect((await executeCommand(anna, 'settings set', { 'chatInfo.online': 'maybe' })).data.isDone).toBe(
      false,
    );
  });

  it('CONSOLE-1: the administrator’s browser saves a file that a command writes', async () => {
    const exported = await world.raw('/admin/run', {
      method: 'POST',
      headers: { authorization: anna.token },
      body: JSON.stringify({ words: 'user export', given: { account: 'bela' } }),
    });
    expect(exported.headers.get('content-disposition')).toContain('user-export.jsonl');
    expect(await exported.text()).toContain('"account":"bela"');
    const audited = await world.raw('/admin/run', {
      method: 'POST',
      headers: { authorization: anna.token },
      body: JSON.stringify({ words: 'audit export' }),
    });
    expect(await audited.text()).toContain('user export');
  });
});

describe('data that the console shows', () => {
  it('CONSOLE-3: people by a part of their name, by number or by the room of their files', async () => {
    await world.befriend(anna, bela);
    await sendFile(world, bela, anna.id, textFile('notes.txt', 'x'.repeat(5_000)));
    const people = async (more: object) =>
      (await show<OverviewPage<PersonOverview>>(anna, 'people', more)).data;
    expect((await people({})).rows.map(({ account }) => account)).toEqual(['boss', 'anna', 'bela']);
    const [first] = (await people({ by: 'room' })).rows;
    expect(first).toMatchObject({
      account: 'bela',
      fileBytes: 5_000,
      logins: 1,
      today: { bytes: { used: 5_000 } },
    });
    expect(await people({ find: 'NN' })).toMatchObject({ total: 1, rows: [{ account: 'anna', role: 2 }] });
    // Wildcard characters are ordinary characters here.
    expect((await people({ find: '%' })).total).toBe(0);
    expect((await people({ page: 2 })).rows).toEqual([]);
  });

  it('CONSOLE-3: nothing that opens a way in is shown', async () => {
    const all = await Promise.all(
      ['people', 'settings', 'health', 'figures', 'audit'].map(async (part) =>
        JSON.stringify(await show(anna, part)),
      ),
    );
    await executeCommand(anna, 'settings set', { 'chatInfo.stunPass': 'relay-secret' });
    all.push(
      JSON.stringify(await show(anna, 'settings')),
      JSON.stringify(await executeCommand(anna, 'settings show')),
    );
    for (const text of all) {
      expect(text).not.toContain('hash of');
      expect(text).not.toContain('relay-secret');
      expect(text).not.toContain(PASSWORD);
    }
  });

  it('CONSOLE-3: groups with their owner, members and the room of their files', async () => {
    await world.befriend(anna, bela);
    const group = await world.group(anna, [bela], 'Team');
    await sendFile(world, bela, group, textFile('notes.txt', 'x'.repeat(700)));
    const { data } = await show(anna, 'groups', { by: 'room' });
    expect(data).toMatchObject({
      total: 1,
      rows: [{ name: 'Team', owner: 'anna', members: 2, fileBytes: 700 }],
    });
  });

  it('CONSOLE-3: reports, with who looked at them', async () => {
    await world.befriend(anna, bela);
    await world.ok(bela, 'im/report', { kind: 'person', id: String(anna.id), reason: 'spam', words: 'hm' });
    const waiting = await show<{ readonly rows: readonly Fields[] }>(boss, 'reports');
    const id = waiting.data.rows[0]?.['id'] as unknown as number;
    expect(JSON.stringify(waiting.data)).not.toContain('looks');
    expect((await show(boss, 'report', { id })).data).toMatchObject({
      reporter: 'bela',
      words: 'hm',
      looks: [{ by: 'boss name (boss)', did: '查看' }],
    });
    expect((await show(boss, 'report', { id: 99 })).code).toBe(400);
    expect(
      (
        await executeCommand(boss, 'reports decide', {
          number: String(id),
          'dismiss|delete|disable': 'dismiss',
        })
      ).data.isDone,
    ).toBe(true);
    expect((await show(boss, 'decided')).data).toMatchObject({ total: 1 });
  });

  it('CONSOLE-4: every setting with its rule and what it does, in both languages', async () => {
    const settings = async (language: string) => {
      const answer = await world.call<{ readonly rows: readonly Fields[] }>(
        anna,
        '/admin/show',
        { part: 'settings' },
        { 'accept-language': language },
      );
      return answer.data.rows;
    };
    const [english, chinese] = [await settings('en'), await settings('zh-CN')];
    expect(english.map(({ key }) => key as string)).toEqual(SETTINGS.map(({ key }) => key));
    expect(english.find(({ key }) => key === 'chatInfo.groupUserMax')).toMatchObject({
      rule: 'CONF-12',
      value: '0',
      label: 'Largest group',
      takes: { kind: 'number', min: 0, unit: 'members', zero: 'No limit' },
    });
    expect(chinese.find(({ key }) => key === 'chatInfo.webrtc')).toMatchObject({ label: '允许通话' });
    await executeCommand(anna, 'settings set', { 'chatInfo.groupUserMax': '40' });
    await world.clock.advance(1_100);
    await world.settle();
    expect((await settings('en')).find(({ key }) => key === 'chatInfo.groupUserMax')).toMatchObject({
      value: '40',
    });
  });

  it('CONSOLE-5: it shows the health of the node, and how the last round of each job ended', async () => {
    await world.clock.advance(60_000);
    await world.settle();
    const { data } = await show<{ readonly ready: Fields; readonly jobs: readonly Fields[] }>(anna, 'health');
    expect(data.ready).toMatchObject({ ready: true, reasons: [] });
    expect(data.jobs.find(({ name }) => name === '定时消息与提醒')).toMatchObject({ fault: null });
    expect(data.jobs.every(({ fault }) => fault === null)).toBe(true);
  });
});
