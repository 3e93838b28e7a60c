import { isSetting } from './setting-names.ts';

const SECRET = /SECRET|PASSWORD|KEY|TOKEN|^(?:SMTP|DATABASE|REDIS)_URL/;

/** The settings of the process that are set, for the console; a secret is an empty text (CONSOLE-14). */
export function environmentToShow(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const entries = Object.entries(env).flatMap(([name, value]) =>
    value && isSetting(name) ? [[name, SECRET.test(name) ? '' : withoutLogin(value)] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** An address may contain a password. */
function withoutLogin(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && (url.username !== '' || url.password !== '') ? `${url.protocol}//${url.host}` : value;
}
