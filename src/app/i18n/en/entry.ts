import { login } from './login.ts';

/** Texts of the login page and texts that all pages share; loaded with the first page. */
export const entry = {
  ...login,
  'title.login': 'Login',
  'nav.language': 'Language',
  'err.offline': 'Your network has been disconnected, please check!',
  'err.setup': 'Network Expire',
  'err.server': 'The server returned an error, please check!',
  'err.noNetwork': 'No network',
  'err.unreachable': 'The server cannot be reached. Try again in a moment',
  'err.absent': 'This server does not offer that',
  'login.showPassword': 'Show password',
  'login.hidePassword': 'Hide password',
  'login.capsLock': 'Caps lock is on',
  'common.loading': 'Loading',
  'badge.max': '99+',
} as const;
