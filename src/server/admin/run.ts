import { DEFAULT_GROUP_SETTING } from '../../domain/group-fields.ts';
import type { AuditPlace, UserRow } from '../../ports/store.ts';
import { auditLines, verifyAudit } from '../features/audit/read.ts';
import { type Counted, checkStore } from '../features/checking/check.ts';
import { groupName, insertGroup } from '../features/groups/found.ts';
import { announcements, publish, withdraw } from '../features/notices/notices.ts';
import { noteAudit } from '../kernel/audit.ts';
import { type Phrase, joined, phrase, phraseIn, row } from '../kernel/phrase.ts';
import { dateText } from '../kernel/date-text.ts';
import { Refusal } from '../kernel/refusal.ts';
import { nearestOf } from '../kernel/setting-names.ts';
import { type TextLanguage, say } from '../kernel/texts.ts';
import {
  type Admin,
  type AdminCommand,
  type CommandWords,
  AdminError,
  Findings,
  SettingFaults,
  change,
  hostOf,
  need,
} from './admin.ts';
import { CONFIG } from './configure.ts';
import { INVITATIONS } from './invitations.ts';
import { PEOPLE, accounts } from './people.ts';
import { REPORTS } from './reports.ts';
import { RETENTION } from './retention.ts';
import { SERVICE_COMMANDS } from './services-commands.ts';
import { SETTING_COMMANDS } from './settings-commands.ts';
import { isFirstAdministrator } from '../../domain/permissions.ts';

const LISTED = 50;

export const NOTICES: readonly AdminCommand[] = [
  {
    words: 'notice publish',
    synopsis: '<title> [text]',
    execute: async (admin, args) => {
      const [title, notice] = [need(args, 0, 'title'), args[1] ?? ''];
      const id = await change(admin, 'notice publish', async (tx, record, tell) => {
        const outcome = await publish(admin, tx, record, { title, notice });
        if (!(outcome instanceof Refusal)) tell({ about: `notice ${outcome}` });
        return outcome;
      });
      if (id instanceof Refusal) return id;
      return [phrase('answer.noticePublished', { id })];
    },
  },
  {
    words: 'notice list',
    synopsis: '',
    isReading: true,
    execute: async ({ store }) => {
      const rows = await store.read((tx) => announcements(tx, LISTED));
      return rows.map(({ id, atMs, title }) => row(id, dateText(atMs), title));
    },
  },
  {
    words: 'notice delete',
    synopsis: '<number>',
    execute: async (admin, args) => {
      const id = Number(need(args, 0, 'number'));
      if (!Number.isSafeInteger(id)) throw new AdminError(phrase('answer.whichNotice'));
      const refusal = await change(admin, 'notice delete', (tx, record, tell) => {
        tell({ about: `notice ${id}` });
        return withdraw(tx, record, id);
      });
      if (refusal) return refusal;
      return [phrase('answer.noticeDeleted', { id })];
    },
  },
];

/** Emoji of the server; pictures are added at the console (EMOJI-8). */
export const SERVER_EMOJI: readonly AdminCommand[] = [
  {
    words: 'emoji list',
    synopsis: '',
    isReading: true,
    execute: async ({ store }) => (await store.read((tx) => tx.packs.server())).map(({ name }) => row(name)),
  },
  {
    words: 'emoji delete',
    synopsis: '<name>',
    execute: async (admin, args) => {
      const name = need(args, 0, 'name');
      await change(admin, 'emoji delete', async (tx, _, tell) => {
        if (!(await tx.packs.removeServer(name))) throw new AdminError(phrase('answer.noEmoji', { name }));
        tell({ facts: { name } });
      });
      return [phrase('answer.emojiDeleted', { name })];
    },
  },
];

/** A number and a hash, as `audit verify` printed them before; null: none was given. */
function placeIn([number, hash]: readonly string[]): AuditPlace | null {
  if (number === undefined) return null;
  if (!/^[1-9]\d{0,15}$/.test(number) || !/^[0-9a-f]{64}$/.test(hash ?? ''))
    throw new AdminError(phrase('answer.badPlace'));
  return { n: Number(number), hash: hash ?? '' };
}

