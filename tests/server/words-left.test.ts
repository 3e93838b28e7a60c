import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../src/domain/duration.ts';
import { executeKeeping } from '../../src/server/admin/keep.ts';
import { Copier } from '../../src/server/copies/copier.ts';
import { restoreAt } from '../../src/server/copies/restore.ts';
import { CopyStore } from '../../src/server/copies/copy-store.ts';
import { FolderTarget } from '../../src/server/copies/target.ts';
import { systemIds } from '../../src/server/platform/system-adapter.ts';
import { openStore } from '../../src/server/storage/engine/open.ts';
import { CIPHER } from '../support/copied.ts';
import { eraseDue } from '../../src/server/features/vanish/erase-due.ts';
import { sweepReleased } from '../../src/server/features/uploads/sweep.ts';
import { finishErasures } from '../../src/server/features/erasing/erase-own.ts';
import { temporaryFolder } from '../support/server.ts';
import { testStore } from '../support/test-store.ts';
import { localUploads, sendFile, textFile } from '../support/uploads.ts';
import { PASSWORD, startWorld, type Person, type World } from '../support/world.ts';

const EACH = 60;
const ofMemory = { ...testStore };
let world: World;
let folder: string;
let path: string;
let [anna, bela, cleo]: Person[] = [];
beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'data'));
  path = join(folder, 'data', 'parley.db');
  testStore.open = (ports) => openStore({ ...ports, path });
  world = await startWorld({
    uploads: await localUploads(join(folder, 'data', 'files')),
    settings: { erasedWords: 'go' },
  });
  [anna, bela, cleo] = [await world.person('anna'), await world.person('bela'), await world.person('cleo')];
});
afterEach(async () => {
  await world.close();
  Object.assign(testStore, ofMemory);
});

/** A word that is nowhere else, in a text as long as texts of users are: some take more than a page. */
const LENGTHS = [20, 300, 40, 90, 1_500, 2_000];
const wordOf = (kind: string, n: number): string => `q${kind}${String(n).padStart(4, '0')}q`;
const textOf = (kind: string, n: number): string =>
  `${wordOf(kind, n)} ${'lorem ipsum '.repeat(500)}`.slice(0, LENGTHS[n % LENGTHS.length]);

