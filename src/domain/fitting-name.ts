import { lengthOf } from './length.ts';
import { textLimits } from './limits.ts';
import { nicknameProblem, withoutHidden } from './validation.ts';

/** A name of another service, cut to the limit: after a whole word if half of the limit is used (LDAP-12). */
export function fittingName(name: string): string {
  const clean = withoutHidden(name).trim();
  const max = textLimits.nicknameMax;
  if (lengthOf(clean) <= max) return clean;
  let cut = '';
  for (const one of clean) {
    if (lengthOf(cut + one) > max) break;
    cut += one;
  }
  if (/^\s/u.test(clean.slice(cut.length))) return cut.trimEnd();
  const words = cut.replace(/\s+\S*$/u, '');
  return lengthOf(words) * 2 >= max ? words : cut;
}

/** The name that an LDAP user gets here: theirs, or the login name if theirs is not allowed (LDAP-3). */
export function ldapName(name: string, account: string): string {
  const fitted = fittingName(name);
  return nicknameProblem(fitted) === null ? fitted : account;
}
