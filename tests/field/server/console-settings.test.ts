import { beforeEach, expect, it } from 'vitest';
import { admin, tryAdmin } from '../../support/admin.ts';
import { setUpWorld, type Person } from '../../support/set-up-world.ts';

interface Said {
  readonly isDone: boolean;
  readonly lines: readonly string[];
  readonly faults?: Readonly<Record<string, string>>;
}

let anna: Person;
const { world, boss } = setUpWorld(['boss', 'anna'], { jobs: true });
beforeEach(async () => {
  await admin(world, 'user', 'role', 'anna', 'admin');
  anna = await world.login('anna');
});

const save = async (who: Person, given: object): Promise<Said> =>
  (await world.call<Said>(who, '/admin/run', { words: 'settings set', given }, { 'accept-language': 'en' }))
    .data;
const stored = async () => (await world.server.core.store.read((tx) => tx.config.get())).config;
const entries = async () =>
  (await world.server.core.store.read((tx) => tx.audit.page(0, 100))).filter(
    ({ what }) => what === 'settings set',
  );

it('CONF-29: file types are accepted with dots, spaces and capitals, as administrators type them', async () => {
  expect((await save(boss, { 'fileUpload.fileExt': ' .PDF, docx;*.jpg\npdf' })).isDone).toBe(true);
  expect((await stored()).fileUpload.fileExt).toEqual(['pdf', 'docx', 'jpg']);
});

it('CONF-29: a list with a wrong entry is refused, and does not become a list of all types', async () => {
  await save(boss, { 'fileUpload.fileExt': 'pdf' });
  const sentMessage = await save(boss, { 'fileUpload.fileExt': 'tar.gz, $$' });
  expect(sentMessage).toMatchObject({
    isDone: false,
    faults: { 'fileUpload.fileExt': expect.any(String) as string },
  });
  expect((await stored()).fileUpload.fileExt).toEqual(['pdf']);
});

it('CONSOLE-11: one wrong value saves nothing, and every wrong value has its reason', async () => {
  const sentMessage = await save(boss, {
    'sysInfo.name': 'Rowing',
    'chatInfo.groupUserMax': '-5',
    'chatInfo.redoTime': '',
  });
  expect(sentMessage.isDone).toBe(false);
  expect(Object.keys(sentMessage.faults ?? {})).toEqual(['chatInfo.groupUserMax', 'chatInfo.redoTime']);
  expect(sentMessage.faults?.['chatInfo.groupUserMax']).toMatch(/^Must be a whole number from 0 to 100000/);
  expect((await stored()).sysInfo.name).toBe('Parley');
  expect(await entries()).toEqual([]);
});

it('CONSOLE-11: a server without a name is refused at the field', async () => {
  const sentMessage = await save(boss, { 'sysInfo.name': ' ' });
  expect(sentMessage.faults).toEqual({ 'sysInfo.name': 'Must be a name of 1 to 32 characters' });
  expect((await stored()).sysInfo.name).toBe('Parley');
});

it('CONF-2, AUDIT-3: values saved together are one change of the configuration, with an entry each', async () => {
  const { rev } = await world.ok(null, '/common/pub/getSystemInfo');
  expect((await save(boss, { 'sysInfo.name': 'Rowing', 'sysInfo.regtype': 'invite' })).isDone).toBe(true);
  await world.clock.advance(1_100);
  await world.settle();
  expect(await world.ok(null, '/common/pub/getSystemInfo')).toMatchObject({ rev: Number(rev) + 1 });
  expect((await entries()).map(({ by, facts }) => [by, JSON.parse(facts) as unknown])).toEqual([
    [`user ${boss.id}`, { setting: 'sysInfo.name', was: 'Parley', is: 'Rowing' }],
    [`user ${boss.id}`, { setting: 'sysInfo.regtype', was: '1', is: '2' }],
  ]);
});

it('CONSOLE-11: two administrators who save different settings of a group keep both changes', async () => {
  await Promise.all([
    save(boss, { 'sysInfo.name': 'Rowing' }),
    save(anna, { 'sysInfo.description': 'Oars' }),
  ]);
  expect((await stored()).sysInfo).toMatchObject({ name: 'Rowing', description: 'Oars' });
});

it('CONF-25: retention is switched on with its days in one save, and not without them', async () => {
  const alone = await save(boss, { 'chatInfo.msgClear': '1' });
  expect(alone.faults).toEqual({ 'chatInfo.msgClear': 'Enter how many days messages are kept, too' });
  const both = await save(boss, { 'chatInfo.msgClear': '1', 'chatInfo.msgClearDay': '30' });
  expect(both.lines[2]).toMatch(/^Messages to be deleted at /);
});

it('CONF-2: full-width digits of an input method are digits', async () => {
  expect((await save(boss, { 'chatInfo.groupUserMax': ' ４０ ' })).isDone).toBe(true);
  expect((await stored()).chatInfo.groupUserMax).toBe(40);
});

it('CONF-2: scripts of operators may use the former name of the command', async () => {
  expect((await tryAdmin(world, 'config', 'set', 'sysInfo.directory', 'on')).exit).toBe(0);
  expect((await stored()).sysInfo.directory).toBe(true);
});
