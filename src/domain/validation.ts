import { lengthOf, visibleCharacters, visibleLengthOf } from './length.ts';
import { textLimits } from './limits.ts';
import { hasUnseen, isUnseen } from './unseen.ts';

export { lengthOf, visibleLengthOf } from './length.ts';

/** Why a field is not accepted; the same names on both sides of the wire (RULE-1 …). */
export type FieldProblem =
  | 'needAccount'
  | 'accountLength'
  | 'accountShape'
  | 'needNickname'
  | 'nicknameLength'
  | 'nameShape'
  | 'mixedScripts'
  | 'needPassword'
  | 'passwordLength'
  | 'passwordLengthLong'
  | 'passwordMismatch'
  | 'email'
  | 'needVerification'
  | 'needRemark'
  | 'tooLong';

/** The host is a name: no mail goes to a number or to this machine, such as `a@[127.0.0.1]`. */
const EMAIL = /^[^\s@<>",;:()[\]\\]{1,64}@(?:[\p{L}\p{N}_-]+\.)+(?=[\p{N}-]*\p{L})[\p{L}\p{N}-]+$/u;
/** Letters, digits and the few characters that accounts, phones and e-mail addresses need. */
const ACCOUNT = /^[\p{L}\p{N}._@+-]+$/u;

export function accountProblem(value: string): FieldProblem | null {
  if (value === '') return 'needAccount';
  return lengthOf(value) < textLimits.accountMin ? 'accountLength' : directoryNameProblem(value);
}

/** A directory may also give shorter names; users cannot choose them (LDAP-11). */
export function directoryNameProblem(value: string): FieldProblem | null {
  if (value === '') return 'needAccount';
  if (lengthOf(value) > textLimits.accountMax) return 'accountLength';
  if (!ACCOUNT.test(value) || hasUnseen(value)) return 'accountShape';
  return mixesScripts(value) ? 'mixedScripts' : null;
}

/**
 * The problem of a password under the contract's rules, or null; `isLong`: the operator requires longer ones
 * (ACC-18).
 */
export function passwordProblem(value: string, isLong: boolean): FieldProblem | null {
  if (value === '') return 'needPassword';
  const n = lengthOf(value);
  if (isLong)
    return n < textLimits.longPasswordMin || n > textLimits.longPasswordMax ? 'passwordLengthLong' : null;
  return n < textLimits.passwordMin || n > textLimits.passwordMax ? 'passwordLength' : null;
}

export const repeatProblem = (password: string, repeat: string): FieldProblem | null =>
  password === repeat ? null : 'passwordMismatch';

/** Control characters, marks of direction, and characters that no font draws. */
const HIDDEN =
  /[\p{Cc}\p{Cs}\u2028\u2029\p{Bidi_C}\u00ad\u115f\u1160\u180e\u200b\u2060-\u206f\u2800\u3164\ufeff\uffa0]/u;
/** Joiners without effect. Emoji, and scripts with joined letters, need them between two characters. */
const LOOSE_JOINER =
  /(?:^|[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{N}\s])[\u200c\u200d]|[\u200c\u200d](?:\s|$)/u;

/** Marks on one letter that no language needs; they would cover the lines above and below. */
const STACKED_MARKS = new RegExp(`(\\p{M}{${textLimits.nameMarksMax}})\\p{M}+`, 'u');

/** Checks whether a name could imitate another one or change the text around it (RULE-7). */
export const hasHidden = (name: string): boolean =>
  HIDDEN.test(name) || LOOSE_JOINER.test(name) || STACKED_MARKS.test(name);

/** Alphabets with similar letters; Chinese, Japanese and Korean may be mixed with any of them. */
const ALPHABETS = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'].map(
  (script) => new RegExp(`\\p{sc=${script}}`, 'u'),
);

/** Checks whether one word mixes letters of several alphabets, as an imitated name does (RULE-8). */
export const mixesScripts = (name: string): boolean =>
  name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}]+/u)
    .some((word) => ALPHABETS.filter((alphabet) => alphabet.test(word)).length > 1);

/** A name from a directory or another service, without such characters. */
export const withoutHidden = (name: string): string =>
  name
    .replace(new RegExp(HIDDEN, 'gu'), (sign) => (/\s/.test(sign) ? ' ' : ''))
    .replace(new RegExp(LOOSE_JOINER, 'gu'), (match) => match.replace(/[\u200c\u200d]/g, ''))
    .replace(new RegExp(STACKED_MARKS, 'gu'), '$1');

/**
 * Checks whether a name has more visible characters than `max`, or more code points than they may have
 * together (RULE-10).
 */
export const isLongName = (name: string, max: number): boolean =>
  visibleLengthOf(name) > max || lengthOf(name) > max * textLimits.nameCodePoints;

/** What all names share, of users and of groups. */
export function nameShapeProblem(name: string): 'nameShape' | 'mixedScripts' | null {
  if (hasHidden(name)) return 'nameShape';
  return mixesScripts(name) ? 'mixedScripts' : null;
}

export function nicknameProblem(value: string): FieldProblem | null {
  const name = value.trim();
  if (isUnseen(name)) return 'needNickname';
  return nameShapeProblem(name) ?? (isLongName(name, textLimits.nicknameMax) ? 'nicknameLength' : null);
}

/** Checks the name of a profile: an unchanged name is valid, even one that no user may choose now. */
export const newNicknameProblem = (value: string, was: string): FieldProblem | null =>
  value === was ? null : nicknameProblem(value);

export const emailProblem = (value: string): FieldProblem | null => (EMAIL.test(value) ? null : 'email');

const PHONE = /^1[3-9]\d{9}$/;

/** The kind of address that can receive a code, or null if the account is only a name. */
export function addressKind(account: string): 'phone' | 'email' | null {
  if (PHONE.test(account)) return 'phone';
  return EMAIL.test(account) ? 'email' : null;
}

export function verificationProblem(value: string): FieldProblem | null {
  if (isUnseen(value)) return 'needVerification';
  return lengthOf(value) > textLimits.verificationMax ? 'tooLong' : null;
}

export function remarkProblem(value: string): FieldProblem | null {
  if (isUnseen(value)) return 'needRemark';
  return isLongName(value.trim(), textLimits.nicknameMax) ? 'nicknameLength' : null;
}

/** A name of another service, cut to the limit: after a whole word if half of the limit is used (LDAP-12). */
export function fittingName(name: string): string {
  const clean = withoutHidden(name).trim();
  const max = textLimits.nicknameMax;
  if (!isLongName(clean, max)) return clean;
  const prefix = longestStart(clean, max);
  if (/^\s/u.test(clean.slice(prefix.length))) return prefix.trimEnd();
  const words = prefix.replace(/\s+\S*$/u, '');
  return visibleLengthOf(words) * 2 >= max ? words : prefix;
}

/** The longest start of whole visible characters that is a name. */
export function longestStart(name: string, max: number): string {
  let prefix = '';
  for (const one of visibleCharacters(name)) {
    if (isLongName(prefix + one, max)) break;
    prefix += one;
  }
  return prefix;
}

/** The name that an LDAP user gets here: theirs, or the login name if theirs is not allowed (LDAP-3). */
export function ldapName(name: string, account: string): string {
  const fitted = fittingName(name);
  return nicknameProblem(fitted) === null ? fitted : account;
}