export const AUDIT: readonly AdminCommand[] = [
  {
    words: 'audit verify',
    synopsis: '[<number> <hash>]',
    isReading: true,
    execute: async ({ store, passwords }, args) => {
      const { fault, right, end } = await verifyAudit(store, passwords, placeIn(args));
      if (fault !== null) throw new AdminError(phrase('answer.auditFault', { fault, count: right }));
      return [phrase('answer.auditRight', { count: right }), row(`${end.n} ${end.hash}`)];
    },
  },
  {
    words: 'audit export',
    synopsis: '<file>',
    isReading: true,
    execute: async (admin, args) => {
      const path = need(args, 0, 'file');
      const end = await admin.store.write((tx) =>
        noteAudit(admin.passwords, tx, { by: hostOf(admin), what: 'audit export' }),
      );
      await admin.save(path, auditLines(admin.store, end));
      return [phrase('answer.auditExported', { n: end.n, path }), row(`${end.n} ${end.hash}`)];
    },
  },
];

/** The user named, otherwise the first administrator. */
async function ownerOf(admin: Admin, [option, account = '']: readonly string[]): Promise<UserRow> {
  if (option !== undefined && option !== '--owner')
    throw new AdminError(phrase('answer.noOption', { name: option }));
  const first = (await accounts(admin)).find(isFirstAdministrator)?.account ?? '';
  const owner = await admin.store.read((tx) => tx.users.byAccount(option === undefined ? first : account));
  if (owner?.active !== true) throw new AdminError(phrase('answer.noOwner'));
  return owner;
}

/** A group before its first members come, for `sysInfo.welcomeGroup` (FIRST-4). */
export const GROUPS: readonly AdminCommand[] = [
  {
    words: 'group create',
    synopsis: '<name> [--owner <account>]',
    execute: async (admin, args) => {
      const name = groupName(need(args, 0, 'name'));
      if (name instanceof Refusal) return name;
      const { id: owner } = await ownerOf(admin, args.slice(1));
      const group = await change(admin, 'group create', async (tx, record, tell) => {
        const setting = { ...DEFAULT_GROUP_SETTING, history: true };
        const newId = await insertGroup(admin, tx, record, { owner, others: [], name, setting });
        tell({ about: `group ${newId}` });
        return newId;
      });
      return [phrase('answer.groupMade', { group })];
    },
  },
];

/** CHECK-1 */
const CHECK: AdminCommand = {
  words: 'check',
  synopsis: '',
  isReading: true,
  execute: async (admin) => {
    const { counts, faults, total } = await checkStore(admin);
    const countTexts = (Object.keys(counts) as Counted[]).map((what) =>
      phrase(`checked.${what}`, { count: counts[what] }),
    );
    const end = phrase('answer.checkSummary', { looked: joined(countTexts) });
    if (total === 0) return [phrase('answer.nothingWrong'), end];
    const left = total - faults.length;
    const more = left > 0 ? [phrase('answer.andMore', { count: left })] : [];
    return new Findings([...faults, ...more, phrase('answer.wrong', { count: total, end })]);
  },
};

/** All commands; those on the database as a file are in `keep.ts` and `copies.ts`. */
export const COMMANDS: readonly AdminCommand[] = [
  ...INVITATIONS,
  ...PEOPLE,
  ...GROUPS,
  ...REPORTS,
  ...NOTICES,
  ...SERVER_EMOJI,
  ...SETTING_COMMANDS,
  ...SERVICE_COMMANDS,
  ...CONFIG,
  ...RETENTION,
  ...AUDIT,
  CHECK,
];

/** Commands on the database as a file and on services, which `command-main.ts` runs. */
const OTHERS: readonly string[] = ['backup', 'clean', 'move', 'restore', 'copies', 'help'];

/** Scripts of operators use the former name. */
const present = (typed: readonly string[]): readonly string[] =>
  typed[0] === 'config' ? ['settings', ...typed.slice(1)] : typed;

const commandOf = (words: readonly string[]): AdminCommand | null =>
  COMMANDS.find((one) => one.words === words.slice(0, one.words.split(' ').length).join(' ')) ?? null;

/** At most one letter in three may differ: `user lst` means `user list`, and `hello` means nothing. */
const farthest = (candidate: string): number => Math.max(1, Math.floor(candidate.length / 3));

