import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { COMMANDS } from '../../src/server/admin/run.ts';
import { admin, tryAdmin } from '../support/admin.ts';
import { localUploads, sendFile, textFile } from '../support/uploads.ts';
import { startWorld, type Person, type World } from '../support/world.ts';

let world: World;
let folder: string;
let boss: Person;
let anna: Person;
let bela: Person;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-console-'));
  world = await startWorld({ uploads: await localUploads(folder) });
  world.server.start();
  boss = await world.person('boss');
  anna = await world.person('anna');
  bela = await world.person('bela');
  await admin(world, 'user', 'role', 'anna', 'admin');
  anna = await world.login('anna');
  await world.befriend(anna, bela);
  await world.group(anna, [bela], '团队');
});
afterEach(() => world.close());

type Given = Readonly<Record<string, string>>;

interface Said {
  readonly isDone: boolean;
  readonly lines: readonly string[];
}

async function executeCommand(words: string, given: Given = {}, language = 'zh-CN'): Promise<Said> {
  const answer = await world.call<Said>(
    anna,
    '/admin/run',
    { words, given },
    { 'accept-language': language },
  );
  expect(answer.code, `${words}: ${answer.msg}`).toBe(0);
  return answer.data;
}

/** Two English words in a row; names of users are allowed. */
const isEnglish = (line: string): boolean =>
  /[A-Za-z]{2,}[:,;]? [A-Za-z]{2,}/.test(line.replaceAll(/\b(?:boss|anna|bela) name\b/g, '某人'));

async function report(about: object): Promise<void> {
  await world.ok(bela, 'im/report', { reason: 'spam', words: '', ...about });
}

async function thingsToReport(): Promise<void> {
  const sent = await sendFile(world, anna, bela.id, textFile('notes.txt', 'words'));
  await report({ kind: 'message', id: (sent as { readonly id: string }).id });
  await report({ kind: 'person', id: String(boss.id) });
  await report({ kind: 'group', id: 'group-1' });
}

const decision = (number: number, what: string): Given => ({
  number: String(number),
  'dismiss|delete|disable': what,
});

const RELEASE: Given = {
  name: '7',
  YYYYMMDD: '20261124',
  'forcibly|solicit|silent': 'silent',
  'android address': '-',
  'ios address': '-',
};

const DONE: readonly (readonly [words: string, given?: Given])[] = [
  ['user create', { account: 'cleo', name: '克莱奥' }],
  ['user password', { account: 'cleo' }],
  ['user disable', { account: 'cleo' }],
  ['user enable', { account: 'cleo' }],
  ['user sign-out', { account: 'cleo' }],
  ['user role', { account: 'cleo', 'user|admin': 'admin' }],
  ['user role', { account: 'cleo', 'user|admin': 'user' }],
  ['user rename', { account: 'cleo', new: 'cleo2' }],
  ['user rename', { account: 'cleo2', new: 'cleo' }],
  ['user create', { account: 'cleo@example.org', name: '克莱' }],
  ['user release', { account: 'cleo@example.org' }],
  ['user list'],
  ['user erase', { account: 'cleo', 'stay|go': 'stay' }],
  ['user create', { account: 'dora', name: '朵拉', password: 'rather-long-9' }],
  ['user erase', { account: 'dora', 'stay|go': 'go' }],
  ['invite'],
  ['invite', { '--uses': '3', '--role': 'admin', '--group': '1' }],
  ['invite list'],
  ['reports list'],
  ['reports show', { number: '1' }],
  ['reports show', { number: '2' }],
  ['reports show', { number: '3' }],
  ['reports decide', decision(1, 'dismiss')],
  ['reports decide', decision(3, 'dismiss')],
  ['reports list', { decided: 'decided' }],
  ['reports show', { number: '1' }],
  ['notice publish', { title: '今晚维护' }],
  ['notice list'],
  ['settings set', { 'chatInfo.stunPass': 'secret' }],
  ['settings set', { 'chatInfo.online': '0' }],
  ['settings show'],
  ['settings set', { 'chatInfo.msgClearDay': '30' }],
  ['settings set', { 'chatInfo.msgClear': '1' }],
  ['settings set', { 'chatInfo.msgClear': '0' }],
  ['discover add', { name: '帮助', address: '/help' }],
  ['discover list'],
  ['discover delete', { number: '1' }],
  ['release set', RELEASE],
  ['group create', { name: '新人' }],
  ['retention set', { group: '1', days: '7' }],
  ['retention list'],
  ['retention set', { group: '1', days: '0' }],
  ['emoji list'],
  ['audit verify'],
  ['check'],
];

/** Commands that remove what nobody here has, or need a guest. */
const RESETS = ['totp-reset', 'passkeys-reset', 'openids-reset', 'keep-guest']
  .map((one) => `user ${one}`)
  .concat('emoji delete');
/** Services are tested with real ones (CONSOLE-15). */
const TESTS = ['ldap test', 'mail test', 'openid test'];

