import type { UserId } from '../../domain/ids.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Files } from '../../ports/files.ts';
import type { Ldap } from '../../ports/ldap.ts';
import type { Mail } from '../../ports/mail.ts';
import type { OpenIds } from '../../ports/openid.ts';
import type { Log } from '../../ports/log.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { Ids } from '../../ports/random.ts';
import type { ServerTexts } from '../../locales/keys.ts';
import type { Store, UserRow, WriteTx } from '../../ports/store.ts';
import { command } from '../kernel/core.ts';
import type { Hub, EventRecorder } from '../kernel/core.ts';
import { noteAudit } from '../kernel/audit.ts';
import type { AuditNote } from '../kernel/audit.ts';
import { type Phrase, phrase, phraseIn } from '../kernel/phrase.ts';
import type { TextLanguage } from '../kernel/texts.ts';
import type { ServiceMakers } from '../kernel/live-services.ts';

/** Dependencies of the operator's commands. */
export interface Admin {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: Passwords;
  /** Registration mode while the configuration is unchanged (START-3). */
  readonly registration: 'open' | 'invite';
  /** The server can send mails: SMTP is set. */
  readonly hasMail: boolean;
  /** Passwords of linked users are in a directory: LDAP is set. */
  readonly hasLdap: boolean;
  /** Sends mails; absent or null: no mail can be sent. */
  readonly mail?: Mail | null;
  /** Services as they work now; absent on the command line. */
  readonly present?: { readonly ldap: Ldap | null; readonly openIds: OpenIds | null };
  /** Makes a service, to try it; absent: none can be tried. */
  readonly makeServices?: ServiceMakers | undefined;
  /** Settings of the process without secrets: they win over those that are stored (CONSOLE-15). */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Address of the server, for links. */
  readonly address: string;
  /** The address is set by the operator; false: recipients of a mail may not reach it (INVITE-4). */
  readonly hasPublicUrl: boolean;
  /** Receives a log entry for each view of a report, with its viewer (REPORT-5). */
  readonly log: Log;
  readonly who: string;
  /** Name in the audit; absent: `who`, on the machine itself. */
  readonly by?: string;
  /** Language of the administrator at the console; absent: the command line, in English. */
  readonly language?: TextLanguage;
  /** The administrator at the console; absent: the operator of the machine. */
  readonly user?: UserId;
  /** Returns true if they may act on this account; absent: on all. */
  readonly mayTouch?: (user: UserRow) => boolean;
  /** Storage of file contents. */
  files(): Promise<Pick<Files, 'open' | 'digest' | 'remove'>>;
  /** The engine's own check of its pages; absent without a disk. */
  readonly engineFaults?: (() => Promise<readonly string[]>) | undefined;
  /** The text of a file of the machine; absent at the console, where the text itself is given. */
  readText?(path: string): Promise<string>;
  /** Writes a file that is not there yet, outside of the data; `name`: as people called it. */
  save(path: string, body: ReadableStream<Uint8Array>, name?: string): Promise<void>;
}

/** A command of the machine that cannot be done; the message is the whole line. */
export class CommandError extends Error {}

/** A command that cannot be executed, also in the console: its text is in the language of the caller. */
export class AdminError extends CommandError {
  constructor(readonly text: Phrase) {
    super(phraseIn(text, 'en'));
  }
}

/** One value that a setting does not accept: the text for the command line, and that for its field. */
export interface SettingFault {
  readonly key: string;
  readonly text: Phrase;
  readonly atField: Phrase;
}

/** All wrong values of one command, so that a form shows each at its field (CONSOLE-11). */
export class SettingFaults extends CommandError {
  constructor(readonly faults: readonly SettingFault[]) {
    super(faults.map(({ text }) => phraseIn(text, 'en')).join('\n'));
  }
}

const ROLES = ['role.user', 'role.first', 'role.admin'] as const;
export const roleText = (role: UserRow['role']): Phrase => phrase(ROLES[role]);

/** Problems a command found: its lines, with exit code 1. */
export class Findings {
  constructor(readonly lines: readonly Phrase[]) {}
}

type Spaced<Key> = Key extends `${infer Word}.${infer Rest}` ? `${Word} ${Spaced<Rest>}` : Key;
/** The words of a command, whose name and help are texts. */
export type CommandWords = keyof ServerTexts extends infer Key
  ? Key extends `command.${infer Words}.help`
    ? Spaced<Words>
    : never
  : never;

/** One command of `npm run admin --`: its words, and its output, line by line (CONSOLE-8). */
export interface AdminCommand {
  readonly words: CommandWords;
  /** Arguments after the command words, as shown in the help. */
  readonly synopsis: string;
  /** Changes nothing and returns no user's data: the console runs it without a fresh proof (CONSOLE-9). */
  readonly isReading?: true;
  /** Takes any number of pairs: a form sends the values by name, instead of one value for each field. */
  readonly hasPairs?: true;
  execute(admin: Admin, args: readonly string[]): Promise<readonly Phrase[] | Refusal | Findings>;
}

/** No sockets here: running servers find what is written by looking (ADMIN-2). */
const QUIET: Pick<Hub, 'begin' | 'published'> = { begin: () => () => undefined, published: () => undefined };

/** Tells the audit the subject of a command. */
export type Tell = (note: Pick<AuditNote, 'about' | 'facts'>) => void;

/** The operator's name in the audit. */
export const hostOf = ({ who, by }: Pick<Admin, 'who' | 'by'>): string => by ?? `host ${who}`;

/**
 * Writes as the server does, in one transaction, and notifies running servers. The audit records the words of
 * the command (AUDIT-3); null: the called function has written the entry itself.
 */
export function change<T>(
  admin: Admin,
  words: string | null,
  work: (tx: WriteTx, record: EventRecorder, tell: Tell) => Promise<T>,
): Promise<T> {
  return command({ store: admin.store, hub: QUIET }, async (tx, record) => {
    let facts: Parameters<Tell>[0] = {};
    const answer = await work(tx, record, (note) => void (facts = note));
    await tx.meta.noteOutside();
    if (words !== null && !(answer instanceof Refusal))
      await noteAudit(admin.passwords, tx, { ...facts, by: hostOf(admin), what: words });
    return answer;
  });
}

type Needed = keyof ServerTexts extends infer Key ? (Key extends `need.${infer Name}` ? Name : never) : never;

/** The argument at a place, or a fault that names it. */
export function need(args: readonly string[], at: number, name: Needed): string {
  const value = args[at];
  if (value === undefined || value.trim() === '')
    throw new AdminError(phrase('answer.missing', { name: phrase(`need.${name}`) }));
  return value;
}
