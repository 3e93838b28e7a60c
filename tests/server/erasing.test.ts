import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { groupId, userId, type UserId } from '../../src/domain/ids.ts';
import { erasingLimits } from '../../src/server/kernel/limits.ts';
import { openWorldStore, type WorldStore } from '../../simulator/nodes/database.ts';
import { beginErasing, finishErasing, type Eraser } from '../../src/server/features/erasing/erase-account.ts';
import { finishErasures, startFinishingErasures } from '../../src/server/features/erasing/erase-own.ts';
import { LastSeen } from '../../src/server/delivery/presence.ts';
import { command } from '../../src/server/kernel/core.ts';
import { verifyAudit } from '../../src/server/features/audit/read.ts';
import { admin, saved, tryAdmin } from '../support/admin.ts';
import { testStore } from '../support/test-store.ts';
import { until } from '../support/until.ts';
import { localUploads, png, sendFile, textFile, upload } from '../support/uploads.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

/** The engine that this file was asked to run on. */
const before = { ...testStore };
let world: World;
let bela: Person;
let cleo: Person;
let group: string;

const OWN_TABLES = ['tokens', 'kept', 'emoji', 'moments', 'openids', 'passkeys', 'push_subs', 'second_steps'];

/** Anna with data of every kind, each with a unique word. `said` are messages to others. */
async function live(folder: string, erasedWords: 'stay' | 'go' = 'stay'): Promise<Person> {
  world = await startWorld({ uploads: await localUploads(folder), settings: { erasedWords } });
  await world.person('boss');
  bela = await world.person('bela');
  cleo = await world.person('cleo');
  const anna = await world.person('planted.an');
  await world.ok(anna, 'im/updateUserInfo', {
    realname: 'Planted Anna',
    email: 'planted@example.org',
    motto: 'planted motto',
    sex: 0,
  });
  const elsewhere = { issuer: 'https://id.example.org', subject: 'planted', provider: 'work' };
  await world.server.core.store.write((tx) =>
    tx.openIds.add({
      ...elsewhere,
      user: userId(anna.id),
      email: 'planted@example.org',
      createdAtMs: 1,
      usedAtMs: 1,
    }),
  );
  const code = { hash: 'h', sentAtMs: 1, expiresAtMs: Number.MAX_SAFE_INTEGER, tries: 0 };
  await world.server.core.store.write((tx) =>
    tx.codes.save({ ...code, account: 'planted.an', purpose: 'login', asker: 'somebody' }),
  );
  await world.befriend(anna, bela);
  await world.befriend(anna, cleo);
  const { friend } = await world.ok(bela, 'im/getUserInfo', { user_id: anna.id });
  await world.ok(bela, 'friend/setNickname', { friend_id: friend.friend_id, nickname: 'planted nickname' });
  group = await world.group(anna, [bela, cleo]);
  const say = (to: string | number, id: string, content: string, more: object = {}) =>
    world.say(anna, String(to), content, { id, ...more });
  await say(bela.id, 'p1', 'said privately');
  const { msg_id: pid } = await say(group, 'p2', 'said openly');
  await say('-1', 'p3', 'planted note of her own');
  await world.say(bela, group, 'an answer', { id: 'b1', pid });
  await world.ok(cleo, 'im/sendMessage', {
    id: 'c1',
    toContactId: group,
    type: 'contact',
    content: 'card',
    extends: { id: anna.id },
  });
  await sendFile(world, anna, '-1', textFile('planted-own.txt', 'planted bytes of her own'));
  await sendFile(world, anna, bela.id, textFile('given.txt', 'bytes that were given'));
  await upload(world, anna, { file: await png(60, 60), path: '/common/upload/uploadAvatar' });
  await upload(world, anna, { file: await png(50, 50), path: '/common/upload/uploadEmoji' });
  const seenBy = { audience: 'chosen', audience_ids: [bela.id] };
  await world.ok(anna, 'moments/add', { content: 'planted moment', ...seenBy });
  const forAnna = { audience: 'chosen', audience_ids: [anna.id] };
  await world.ok(bela, 'moments/add', { content: 'for her', ...forAnna });
  await world.ok(anna, 'im/keep', {
    name: `draft ${bela.id}`,
    op: 'o',
    value: { text: 'planted draft', at: [], quote: null },
  });
  await world.ok(anna, 'im/keep', {
    name: 'status',
    op: 's',
    value: { emoji: '', text: 'planted status', untilMs: null },
  });
  return anna;
}

