import type { Actions } from '../interface/client.ts';

/** The body of a login, shared by the login page's own script and the whole client (UI-112). */
export const loginBody = ({
  account,
  password,
  code = '',
  remember,
  ...more
}: Parameters<Actions['login']>[0]): Readonly<Record<string, unknown>> => ({
  ...more,
  account: account.trim(),
  ...(code === '' ? { password } : { code: code.trim() }),
  terminal: 'web',
  rememberMe: remember,
});
