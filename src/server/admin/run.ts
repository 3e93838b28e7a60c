import { DEFAULT_GROUP_SETTING } from '../../domain/group-fields.ts';
import type { AuditPlace, UserRow } from '../../ports/store.ts';
import { auditLines, verifyAudit } from '../features/audit/read.ts';
import { checkStore } from '../features/checking/check.ts';
import { COUNTED, type Counted } from '../features/checking/found.ts';
import { groupName, insertGroup } from '../features/groups/found.ts';
import { announcements, publish, withdraw } from '../features/notices/notices.ts';
import { noteAudit } from '../kernel/audit.ts';
import { type Bilingual, joinFacts, row, withFacts } from '../kernel/bilingual.ts';
import { dateText } from '../kernel/date-text.ts';
import { Refusal } from '../kernel/refusal.ts';
import { nearestOf } from '../kernel/setting-names.ts';
import { type TextLanguage, say } from '../kernel/texts.ts';
import {
  type Admin,
  type AdminCommand,
  AdminError,
  Findings,
  SettingFaults,
  change,
  hostOf,
  need,
} from './admin.ts';
import { ANSWERS } from './answers.ts';
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
    help: 'publishes an announcement to all users',
    execute: async (admin, args) => {
      const [title, notice] = [need(args, 0, 'title'), args[1] ?? ''];
      const id = await change(admin, 'notice publish', async (tx, record, tell) => {
        const outcome = await publish(admin, tx, record, { title, notice });
        if (!(outcome instanceof Refusal)) tell({ about: `notice ${outcome}` });
        return outcome;
      });
      if (id instanceof Refusal) return id;
      return [withFacts(ANSWERS.noticePublished, { id })];
    },
  },
  {
    words: 'notice list',
    synopsis: '',
    help: 'lists the newest announcements',
    isReading: true,
    execute: async ({ store }) => {
      const rows = await store.read((tx) => announcements(tx, LISTED));
      return rows.map(({ id, atMs, title }) => row(id, dateText(atMs), title));
    },
  },
  {
    words: 'notice delete',
    synopsis: '<number>',
    help: 'deletes an announcement',
    execute: async (admin, args) => {
      const id = Number(need(args, 0, 'number'));
      if (!Number.isSafeInteger(id)) throw new AdminError(ANSWERS.whichNotice);
      const refusal = await change(admin, 'notice delete', (tx, record, tell) => {
        tell({ about: `notice ${id}` });
        return withdraw(tx, record, id);
      });
      if (refusal) return refusal;
      return [withFacts(ANSWERS.noticeDeleted, { id })];
    },
  },
];

/** A number and a hash, as `audit verify` printed them before; null: none was given. */
function placeIn([number, hash]: readonly string[]): AuditPlace | null {
  if (number === undefined) return null;
  if (!/^[1-9]\d{0,15}$/.test(number) || !/^[0-9a-f]{64}$/.test(hash ?? ''))
    throw new AdminError(ANSWERS.badPlace);
  return { n: Number(number), hash: hash ?? '' };
}

export const AUDIT: readonly AdminCommand[] = [
  {
    words: 'audit verify',
    synopsis: '[<number> <hash>]',
    help: 'checks the audit log for changed or missing entries; prints its end, to store elsewhere',
    isReading: true,
    execute: async ({ store, passwords }, args) => {
      const { fault, right, end } = await verifyAudit(store, passwords, placeIn(args));
      if (fault !== null) throw new AdminError(withFacts(ANSWERS.auditFault, { fault, right }));
      return [withFacts(ANSWERS.auditRight, { right }), row(`${end.n} ${end.hash}`)];
    },
  },
  {
    words: 'audit export',
    synopsis: '<file>',
    help: 'exports the audit log into a new file, as JSON lines; the export itself is recorded',
    isReading: true,
    execute: async (admin, args) => {
      const path = need(args, 0, 'file');
      const end = await admin.store.write((tx) =>
        noteAudit(admin.passwords, tx, { by: hostOf(admin), what: 'audit export' }),
      );
      await admin.save(path, auditLines(admin.store, end));
      return [withFacts(ANSWERS.auditExported, { n: end.n, path }), row(`${end.n} ${end.hash}`)];
    },
  },
];

