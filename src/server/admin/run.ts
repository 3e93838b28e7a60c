import type { Bilingual } from '../kernel/bilingual.ts';
import { say } from '../kernel/texts.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import { nearestOf } from '../kernel/setting-names.ts';
import { Refusal } from '../kernel/refusal.ts';
import { NOTICES } from './announce.ts';
import { AUDIT } from './audit.ts';
import { AdminError, Findings, SettingFaults } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { CHECK } from './check.ts';
import { CONFIG } from './configure.ts';
import { SERVICE_COMMANDS } from './services-commands.ts';
import { SETTING_COMMANDS } from './settings-commands.ts';
import { GROUPS } from './groups.ts';
import { INVITATIONS } from './invitations.ts';
import { PEOPLE } from './people.ts';
import { RETENTION } from './retention.ts';
import { REPORTS } from './reports.ts';

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
const farthest = (known: string): number => Math.max(1, Math.floor(known.length / 3));

/** What to print for an unknown command; null: it exists (ADMIN-11). */
export function unknownLines(typed: readonly string[]): readonly string[] | null {
  const words = present(typed);
  const [first = ''] = words;
  if (commandOf(words) !== null || OTHERS.includes(first)) return null;
  const names = [...COMMANDS.map((one) => one.words), ...OTHERS];
  const meant = nearestOf(words.slice(0, 2).join(' '), names, farthest) ?? nearestOf(first, names, farthest);
  const family = COMMANDS.filter((one) => one.words.startsWith(`${first} `)).map((one) => one.words);
  return [
    `The command "${typed.slice(0, 2).join(' ')}" does not exist.${meant === null ? '' : ` Did you mean "${meant}"?`}`,
    ...(meant === null && family.length > 0 ? [`Commands of "${first}": ${family.join(', ')}`] : []),
    'All commands: npm run admin -- help',
  ];
}

/** The help: one line for each command (ADMIN-1). */
export function helpLines(): readonly string[] {
  const heads = COMMANDS.map((one) => `  ${one.words} ${one.takes}`.trimEnd());
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
    faults.map(({ said }) => said),
    language,
  ),
  faults: Object.fromEntries(faults.map(({ key, atField }) => [key, atField[language]])),
});

/** Runs one command; an error is one line with the remedy. */
export async function runCommand(
  admin: Admin,
  command: AdminCommand,
  given: readonly string[],
  language: TextLanguage,
): Promise<CommandExit & { readonly isMistyped?: true }> {
  try {
    const outcome = await command.run(admin, given);
    if (outcome instanceof Findings) return { exit: 1, lines: inOne(outcome.lines, language) };
    return outcome instanceof Refusal
      ? { exit: 1, lines: [say(outcome.reason, language, outcome.facts)] }
      : { exit: 0, lines: inOne(outcome, language) };
  } catch (error) {
    if (error instanceof SettingFaults) return { ...faultsIn(error, language), isMistyped: true };
    if (error instanceof AdminError)
      return { exit: 1, lines: inOne([error.said], language), isMistyped: true };
    throw error;
  }
}

/**
 * Runs the arguments after `npm run admin --`. Returns the exit code and the lines to print; invalid
 * arguments print the usage.
 */
export async function runAdmin(admin: Admin, typed: readonly string[]): Promise<CommandExit> {
  const words = present(typed);
  const command = commandOf(words);
  if (command === null) return { exit: 1, lines: unknownLines(typed) ?? helpLines() };
  const parameters = words.slice(command.words.split(' ').length);
  const { exit, lines, isMistyped } = await runCommand(admin, command, parameters, 'en');
  const usage = isMistyped ? [`Usage: npm run admin -- ${command.words} ${command.takes}`.trimEnd()] : [];
  return { exit, lines: [...lines, ...usage] };
}
