import { LOGOUTS, WIPES } from '../../client/session/traces.ts';
import { LOGIN } from '../paths/first-paths.ts';

/** Key of a stored session; only its presence matters here. */
const TOKEN = 'authToken';
/** Addresses at which a visitor finds the login form; all other pages handle visitors themselves. */
const ENTRY_PATHS: readonly string[] = ['', '/', LOGIN];

const pathOf = (hash: string): string => hash.replace(/^#/, '').split('?')[0] ?? '';

export const isLogin = (hash: string): boolean => pathOf(hash) === LOGIN;
/** The query of an address behind the `#`. */
export const searchOf = (hash: string): string => (hash.includes('?') ? hash.slice(hash.indexOf('?')) : '');

/**
 * The first page: the login form alone, or the app if a user is known or the address is of another page
 * (UI-111).
 */
export const firstPage = (hash: string, read: (key: string) => string | null): 'login' | 'app' =>
  read(TOKEN) === null &&
  read(LOGOUTS) === null &&
  read(WIPES) === null &&
  ENTRY_PATHS.includes(pathOf(hash)) &&
  (isLogin(hash) || searchOf(hash) === '')
    ? 'login'
    : 'app';

/** The address fills fields of the form, or offers more than the form of the first answer. */
export const hasFormQuery = (hash: string): boolean => /[?&](?:account|inviteCode)=/.test(hash);
