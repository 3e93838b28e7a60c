import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userId } from '../../src/domain/ids.ts';
import { openWorldStore } from '../../simulator/nodes/database.ts';
import type { WorldStore } from '../../simulator/nodes/database.ts';
import { verifyAudit } from '../../src/server/features/audit/read.ts';
import { admin, saved, tryAdmin } from '../support/admin.ts';
import { testStore } from '../support/test-store.ts';
import { localUploads, png, sendFile, textFile, upload } from '../support/uploads.ts';
import { PASSWORD, startWorld } from '../support/world.ts';
import type { Person, World } from '../support/world.ts';

const im = '/enterprise/im';
/** The engine that this file was asked to run on. */
const before = { ...testStore };
let world: World;
let bela: Person;
let cleo: Person;
let group: string;

const OWN_TABLES = ['tokens', 'kept', 'emoji', 'moments', 'openids', 'passkeys', 'push_subs', 'second_steps'];

/** Anna with a bit of everything, each with a word of its own; `said`: to others. */
async function live(folder: string): Promise<Person> {
  world = await startWorld({ uploads: await localUploads(folder) });
  await world.person('boss');
  bela = await world.person('bela');
  cleo = await world.person('cleo');
  const anna = await world.person('planted.an');
  await world.ok(anna, `${im}/updateUserInfo`, {
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
  await world.befriend(anna, bela);
  await world.befriend(anna, cleo);
  const { friend } = await world.ok(bela, `${im}/getUserInfo`, { user_id: anna.id });
  await world.ok(bela, '/enterprise/friend/setNickname', {
    friend_id: friend.friend_id,
    nickname: 'planted nickname',
  });
  group = await world.group(anna, [bela, cleo]);
  const say = (to: string | number, id: string, content: string, more: object = {}) =>
    world.ok(anna, `${im}/sendMessage`, { id, toContactId: String(to), type: 'text', content, ...more });
  await say(bela.id, 'p1', 'said privately');
  const { msg_id: pid } = await say(group, 'p2', 'said openly');
  await say('-1', 'p3', 'planted note of her own');
  await world.ok(bela, `${im}/sendMessage`, {
    id: 'b1',
    toContactId: group,
    type: 'text',
    content: 'an answer',
    pid,
  });
  await world.ok(cleo, `${im}/sendMessage`, {
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
  await world.ok(anna, '/enterprise/moments/add', { content: 'planted moment' });
  await world.ok(anna, `${im}/keep`, {
    name: `draft ${bela.id}`,
    op: 'o',
    value: { text: 'planted draft', at: [], quote: null },
  });
  return anna;
}

/** Every file of the folder, as text. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
const newFolder = () => mkdtempSync(join(tmpdir(), 'parley-erased-'));

describe('an account that is erased', () => {
  beforeEach(() => void Object.assign(testStore, before));
  afterEach(async () => {
    await world.close();
    Object.assign(testStore, before);
  });

  it.each(['stay', 'go'] as const)(
    'DATA-2, DATA-3: of an erased account nothing lies in any table, file or log; words %s',
    async (words) => {
      let raw: WorldStore | undefined;
      testStore.open = async (ports) => (raw = await openWorldStore(ports));
      const folder = newFolder();
      const anna = await live(folder);
      const all = () =>
        JSON.stringify((raw?.tables() ?? []).map((table) => [table, raw?.rows(table)] as const));
      for (const word of ['planted.an', 'Planted Anna', 'planted motto', 'planted nickname', 'planted note'])
        expect(all(), word).toContain(word);
      expect(bytesIn(folder)).toContain('planted bytes');
      await admin(world, 'user', 'erase', 'planted.an', words);
      expect(all().match(/.{60}planted.{20}/gi) ?? []).toEqual([]);
      expect(bytesIn(folder)).not.toContain('planted');
      expect(JSON.stringify(world.log)).not.toMatch(/planted/i);
      const stays = words === 'stay';
      expect([all().includes('said privately'), all().includes('said openly')]).toEqual([stays, stays]);
      expect(bytesIn(folder).includes('bytes that were given')).toBe(stays);
      // Whose a row is that others need: her id is there, and her rows alone are gone.
      for (const table of OWN_TABLES)
        for (const row of raw?.rows(table) ?? [])
          expect([row['user_id'], row['author']], table).not.toContain(anna.id);
    },
  );

  it('DATA-1, DATA-3: others see a deleted account, and groups go on with another owner', async () => {
    const anna = await live(newFolder());
    const alone = await world.group(anna, [bela]);
    await world.ok(bela, '/enterprise/group/removeUser', { id: alone, user_id: bela.id });
    expect((await tryAdmin(world, 'user', 'erase', 'planted.an')).exit).toBe(1);
    expect((await tryAdmin(world, 'user', 'erase', 'boss', 'stay')).lines[0]).toBe(
      'The first administrator stays one',
    );
    await admin(world, 'user', 'erase', 'planted.an', 'stay');
    const rows = await world.rows(bela, `${im}/getMessageList`, { toContactId: String(anna.id) });
    expect(rows.find((row) => row.id === 'p1')).toMatchObject({
      content: 'said privately',
      fromUser: { id: anna.id, displayName: expect.stringContaining('Deleted account') as string },
    });
    const { owner_id: owner } = await world.ok(bela, '/enterprise/group/groupInfo', { group_id: group });
    expect([bela.id, cleo.id]).toContain(owner);
    for (const account of ['planted.an', `deleted ${anna.id}`])
      expect((await world.call(null, '/common/pub/login', { account, password: PASSWORD })).code).not.toBe(0);
    expect((await world.call(anna, `${im}/getContacts`)).code).not.toBe(0);
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
    // The name is free again, for somebody else.
    expect((await world.person('planted.an')).id).not.toBe(anna.id);
  });

  it('DATA-4: what belongs to a person is written out, of others nothing; it is an entry', async () => {
    const anna = await live(newFolder());
    await world.ok(bela, `${im}/sendMessage`, {
      id: 'b2',
      toContactId: String(anna.id),
      type: 'text',
      content: 'words of bela',
    });
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
