import { BadSetting } from './kernel/bad-setting.ts';
import {
  CopiesAwayError,
  CopyRefusedError,
  StoreBusyError,
  StoreHeldError,
  StoreTooNewError,
  StoreUnavailableError,
  StoreUnreachableError,
} from './kernel/store-errors.ts';

/** The operating system's error about an unavailable port. */
interface NetworkFault {
  readonly code?: string;
  readonly port?: number;
  readonly address?: string;
  /** Of a file, where the port is missing. */
  readonly path?: string;
}

/**
 * `EX_CONFIG` of sysexits.h: a service manager does not retry a fault that only an operator can fix
 * (START-2).
 */
const badSettingCode = 78;

export const faultCode = (error: unknown): number => (error instanceof BadSetting ? badSettingCode : 1);

/** The reason of a failed start, in one line for the operator (START-2). */
export function faultLine(error: unknown): string {
  if (error instanceof BadSetting) return `Invalid setting: ${error.message}`;
  if (error instanceof StoreTooNewError)
    return `The data is newer than this program: ${error.message}; install ${error.program ?? 'the newer version'}, or restore a copy from before the upgrade (docs/operations/upgrade.md, Going back)`;
  if (error instanceof CopyRefusedError) return `Nothing was copied: ${error.message}`;
  if (error instanceof CopiesAwayError) return `The copies cannot be used: ${error.message}`;
  if (error instanceof StoreHeldError)
    return `Another server uses the data folder ${error.message}: stop it, or set DATA_DIR to another folder`;
  if (error instanceof StoreBusyError)
    return 'The data is held by another process: stop it, or set DATA_DIR to another folder';
  if (error instanceof StoreUnreachableError)
    return `The database cannot be used (DATABASE_URL): ${oneLine(error)}`;
  if (error instanceof StoreUnavailableError)
    return `The data folder cannot be used (DATA_DIR): ${error.message}${reason(error.cause)}`;
  const { code, port, address = '', path } = error as NetworkFault;
  if (code === 'EACCES' && port === undefined)
    return `${path ?? 'A file'} may not be used by this user (EACCES)`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use: stop the other program, or set PORT to another number`;
  if (code === 'EACCES')
    return `Port ${port} may not be used by this user: set PORT to a number above 1023${withDomain(port)}`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${address} is not an address of this machine`;
  return `Parley could not start: ${oneLine(error)}`;
}

const withDomain = (port = 0): string =>
  port === 80 || port === 443 ? ', or give it the right to (docs/operations/https.md)' : '';

const reason = (cause: unknown): string => (cause === undefined ? '' : ` (${oneLine(cause)})`);

const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s*\n\s*/g, ' ');