/** The kinds of words that a file contains, with their numbers. */
function leftIn(place: string, kinds: readonly string[]): Readonly<Record<string, number>> {
  const files = readdirSync(place, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const bytes = files
    .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1').toLowerCase())
    .join('\n');
  return Object.fromEntries(
    kinds.map((kind) => [kind, new Set(bytes.match(new RegExp(`q${kind}\\d{4}q`, 'g'))).size]),
  );
}

const REMOVED_IDS = [
  'undone',
  'deleted',
  'edited',
  'timed',
  'later',
  'draft',
  'moment',
  'comment',
  'motto',
  'erased',
  'team',
  'notice',
  'rules',
  'line',
  'said',
];
const KINDS = [...REMOVED_IDS, 'stays'];

let ids = 0;
async function say(who: Person | undefined, to: Person | undefined, content: string): Promise<string> {
  const id = `w-${(ids += 1)}`;
  await world.say(who as Person, String(to?.id), content, { id });
  return id;
}

/** A group with a name, an announcement, rules, lines and messages, which its owner dissolves. */
async function dissolveOne(owner: Person, other: Person, n: number): Promise<void> {
  const id = await world.group(owner, [other], wordOf('line', n));
  await world.ok(owner, 'group/editGroupName', { id, displayName: wordOf('team', n) });
  await world.ok(owner, 'group/setNotice', { id, notice: textOf('notice', n).slice(0, 200) });
  const setting = { rules: textOf('rules', n), about: wordOf('rules', n) };
  await world.ok(owner, 'group/groupSetting', { id, setting });
  await world.say(other, id, textOf('said', n));
  await world.ok(owner, 'group/removeGroup', { id });
}

/** Sends and recalls in turns, as users do, so that pages hold both. */
async function live(): Promise<void> {
  const [a, b, c] = [anna as Person, bela as Person, cleo as Person];
  await world.befriend(a, b);
  await world.befriend(a, c);
  await world.befriend(b, c);
  await world.ok(b, 'im/setTimer', { toContactId: c.id, days: 1 });
  for (let n = 0; n < EACH; n += 1) {
    world.clock.pass(20_000);
    await say(a, b, textOf('stays', n));
    const undone = await say(b, a, textOf('undone', n));
    const deleted = await say(b, a, textOf('deleted', n));
    const edited = await say(b, a, textOf('edited', n));
    await say(b, c, textOf('timed', n));
    await say(c, a, textOf('erased', n));
    const moment = await world.ok(b, 'moments/add', { content: textOf('moment', n).slice(0, 1_000) });
    await world.ok(a, 'moments/comment', { id: moment.id, content: textOf('comment', n).slice(0, 300) });
    const name = `draft ${c.id}`;
    const value = { text: textOf('draft', n), at: [], quote: null };
    await world.ok(b, 'im/keep', { name, op: `o${n}`, value });
    const later = { id: `l-${n}`, toContactId: String(a.id), type: 'text', content: textOf('later', n) };
    await world.ok(b, 'im/scheduleMessage', { ...later, sendTime: world.clock.nowMs() + DAY });
    const motto = wordOf('motto', n);
    await world.ok(b, 'im/updateUserInfo', { realname: 'bela name', motto, sex: 0 });
    if (n % 3 === 0) await world.clock.advance(2_000);
    await world.ok(b, 'im/undoMessage', { id: undone });
    await world.ok(b, 'im/delMessage', { id: deleted });
    await world.ok(b, 'im/editMessage', { id: edited, content: 'short' });
    await world.ok(b, 'moments/del', { id: moment.id });
    await world.ok(b, 'im/discardScheduled', { id: `l-${n}` });
  }
  await sendFile(world, c, a.id, textFile('note.txt', textOf('erased', 9_000)));
  const sent = await sendFile(world, b, a.id, textFile('note.txt', textOf('undone', 9_000)));
  await world.ok(b, 'im/undoMessage', { id: sent.id });
  for (let n = 0; n < 6; n += 1) await dissolveOne(a, b, n);
  await world.ok(b, 'im/keep', { name: `draft ${c.id}`, op: 'end', value: null });
  await world.ok(b, 'im/updateUserInfo', { realname: 'bela name', motto: 'short', sex: 0 });
  await world.ok(c, 'im/eraseAccount', { password: PASSWORD });
}

/** Runs the jobs of a server for one day. */
async function aDayLater(): Promise<void> {
  const { core } = world.server;
  await world.clock.advance(DAY + 60_000);
  await finishErasures(core);
  await sweepReleased(core);
  while ((await eraseDue(core)) > 0);
  await world.settle();
}

const nothing = Object.fromEntries(REMOVED_IDS.map((kind) => [kind, 0]));

it('DATA-11, DATA-12, GROUP-5: no file, backup or restored copy holds deleted words', async () => {
  const copyStore = new CopyStore(new FolderTarget(join(folder, 'copies')), CIPHER);
  const at = { ms: world.clock.nowMs() };
  const copier = new Copier({
    path,
    copyStore,
    nowMs: () => at.ms,
    retentionMs: DAY,
    hex: (bytes) => systemIds.hex(bytes),
  });
  while (!(await copier.turn()));
  await live();
  at.ms += 60_000;
  await copier.flush();
  await aDayLater();
  at.ms += 60_000;
  await copier.flush();
  executeKeeping({ path, epoch: 'another', nowMs: 0 }, ['backup', join(folder, 'backup')]);
  await restoreAt(copyStore, { atMs: at.ms + 1e9, to: join(folder, 'back'), epoch: 'another', files: null });
  copier.stop();
  await world.server.core.store.cleanStep?.();
  const copy = join(folder, 'copy');
  mkdirSync(copy);
  copyFileSync(join(folder, 'backup'), join(copy, 'parley.db'));
  for (const place of ['data', 'copy', 'back'])
    expect([place, leftIn(join(folder, place), KINDS)]).toEqual([place, { ...nothing, stays: EACH }]);
});
