import type { Actions } from '../interface/client.ts';

/** What a login says, the same from the login page's own script and from the whole client (UI-112). */
export const loginBody = ({
  account,
  password,
  code = '',
  otp,
  remember,
}: Parameters<Actions['login']>[0]): Readonly<Record<string, unknown>> => ({
  account: account.trim(),
  ...(code === '' ? { password } : { code: code.trim() }),
  otp,
  terminal: 'web',
  rememberMe: remember,
});