/** Every file of the folder, as text. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
/** Erases the account with its password, and runs the job. */
async function eraseSelf(who: Person): Promise<void> {
  await world.ok(who, 'im/eraseAccount', { password: PASSWORD });
  await finished();
}
/** Runs the jobs of a node. */
async function finished(): Promise<void> {
  const { core } = world.server;
  const stop = startFinishingErasures(core);
  await until(async () =>
    expect(await core.store.read((tx) => tx.erasing.unfinished(userId(0), 9))).toEqual([]),
  );
  await stop();
}
const noFiles = () => Promise.reject(new Error('cut off'));
const auditRows = async () =>
  (await world.server.core.store.read((tx) => tx.audit.page(0, 500))).filter(
    ({ what }) => what === 'account erased',
  );
const newFolder = () => mkdtempSync(join(tmpdir(), 'parley-erased-'));

describe('an account that is erased', () => {
  beforeEach(() => void Object.assign(testStore, before));
  afterEach(async () => {
    await world.close();
    Object.assign(testStore, before);
  });

  it.each([
    ['stay', 'a command'],
    ['go', 'a command'],
    ['stay', 'its owner'],
    ['go', 'its owner'],
  ] as const)(
    'DATA-2, DATA-3, DATA-5: no table, file or log has anything of an erased account; words %s, by %s',
    async (words, by) => {
      let raw: WorldStore | undefined;
      testStore.open = async (ports) => (raw = await openWorldStore(ports));
      const folder = newFolder();
      const anna = await live(folder, words);
      const all = () =>
        JSON.stringify((raw?.tables() ?? []).map((table) => [table, raw?.rows(table)] as const));
      for (const word of ['planted.an', 'Planted Anna', 'planted motto', 'planted nickname', 'planted note'])
        expect(all(), word).toContain(word);
      expect(bytesIn(folder)).toContain('planted bytes');
      if (by === 'a command') await admin(world, 'user', 'erase', 'planted.an', words);
      else await eraseSelf(anna);
      expect(raw?.rows('erasures')).toEqual([]);
      expect(all().match(/.{60}planted.{20}/gi) ?? []).toEqual([]);
      expect(bytesIn(folder)).not.toContain('planted');
      expect(JSON.stringify(world.log)).not.toMatch(/planted/i);
      const stays = words === 'stay';
      expect([all().includes('said privately'), all().includes('said openly')]).toEqual([stays, stays]);
      expect(bytesIn(folder).includes('bytes that were given')).toBe(stays);
      // Rows that other users need keep her ID. Only her own rows are gone.
      expect(raw?.rows('moment_viewers')).toEqual([]);
      for (const table of OWN_TABLES)
        for (const row of raw?.rows(table) ?? [])
          expect([row['user_id'], row['author']], table).not.toContain(anna.id);
    },
  );

  it('DATA-1, DATA-3: others see a deleted account, and groups go on with another owner', async () => {
    const anna = await live(newFolder());
    const alone = await world.group(anna, [bela]);
    await world.ok(bela, 'group/removeUser', { id: alone, user_id: bela.id });
    const link = await world.ok(anna, 'group/addGroupLink', { id: alone, for: 0, asks: 1 });
    const token = String(link['url']).replace(/.*\//, '');
    await world.ok(cleo, 'group/joinGroup', { group_id: alone, token, ask: 1 });
    const makeQuestion = () =>
      world.server.core.store.read((tx) => tx.entrances.requestsOf(groupId(Number(alone.slice(6))), 9));
    expect(await makeQuestion()).toHaveLength(1);
    expect((await tryAdmin(world, 'user', 'erase', 'planted.an')).exit).toBe(1);
    expect((await tryAdmin(world, 'user', 'erase', 'boss', 'stay')).lines[0]).toBe(
      'The first administrator cannot be changed or deleted',
    );
    await admin(world, 'user', 'erase', 'planted.an', 'stay');
    // The group that only she was in has ended, and no member waits for it.
    expect(await makeQuestion()).toEqual([]);
    const rows = await world.rows(bela, 'im/getMessageList', { toContactId: String(anna.id) });
    expect(rows.find((row) => row.id === 'p1')).toMatchObject({
      content: 'said privately',
      fromUser: { id: anna.id, displayName: expect.stringContaining('Deleted account') as string },
    });
    const { owner_id: owner } = await world.ok(bela, 'group/groupInfo', { group_id: group });
    expect([bela.id, cleo.id]).toContain(owner);
    for (const account of ['planted.an', `deleted ${anna.id}`])
      expect(await world.code(null, '/common/pub/login', { account, password: PASSWORD })).not.toBe(0);
    expect(await world.code(anna, 'im/getContacts')).not.toBe(0);
    expect((await tryAdmin(world, 'user', 'erase', 'planted.an', 'stay')).exit).toBe(1);
    const { store, passwords } = world.server.core;
    const entries = await store.read((tx) => tx.audit.page(0, 500));
    expect(entries.find(({ what }) => what === 'account erased')).toMatchObject({
      by: 'host root',
      what: 'account erased',
      about: `user ${anna.id}`,
      facts: expect.stringContaining('"words":"stay"') as string,
    });
    expect((await verifyAudit(store, passwords)).fault).toBeNull();
    // Another user can register the free name.
    expect((await world.person('planted.an')).id).not.toBe(anna.id);
  });

  it('DATA-5: with the password once more; all devices are signed out by the answer; one entry', async () => {
    const anna = await live(newFolder());
    const elsewhere = await world.login('planted.an');
    const socket = await world.online(elsewhere);
    for (const password of ['', 'wrong-1', undefined, 7])
      expect(await world.code(anna, 'im/eraseAccount', { password })).not.toBe(0);
    expect(await world.code(null, 'im/eraseAccount', { password: PASSWORD })).toBe(-1);
    expect(await world.code(anna, 'im/getContacts')).toBe(0);
    expect(await world.ok(anna, 'im/getOwnData')).toEqual({ words: 'stay', erasable: 1 });
    await world.ok(anna, 'im/eraseAccount', { password: PASSWORD, user_id: bela.id });
    await world.settle();
    for (const who of [anna, elsewhere]) expect(await world.code(who, 'im/getContacts')).toBe(-1);
    expect(socket.closedWith()).not.toBeNull();
    expect(await auditRows()).toEqual([]);
    await finished();
    expect(await auditRows()).toMatchObject([{ by: `user ${anna.id}`, about: `user ${anna.id}` }]);
    expect(await world.code(bela, 'im/getContacts')).toBe(0);
  });

  it('DATA-9: other users see the deletion, on connected devices and on returning ones', async () => {
    const anna = await live(newFolder());
    const dora = await world.person('dora');
    const emil = await world.person('emil');
    const ask = (who: Person, other: Person) =>
      world.ok(who, 'friend/add', { user_id: other.id, remark: 'planted request' });
    await ask(anna, dora);
    await ask(emil, anna);
    const [there, asked] = [await world.online(bela), await world.online(dora)];
    await eraseSelf(anna);
    await world.settle();
    const listReports = (socket: typeof there, type: string) =>
      socket.frames.filter((frame) => frame.type === type).map(({ data }) => data);
    const chats = listReports(there, 'void');
    expect(chats).toContainEqual({ toContactId: anna.id, anew: 1 });
    expect(chats).toContainEqual({ toContactId: group, anew: 1 });
    expect(listReports(there, 'remark')).toEqual([{ id: anna.id, displayName: '已注销 Deleted account' }]);
    expect(listReports(asked, 'applications').at(-1)).toMatchObject({ pending: 0 });
    const { count } = await world.call(emil, 'friend/index', {});
    expect(count).toBe(0);
  });

  it('DATA-9, DATA-2: connected devices get the new name, and no permission remains', async () => {
    const anna = await live(newFolder());
    const id = userId(anna.id);
    const { store } = world.server.core;
    await store.write((tx) => tx.users.update(id, { role: 2, isAuth: true }));
    const there = await world.online(bela);
    await eraseSelf(anna);
    await world.settle();
    expect(there.of('profiles').at(-1)?.data).toMatchObject({
      list: [{ id: anna.id, realname: expect.stringContaining('Deleted account') as string }],
    });
    expect(await store.read((tx) => tx.users.byId(id))).toMatchObject({
      role: 0,
      isAuth: false,
      active: false,
      sex: 2,
      email: '',
      motto: '',
      lastLoginAtMs: 0,
      lastLoginIp: '',
    });
  });

  it('DATA-2: presence is not written after the user was erased', async () => {
    const anna = await live(newFolder());
    const { core } = world.server;
    const view = new LastSeen(core, () => []);
    for (const who of [anna, bela]) view.note(userId(who.id));
    await eraseSelf(anna);
    view.stop();
    const at = (who: Person) => core.store.read((tx) => tx.users.lastSeen(userId(who.id)));
    await until(async () => expect(await at(bela)).not.toBeNull());
    expect(await at(anna)).toBeNull();
  });

  it('DATA-10: a login of an erased account learns the reason; no other login does', async () => {
    const anna = await live(newFolder());
    const elsewhere = await world.login('planted.an');
    const out = await world.login('planted.an');
    await world.ok(out, '/common/pub/logout');
    await eraseSelf(anna);
    const readReceived = async (who: Person | string) =>
      (await world.call(typeof who === 'string' ? { ...bela, token: who } : who, 'im/getContacts')).data;
    for (const who of [anna, elsewhere]) expect(await readReceived(who)).toBe('erased');
    const describe = async (who: Person) => (await world.call(who, 'im/getContacts')).msg;
    expect(await describe(elsewhere)).toBe('此账号已注销，本设备上的内容已清除');
    expect(await describe(out)).toBe('登录已失效，请重新登录');
    for (const who of [out, `bearer ${'0'.repeat(64)}`, 'nonsense'])
      expect(await readReceived(who)).toEqual([]);
  });

  it('DATA-5: the first administrator cannot be erased, and in demo mode no user', async () => {
    const anna = await live(newFolder());
    const boss = await world.login('boss');
    const own = async (who: Person) => world.call(who, 'im/eraseAccount', { password: PASSWORD });
    expect(await world.ok(boss, 'im/getOwnData')).toEqual({ words: 'stay', erasable: 0 });
    expect((await own(boss)).msg).toBe('首位管理员的账号不能注销');
    await world.setConfig((config) => ({ ...config, demonMode: true }));
    expect((await own(anna)).code).not.toBe(0);
    await finishErasures(world.server.core);
    for (const who of [anna, boss]) expect(await world.code(who, 'im/getContacts')).toBe(0);
  });

  it('DATA-5: wherever it is cut off, a node brings it to its end, and one of several', async () => {
    const anna = await live(newFolder(), 'go');
    const { core } = world.server;
    const row = { user: userId(anna.id), words: 'go', by: `user ${anna.id}` } as const;
    await command(core, (tx, record) => beginErasing(tx, record, row));
    // Each time it comes a few commands further.
    for (let many = 0; many < 6; many += 1) {
      let left = many;
      const execute: Eraser['transact'] = (work) => {
        if ((left -= 1) < 0) throw new Error('cut off');
        return command(core, work);
      };
      await expect(finishErasing({ ...core, transact: execute, files: noFiles }, row.user)).rejects.toThrow(
        'cut off',
      );
    }
    await Promise.all([finishErasures(core), finishErasures(core), finishErasures(core)]);
    expect(await core.store.read((tx) => tx.erasing.unfinished(userId(0), 9))).toEqual([]);
    expect(await auditRows()).toHaveLength(1);
    const { owner_id: owner } = await world.ok(bela, 'group/groupInfo', { group_id: group });
    expect([bela.id, cleo.id]).toContain(owner);
  });

  it('DATA-5: accounts that cannot be erased yet do not block later ones', async () => {
    const anna = await live(newFolder());
    const { core } = world.server;
    const stuck: UserId[] = [];
    for (let many = 0; many < erasingLimits.atOnce; many += 1) {
      const { id } = await world.person(`stuck.${many}`);
      stuck.push(userId(id));
    }
    const last = await world.person('behind');
    for (const user of [...stuck, userId(last.id)])
      await command(core, (tx, record) => beginErasing(tx, record, { user, words: 'go', by: 'host root' }));
    // Their files are in a place that cannot be reached.
    await core.store.write(async (tx) => {
      for (const user of stuck) await tx.erasing.keepKeys(user, ['somewhere']);
    });
    await finishErasures({ ...core, uploads: null });
    expect(await core.store.read((tx) => tx.erasing.unfinished(userId(0), 99))).toEqual(stuck);
    expect(await world.code(anna, 'im/getContacts')).toBe(0);
  });

  it('DATA-4: the export has a user’s data and nothing of others, and is an entry', async () => {
    const anna = await live(newFolder());
    await world.say(bela, String(anna.id), 'words of bela', { id: 'b2' });
    await admin(world, 'user', 'export', 'planted.an', 'anna.jsonl');
    const text = new TextDecoder().decode(saved.get('anna.jsonl'));
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const kinds = new Set(lines.map(({ kind }) => kind));
    expect([...kinds]).toEqual(['profile', 'login', 'friend', 'group', 'kept', 'message', 'moment']);
    for (const words of ['said privately', 'said openly', 'planted note', 'given.txt', 'planted moment'])
      expect(text).toContain(words);
    for (const words of ['words of bela', 'an answer', PASSWORD, anna.token.slice(7)])
      expect(text).not.toContain(words);
    const { store } = world.server.core;
    const entries = await store.read((tx) => tx.audit.page(0, 500));
    expect(entries.at(-1)).toMatchObject({ what: 'user export', about: `user ${anna.id}` });
    expect((await tryAdmin(world, 'user', 'export', 'nobody', 'x')).exit).toBe(1);
  });
});