const FAULTS: readonly (readonly [words: string, given?: Given])[] = [
  ...COMMANDS.filter(({ synopsis }) => synopsis.startsWith('<') && synopsis !== '<file>').map(
    ({ words }) => [words] as const,
  ),
  ['user disable', { account: 'nobody' }],
  ['user disable', { account: 'boss' }],
  ['user create', { account: 'x', name: '某人' }],
  ['user create', { account: 'anna', name: '安娜' }],
  ['user create', { account: 'emma', name: '艾玛', password: '1' }],
  ['user role', { account: 'bela', 'user|admin': 'king' }],
  ['user role', { account: 'bela' }],
  ['user erase', { account: 'bela', 'stay|go': 'perhaps' }],
  ['user totp-reset', { account: 'bela' }],
  ['user passkeys-reset', { account: 'bela' }],
  ['user openids-reset', { account: 'bela' }],
  ['user release', { account: 'bela' }],
  ['user keep-guest', { account: 'bela', new: 'bela2' }],
  ['invite', { '--uses': 'many' }],
  ['invite', { '--role': 'king' }],
  ['invite', { '--group': '99' }],
  ['invite people', { list: '姓名,邮箱' }],
  ['invite people', { list: '安娜', '--mail': 'yes' }],
  ['invite end', { code: '99' }],
  ['reports show', { number: 'one' }],
  ['reports show', { number: '99' }],
  ['reports save', { number: '2' }],
  ['reports decide', decision(2, 'hide')],
  ['reports decide', { ...decision(2, 'dismiss'), note: '长'.repeat(2_000) }],
  ['emoji delete', { name: 'none' }],
  ['notice delete', { number: 'one' }],
  ['notice delete', { number: '99' }],
  ['settings show', { setting: 'nothing' }],
  ['settings set', { 'chatInfo.none': '1' }],
  ['settings set', { 'chatInfo.online': 'maybe' }],
  ['settings set', { 'chatInfo.groupUserMax': 'maybe' }],
  ['settings set', { 'sysInfo.regtype': '9' }],
  ['settings set', { 'sysInfo.name': '长'.repeat(100) }],
  ['settings set', { 'sysInfo.welcomeGroup': '99' }],
  ['settings set', { 'sysInfo.logo': 'javascript:alert(1)' }],
  ['discover add', { name: '帮助', address: 'help' }],
  ['discover add', { name: '帮助', address: '/help', badge: 'red' }],
  ['discover delete', { number: '99' }],
  ['release set', { ...RELEASE, YYYYMMDD: 'today' }],
  ['release set', { ...RELEASE, 'forcibly|solicit|silent': 'loudly' }],
  ['group create', { name: '长'.repeat(101) }],
  ['group create', { name: '新人', '--owner': 'nobody' }],
  ['retention set', { group: 'team', days: '7' }],
  ['retention set', { group: '99', days: '7' }],
  ['retention set', { group: '1', days: '99999' }],
  ['retention set', { group: '1', days: '3000' }],
  ['audit verify', { number: 'one', hash: 'two' }],
  ['audit verify', { number: '1', hash: '0'.repeat(64) }],
];

const isSaving = (words: string, takes: string) => takes.includes('<file>') || words === 'invite people';

it('CONSOLE-8: commands answer in Chinese to an administrator who asks in Chinese', async () => {
  await thingsToReport();
  const ran = new Set([...RESETS, ...TESTS]);
  const say = async (words: string, given: Given = {}) => {
    ran.add(words);
    const { isDone, lines } = await executeCommand(words, given);
    expect(isDone, lines.join(' ')).toBe(true);
    expect(lines.filter(isEnglish), words).toEqual([]);
    return lines.join(' ');
  };
  for (const [words, given] of DONE) await say(words, given);
  const notice = /\d+/.exec(await say('notice publish', { title: '明天' }))?.[0] ?? '';
  expect(await say('notice delete', { number: notice })).toBe(`已撤回 ${notice}`);
  const code = /[\w-]{8,}/.exec(await say('invite'))?.[0] ?? '';
  expect(await say('invite end', { code })).toBe(`已作废 ${code}`);
  const saving = COMMANDS.filter(({ words, synopsis }) => isSaving(words, synopsis)).map(
    ({ words }) => words,
  );
  expect([...ran, ...saving].toSorted()).toEqual(COMMANDS.map(({ words }) => words).toSorted());
});

it('CONSOLE-8: why a command cannot be done, too', async () => {
  await thingsToReport();
  await admin(world, 'config', 'set', 'chatInfo.msgClearDay', '30');
  await admin(world, 'config', 'set', 'chatInfo.msgClear', '1');
  for (const [words, given] of FAULTS) {
    const { isDone, lines } = await executeCommand(words, given);
    expect(isDone, `${words} ${JSON.stringify(given)}`).toBe(false);
    expect(lines).toEqual([expect.stringMatching(/\p{Script=Han}/u)]);
    expect(lines.filter(isEnglish), words).toEqual([]);
  }
  expect((await executeCommand('user disable', { account: 'nobody' })).lines).toEqual(['没有账号“nobody”']);
});

it('CONSOLE-8: the results of check as well, and in English they equal the command line', async () => {
  await thingsToReport();
  await rm(folder, { recursive: true });
  const { isDone, lines } = await executeCommand('check');
  expect(isDone).toBe(false);
  expect(lines[0]).toMatch(/^文件 1：内容已丢失，应有 5 字节/);
  expect(lines.filter(isEnglish)).toEqual([]);
  const english = await executeCommand('check', {}, 'en');
  expect(english.lines[0]).toMatch(/^file 1: its content is missing, expected 5 bytes stored as /);
  expect(english.lines).toEqual((await tryAdmin(world, 'check')).lines);
});

const readText = (part: string, language: string) =>
  world
    .call(anna, '/admin/show', { part, id: 1 }, { 'accept-language': language })
    .then(({ data }) => JSON.stringify(data));

it('CONSOLE-8: reasons, decisions and views of reports are in the language of the administrator', async () => {
  await report({ kind: 'person', id: String(boss.id) });
  await executeCommand('reports decide', decision(1, 'dismiss'));
  for (const part of ['decided', 'report']) {
    expect(await readText(part, 'zh-CN'), part).toMatch(/"reason":"垃圾信息".*"不予处理"/);
    expect(await readText(part, 'en'), part).toMatch(/"dismissed".*"by":"anna name \(anna\)"/);
  }
  expect(await readText('report', 'zh-CN')).toContain('"did":"查看"');
});
