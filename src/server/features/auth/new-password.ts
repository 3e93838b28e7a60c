import type { GlobalConfig } from '../../../domain/config.ts';
import { passwordProblem } from '../../../domain/validation.ts';
import type { Passwords } from '../../../ports/passwords.ts';
import type { Reason } from '../../kernel/texts.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * Returns why a password is unacceptable: its length, for which the operator may set a higher minimum
 * (ACC-18), or that it is a common one (ACC-17).
 */
export const newPasswordProblem = (
  passwords: Pick<Passwords, 'digest'>,
  given: string,
  { sysInfo }: Pick<GlobalConfig, 'sysInfo'>,
): Reason | null =>
  passwordProblem(given, sysInfo.longPasswords) ??
  (isPattern(given) || isCommon(passwords, given.toLowerCase()) ? 'passwordCommon' : null);

/** One repeated character, or a straight run: `aaaaaa`, `abcdefg`, `987654`. */
function isPattern(text: string): boolean {
  const characters = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(characters.slice(1).map((character, at) => character - (characters[at] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}

let prints: ReadonlySet<number> | null = null;

function isCommon({ digest }: Pick<Passwords, 'digest'>, text: string): boolean {
  prints ??= unpacked();
  return prints.has(Number.parseInt(digest(text).slice(0, 8), 16));
}

function unpacked(): ReadonlySet<number> {
  const bytes = Uint8Array.from(
    atob(COMMON_PASSWORDS.replaceAll('\n', '')),
    (character) => character.codePointAt(0) ?? 0,
  );
  const view = new DataView(bytes.buffer);
  return new Set(Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4)));
}
