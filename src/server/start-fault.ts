import { BadSetting } from './kernel/setting-names.ts';
import {
  CopiesAwayError,
  CopyRefusedError,
  StoreBusyError,
  StoreHeldError,
  StoreReadOnlyError,
  StoreTooNewError,
  StoreUnavailableError,
  StoreUnreachableError,
} from './kernel/store-errors.ts';

/** The operating system's error about an unavailable port. */
interface NetworkFault {
  readonly code?: string;
  readonly port?: number;
  /** The setting that the port comes from. */
  readonly setting?: string;
  /** Of a file, where the port is missing. */
  readonly path?: string;
}

/**
 * `EX_CONFIG` of sysexits.h: a service manager does not retry a fault that only an operator can fix
 * (START-2).
 */
const badSettingCode = 78;

/** Faults of a folder or file that stay until an operator changes the setting or the permissions. */
const UNUSABLE: ReadonlySet<string> = new Set(
  'EACCES EEXIST EISDIR ELOOP ENAMETOOLONG ENOENT ENOTDIR EPERM EROFS'.split(' '),
);

export const faultCode = (error: unknown): number =>
  error instanceof BadSetting || isUnusableFolder(error) ? badSettingCode : 1;

/** Of a database server, as while it is a standby. */
const READ_ONLY_SERVER = '25006';

/** A database server is not one: it may only start later than this program. */
function isUnusableFolder(error: unknown): boolean {
  if (!(error instanceof StoreUnavailableError) || error instanceof StoreUnreachableError) return false;
  const { code = '' } = (error.cause ?? {}) as { readonly code?: string };
  return error instanceof StoreReadOnlyError ? code !== READ_ONLY_SERVER : UNUSABLE.has(code);
}

/** The reason of a failed start, in one line for the operator (START-2). */
export function faultLine(error: unknown): string {
  if (error instanceof BadSetting) return `Invalid setting: ${error.message}`;
  if (error instanceof StoreTooNewError)
    return `The data is newer than this program: ${error.message}; install ${error.program ?? 'the newer version'}, or restore a copy from before the upgrade (docs/operations/upgrade.md, Going back)`;
  if (error instanceof CopyRefusedError) return `Nothing was copied: ${oneLine(error)}`;
  if (error instanceof CopiesAwayError) return `The copies cannot be used: ${error.message}`;
  if (error instanceof StoreHeldError)
    return `Another server uses the data folder ${error.message}: stop it, or set DATA_DIR to another folder`;
  if (error instanceof StoreBusyError)
    return 'The data is held by another process: stop it, or set DATA_DIR to another folder';
  if (error instanceof StoreUnreachableError)
    return `The database cannot be used (DATABASE_URL): ${oneLine(error)}`;
  if (error instanceof StoreUnavailableError)
    return `The data folder cannot be used (DATA_DIR): ${error.message}${reason(error.cause)}`;
  const { code, port, setting = 'PORT', path } = error as NetworkFault;
  if (code === 'EACCES' && port === undefined)
    return `${path ?? 'A file'} may not be used by this user (EACCES)`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the other program, or set ${setting} to another number`;
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user: set ${setting} to a number above 1023${withDomain(port)}`;
  return `Parley could not start: ${oneLine(error)}`;
}

const withDomain = (port = 0): string =>
  port === 80 || port === 443 ? ', or give it the right to (docs/operations/https.md)' : '';

const reason = (cause: unknown): string => (cause === undefined ? '' : ` (${oneLine(cause)})`);

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');
