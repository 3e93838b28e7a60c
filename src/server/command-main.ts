import { createWriteStream, existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { ldapName } from '../domain/validation.ts';
import { CommandError } from './admin/admin.ts';
import { fromCaller, textOfFile, withCallerPaths } from './caller-files-adapter.ts';
import { missingGroupLines, tryMail } from './admin/try-services.ts';
import { COPIES_HELP, executeCopies } from './admin/copies.ts';
import { KEEPING_HELP, cleanServer, executeKeeping, isKeepingCommand } from './admin/keep.ts';
import { helpLines, executeAdmin, unknownLines } from './admin/run.ts';
import { copyStoreOf } from './copies/open-copy-store.ts';
import { copySettings, drillFolder } from './copies/settings.ts';
import { openFiles } from './files/open-files-adapter.ts';
import { filesSettings } from './files/settings.ts';
import { createPasswords } from './platform/argon2-adapter.ts';
import { createLog } from './platform/pino-adapter.ts';
import { serviceMakers } from './platform/service-makers.ts';
import { systemClock, systemIds } from './platform/system-adapter.ts';
import type { LdapGroup, LdapSetting } from './kernel/ldap-settings.ts';
import { ldapFaultText } from './kernel/ldap-faults.ts';
import { mailIn } from './kernel/service-values.ts';
import type { MailSetting } from './kernel/service-values.ts';
import { environmentToShow, misspeltSettings } from './kernel/setting-names.ts';
import { addressOf, readSettings } from './kernel/settings.ts';
import { readAddress } from './address-note-adapter.ts';
import type { HostSettings } from './kernel/settings.ts';
import { readSettingFiles } from './setting-files-adapter.ts';
import { faultCode, faultLine } from './start-fault.ts';
import { withDomain } from './tls/settings.ts';
import { isVersionQuestion, version, versionLine } from './version.ts';
import { engineFaults } from './storage/engine/engine-faults.ts';
import { databaseIn, openData } from './storage/engine/open-data.ts';

/**
 * Runs the operator's commands, also beside a running server: both wait for each other's short writes
 * (START-5, ADMIN-1).
 */
async function execute(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help') {
    process.stdout.write(`${[...helpLines(), ...KEEPING_HELP, ...COPIES_HELP].join('\n')}\n`);
    return words.length === 0 ? 1 : 0;
  }
  const unknown = unknownLines(words);
  // Before the data is opened: a wrong word is not a wrong folder.
  if (unknown !== null) throw new CommandError(unknown.join('\n'));
  for (const line of misspeltSettings(process.env)) process.stderr.write(`${line}\n`);
  readSettingFiles(process.env);
  const settings = readSettings(withDomain(process.env));
  if (words[0] === 'copies') return copies(withCallerPaths(process.env, words).slice(1));
  if (words[0] === 'move') return move(settings);
  // Services of the environment need no data; those of the console are stored.
  if (words[0] === 'ldap' && settings.ldap !== null) return ldap(settings, settings.ldap, words.slice(1));
  if (words[0] === 'mail' && settings.smtp !== null) return mail(settings.smtp, words.slice(1));
  if (isKeepingCommand(words[0] ?? '')) {
    if (words[0] === 'clean' && settings.databaseUrl !== null) {
      process.stdout.write(`${(await cleanServer(settings.databaseUrl)).join('\n')}\n`);
      return 0;
    }
    const path = settings.databaseUrl === null ? databaseIn(settings.dataDir) : null;
    const keeping = { path, epoch: systemIds.hex(16), nowMs: systemClock.nowMs() };
    process.stdout.write(`${executeKeeping(keeping, withCallerPaths(process.env, words)).join('\n')}\n`);
    return 0;
  }
  requireData(settings);
  const store = await opened(settings);
  try {
    const services = await store.read((tx) => tx.config.services());
    const smtp = settings.smtp ?? mailIn(services);
    const makeServices = serviceMakers({ write: () => undefined });
    const admin = {
      store,
      clock: systemClock,
      ids: systemIds,
      passwords: createPasswords(),
      registration: settings.registration,
      hasMail: smtp !== null,
      hasLdap: settings.ldap !== null || services['LDAP_ON'] === '1',
      mail: smtp && (await makeServices.mail(smtp)),
      makeServices,
      environment: environmentToShow(process.env),
      readText: (path: string) => textOfFile(process.env, path),
      address: settings.publicUrl ?? readAddress(settings.dataDir) ?? addressOf(settings.host, settings.port),
      hasPublicUrl: settings.publicUrl !== null,
      log: createLog('info'),
      who: process.env['SUDO_USER'] ?? userInfo().username,
      engineFaults: () => engineFaults(settings),
      files: async () => (await openFiles(settings.dataDir, filesSettings(process.env))).files,
      save,
    };
    const { exit, lines } = await executeAdmin(admin, words);
    (exit === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
    return exit;
  } finally {
    await store.close();
  }
}

/** Writes a new file; the usual mistakes get their line. */
async function save(name: string, body: ReadableStream<Uint8Array>): Promise<void> {
  const path = fromCaller(process.env, name);
  try {
    await pipeline(Readable.fromWeb(body as WebStream), createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === 'EEXIST') throw new CommandError(`There is a file ${path} already`, { cause: error });
    if (code === 'ENOENT')
      throw new CommandError(`The folder of ${path} does not exist: make it first`, { cause: error });
    throw error;
  }
}

/** Otherwise a command in the wrong folder would create an empty database and find no users (ADMIN-5). */
function requireData({ databaseUrl, dataDir }: HostSettings): void {
  const folder = resolve(dataDir);
  if (databaseUrl === null && !existsSync(join(folder, 'parley.db')))
    throw new CommandError(
      `There is no data in ${folder}: set DATA_DIR to the server's data folder, or start the server once`,
    );
}

const opened = (settings: HostSettings) =>
  openData(settings, { clock: systemClock, ids: systemIds, log: createLog('warn'), program: version });

/** COPY-4 */
async function copies(words: readonly string[]): Promise<number> {
  const settings = copySettings(process.env);
  const copyStore = settings && copyStoreOf(settings);
  const files = settings && settings.files;
  const copying = { copyStore, files, epoch: systemIds.hex(16), aside: drillFolder(process.env) };
  const lines = await executeCopies(copying, words);
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}

/** Asks as the server does, so that a fault of the settings shows before the first login (ADMIN-8). */
async function ldap(
  settings: HostSettings,
  setting: LdapSetting,
  [verb, name]: readonly string[],
): Promise<number> {
  if (verb !== 'test') throw new CommandError('Usage: npm run admin -- ldap test [name]');
  const { createLdap } = await import('./platform/ldap-adapter.ts');
  const server = createLdap(setting, { write: () => undefined });
  const everybody = await server.everybody();
  if (everybody === 'away') {
    const fault = server.fault();
    throw new CommandError(`LDAP: ${fault === null ? 'no answer' : ldapFaultText(fault)}`);
  }
  const { ids, groups } = everybody;
  process.stdout.write(
    `${setting.url} answers: ${ids.size} users, ` +
      `${groups.size} of ${setting.groups.length} connected groups\n`,
  );
  for (const line of await missingGroups(settings, setting.groups)) process.stdout.write(`${line}\n`);
  if (name === undefined) return 0;
  const person = await server.find(name);
  if (person === null || person === 'away')
    throw new CommandError(`LDAP: nobody that LDAP_PEOPLE admits has the login name or address "${name}"`);
  const { login, email, groups: of, id } = person;
  process.stdout.write(
    `username ${login}, name ${ldapName(person.name, login)}, address ${email || 'none'}, ` +
      `groups ${of.join(', ') || 'none'}, ID ${id}\n`,
  );
  return 0;
}

/** Before the first start there is no data to compare with. */
async function missingGroups(
  settings: HostSettings,
  groups: readonly LdapGroup[],
): Promise<readonly string[]> {
  const hasData = settings.databaseUrl !== null || existsSync(databaseIn(settings.dataDir));
  if (groups.length === 0 || !hasData) return [];
  const store = await opened(settings);
  try {
    return await missingGroupLines(store, groups);
  } finally {
    await store.close();
  }
}

/** Shows a fault of the mail server before a user needs a code (ADMIN-14). */
async function mail(smtp: MailSetting, [verb, to]: readonly string[]): Promise<number> {
  if (verb !== 'test' || to === undefined)
    throw new CommandError(`Usage: npm run admin -- mail test ADDRESS`);
  const { createMail } = await import('./platform/smtp-adapter.ts');
  const server = createMail(smtp.url, smtp.from);
  process.stdout.write(`${await tryMail(server, to).finally(() => server.close())}\n`);
  return 0;
}

/** KEEP-3 */
async function move(settings: HostSettings): Promise<number> {
  if (settings.databaseUrl === null)
    throw new CommandError('Set DATABASE_URL to the database that the data goes to');
  const { moveData } = await import('./storage/engine/move.ts');
  // Opened once as a server does: so that the schema is there.
  await (await opened(settings)).close();
  const { tables, rows } = await moveData(
    databaseIn(settings.dataDir),
    settings.databaseUrl,
    systemIds.hex(16),
  );
  process.stdout.write(
    `Moved ${rows} rows of ${tables} tables; counts and checksums are the same. Files stay where they are.\n`,
  );
  return 0;
}

try {
  if (isVersionQuestion(process.argv)) process.stdout.write(`${versionLine()}\n`);
  else process.exitCode = await execute(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof CommandError ? error.message : faultLine(error)}\n`);
  process.exitCode = faultCode(error);
}