/** The user named, otherwise the first administrator. */
async function ownerOf(admin: Admin, [option, account = '']: readonly string[]): Promise<UserRow> {
  if (option !== undefined && option !== '--owner')
    throw new AdminError(withFacts(ANSWERS.noOption, { name: option }));
  const first = (await accounts(admin)).find(isFirstAdministrator)?.account ?? '';
  const owner = await admin.store.read((tx) => tx.users.byAccount(option === undefined ? first : account));
  if (owner?.active !== true) throw new AdminError(ANSWERS.noOwner);
  return owner;
}

/** A group before its first members come, for `sysInfo.welcomeGroup` (FIRST-4). */
export const GROUPS: readonly AdminCommand[] = [
  {
    words: 'group create',
    synopsis: '<name> [--owner <account>]',
    help: 'creates a group whose new members see earlier messages; its owner is the first administrator',
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
      return [withFacts(ANSWERS.groupMade, { group })];
    },
  },
];

/** CHECK-1 */
const CHECK: AdminCommand = {
  words: 'check',
  synopsis: '',
  help: 'checks the database and files for inconsistencies',
  isReading: true,
  execute: async (admin) => {
    const { counts, faults, total } = await checkStore(admin);
    const countTexts = (Object.keys(counts) as Counted[]).map((what) =>
      withFacts(ANSWERS.countLine, { count: counts[what], what: { zh: COUNTED[what], en: what } }),
    );
    const end = withFacts(ANSWERS.checkSummary, { looked: joinFacts(countTexts, ANSWERS.comma) });
    if (total === 0) return [ANSWERS.nothingWrong, end];
    const left = total - faults.length;
    const more = left > 0 ? [withFacts(ANSWERS.andMore, { count: left })] : [];
    return new Findings([...faults, ...more, withFacts(ANSWERS.wrong, { total, end })]);
  },
};

/** All commands; those on the database as a file are in `keep.ts` and `copies.ts`. */
export const COMMANDS: readonly AdminCommand[] = [
  ...INVITATIONS,
  ...PEOPLE,
  ...GROUPS,
  ...REPORTS,
  ...NOTICES,
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

/** The help: one line for each command (ADMIN-1). */
export function helpLines(): readonly string[] {
  const heads = COMMANDS.map((one) => `  ${one.words} ${one.synopsis}`.trimEnd());
  const width = Math.min(40, Math.max(...heads.map((head) => head.length)));
  const lines = COMMANDS.map((one, at) => {
    const head = heads[at] ?? '';
    return head.length > width
      ? `${head}\n${' '.repeat(width)}  ${one.help}`
      : `${head.padEnd(width)}  ${one.help}`;
  });
  return ['npm run admin -- <command>', ...lines];
}

export interface CommandExit {
  readonly exit: 0 | 1;
  readonly lines: readonly string[];
  /** Texts for the fields of a form, by the name of the setting. */
  readonly faults?: Readonly<Record<string, string>>;
}

const inOne = (lines: readonly Bilingual[], language: TextLanguage): readonly string[] =>
  lines.map((line) => line[language]);

const faultsIn = ({ faults }: SettingFaults, language: TextLanguage): CommandExit => ({
  exit: 1,
  lines: inOne(
    faults.map(({ text }) => text),
    language,
  ),
  faults: Object.fromEntries(faults.map(({ key, atField }) => [key, atField[language]])),
});

/** Runs one command; an error is one line with the remedy. */
export async function executeCommand(
  admin: Admin,
  command: AdminCommand,
  args: readonly string[],
  language: TextLanguage,
): Promise<CommandExit & { readonly isMistyped?: true }> {
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
  const { exit, lines, isMistyped } = await executeCommand(admin, command, parameters, 'en');
  const usage = isMistyped ? [`Usage: npm run admin -- ${command.words} ${command.synopsis}`.trimEnd()] : [];
  return { exit, lines: [...lines, ...usage] };
}
