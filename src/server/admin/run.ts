import { say } from '../kernel/texts.ts';
import { Refusal } from '../kernel/refusal.ts';
import { NOTICES } from './announce.ts';
import { AUDIT } from './audit.ts';
import { AdminFault, Wrong } from './admin.ts';
import type { Admin, AdminCommand } from './admin.ts';
import { CHECK } from './check.ts';
import { CONFIG } from './configure.ts';
import { INVITATIONS } from './invitations.ts';
import { PEOPLE } from './people.ts';
import { RETENTION } from './retention.ts';
import { REPORTS } from './reports.ts';

const COMMANDS: readonly AdminCommand[] = [
  ...INVITATIONS,
  ...PEOPLE,
  ...REPORTS,
  ...NOTICES,
  ...CONFIG,
  ...RETENTION,
  ...AUDIT,
  CHECK,
];

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

/**
 * Runs one command. Answers the exit code and the lines to print; a fault is one line that says what to do.
 */
export async function runAdmin(
  admin: Admin,
  words: readonly string[],
): Promise<{ readonly exit: 0 | 1; readonly lines: readonly string[] }> {
  const found = COMMANDS.find((one) => one.words === words.slice(0, one.words.split(' ').length).join(' '));
  if (!found) return { exit: 1, lines: helpLines() };
  try {
    const said = await found.run(admin, words.slice(found.words.split(' ').length));
    if (said instanceof Wrong) return { exit: 1, lines: said.lines };
    return said instanceof Refusal
      ? { exit: 1, lines: [say(said.reason, 'en', said.facts)] }
      : { exit: 0, lines: said };
  } catch (error) {
    if (error instanceof AdminFault)
      return {
        exit: 1,
        lines: [error.message, `Usage: npm run admin -- ${found.words} ${found.takes}`.trimEnd()],
      };
    throw error;
  }
}