/** What to print for an unknown command; null: it exists (ADMIN-11). */
export function unknownLines(typed: readonly string[]): readonly string[] | null {
  const words = present(typed);
  const [first = ''] = words;
  if (commandOf(words) !== null || OTHERS.includes(first)) return null;
  const names = [...COMMANDS.map((one) => one.words), ...OTHERS];
  const suggestion =
    nearestOf(words.slice(0, 2).join(' '), names, farthest) ?? nearestOf(first, names, farthest);
  const family = COMMANDS.filter((one) => one.words.startsWith(`${first} `)).map((one) => one.words);
  return [
    `The command "${typed.slice(0, 2).join(' ')}" does not exist.${suggestion === null ? '' : ` Did you mean "${suggestion}"?`}`,
    ...(suggestion === null && family.length > 0 ? [`Commands of "${first}": ${family.join(', ')}`] : []),
    'All commands: npm run admin -- help',
  ];
}

type Dotted<Words extends string> = Words extends `${infer Word} ${infer Rest}`
  ? `${Word}.${Dotted<Rest>}`
  : Words;
const dotted = (words: CommandWords) => words.replaceAll(' ', '.') as Dotted<CommandWords>;
export const commandName = (words: CommandWords): Phrase => phrase(`command.${dotted(words)}`);
export const commandHelp = (words: CommandWords): Phrase => phrase(`command.${dotted(words)}.help`);

/** The English sentence of the console as a part of a line. */
function helpOf({ words }: AdminCommand): string {
  const sentence = phraseIn(commandHelp(words), 'en');
  return `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1, -1)}`;
}

/** The help: one line for each command (ADMIN-1). */
export function helpLines(): readonly string[] {
  const heads = COMMANDS.map((one) => `  ${one.words} ${one.synopsis}`.trimEnd());
  const width = Math.min(40, Math.max(...heads.map((head) => head.length)));
  const lines = COMMANDS.map((one, at) => {
    const head = heads[at] ?? '';
    return head.length > width
      ? `${head}\n${' '.repeat(width)}  ${helpOf(one)}`
      : `${head.padEnd(width)}  ${helpOf(one)}`;
  });
  return ['npm run admin -- <command>', ...lines];
}

export interface CommandExit {
  readonly exit: 0 | 1;
  readonly lines: readonly string[];
  /** Texts for the fields of a form, by the name of the setting. */
  readonly faults?: Readonly<Record<string, string>>;
}

const inOne = (lines: readonly Phrase[], language: TextLanguage): readonly string[] =>
  lines.map((line) => phraseIn(line, language));

const faultsIn = ({ faults }: SettingFaults, language: TextLanguage): CommandExit => ({
  exit: 1,
  lines: inOne(
    faults.map(({ text }) => text),
    language,
  ),
  faults: Object.fromEntries(faults.map(({ key, atField }) => [key, phraseIn(atField, language)])),
});

/** Runs one command; an error is one line with the remedy. */
export async function executeCommand(
  admin: Admin,
  command: AdminCommand,
  args: readonly string[],
): Promise<CommandExit & { readonly isMistyped?: true }> {
  const { language = 'en' } = admin;
  try {
    const outcome = await command.execute(admin, args);
    if (outcome instanceof Findings) return { exit: 1, lines: inOne(outcome.lines, language) };
    return outcome instanceof Refusal
      ? { exit: 1, lines: [say(outcome.reason, language, outcome.facts)] }
      : { exit: 0, lines: inOne(outcome, language) };
  } catch (error) {
    if (error instanceof SettingFaults) return { ...faultsIn(error, language), isMistyped: true };
    if (error instanceof AdminError)
      return { exit: 1, lines: inOne([error.text], language), isMistyped: true };
    throw error;
  }
}

/**
 * Runs the arguments after `npm run admin --`. Returns the exit code and the lines to print; invalid
 * arguments print the usage.
 */
export async function executeAdmin(admin: Admin, typed: readonly string[]): Promise<CommandExit> {
  const words = present(typed);
  const command = commandOf(words);
  if (command === null) return { exit: 1, lines: unknownLines(typed) ?? helpLines() };
  const parameters = words.slice(command.words.split(' ').length);
  const { exit, lines, isMistyped } = await executeCommand(admin, command, parameters);
  const usage = isMistyped ? [`Usage: npm run admin -- ${command.words} ${command.synopsis}`.trimEnd()] : [];
  return { exit, lines: [...lines, ...usage] };
}
