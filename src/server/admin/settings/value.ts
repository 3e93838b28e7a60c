import { isOwnPath } from '../../../domain/links.ts';
import { joinFacts, withFacts } from '../../kernel/bilingual.ts';
import type { Bilingual } from '../../kernel/bilingual.ts';
import { ANSWERS } from '../answers.ts';
import { DAY_SEC, UNIT_TEXTS } from './declaration.ts';
import type { SettingDeclaration, SettingKind } from './declaration.ts';

const ON = new Set(['1', 'true', 'on', 'yes']);
const OFF = new Set(['0', 'false', 'off', 'no']);
/** Full-width digits of an input method, and spaces around the text. */
const cleaned = (given: string): string => given.normalize('NFKC').trim();

/** The value to store; undefined if the setting does not accept the text. */
export function settingValue({ takes }: Pick<SettingDeclaration, 'takes'>, given: string): unknown {
  switch (takes.kind) {
    case 'text':
      return textIn(given.trim(), takes);
    case 'path':
      return pathIn(given.trim(), takes.max);
    case 'switch': {
      const word = cleaned(given).toLowerCase();
      return ON.has(word) ? true : OFF.has(word) ? false : undefined;
    }
    case 'number': {
      const value = /^\d{1,12}$/.test(cleaned(given)) ? Number(cleaned(given)) : Number.NaN;
      return value >= takes.min && value <= takes.max ? value : undefined;
    }
    case 'choice': {
      const word = cleaned(given).toLowerCase();
      return takes.of.find(({ value, name }) => String(value) === word || name === word)?.value;
    }
    case 'list':
      return listIn(given);
  }
}

type TextKind = Extract<SettingKind, { kind: 'text' }>;

function textIn(typed: string, { max, form, isNeeded }: TextKind): string | undefined {
  if ([...typed].length > max || (isNeeded && typed === '')) return undefined;
  return typed === '' || !form || form.pattern.test(typed) ? typed : undefined;
}

const pathIn = (typed: string, max: number): string | undefined =>
  typed === '' || (isOwnPath(typed) && !/\s/.test(typed) && typed.length <= max) ? typed : undefined;

/** File types as users type them: `.PDF, docx`. A list with a wrong entry is refused whole (CONF-29). */
function listIn(given: string): readonly string[] | undefined {
  const endings = given
    .normalize('NFKC')
    .split(/[\s,;、]+/)
    .map((word) => word.replace(/^\*?\./, '').toLowerCase())
    .filter((word) => word !== '');
  return endings.every((word) => /^[a-z0-9]{1,10}$/.test(word)) ? [...new Set(endings)] : undefined;
}

/** The stored value as text: what the command line takes, and what forms send. */
export const settingText = (value: unknown): string =>
  typeof value === 'boolean' ? String(Number(value)) : Array.isArray(value) ? value.join(',') : String(value);

/** The value as an administrator reads it, such as `on` or `By invitation only`. */
export function settingToShow({ takes }: SettingDeclaration, value: unknown): Bilingual {
  const plain = { zh: settingText(value), en: settingText(value) };
  switch (takes.kind) {
    case 'switch':
      return value === true ? ANSWERS.on : ANSWERS.off;
    case 'choice':
      return takes.of.find((one) => one.value === value)?.label ?? plain;
    case 'number':
      return value === 0 && takes.zero ? takes.zero : plain;
    case 'text':
      return takes.isSecret && value !== '' && value !== 0 ? ANSWERS.secretSet : plain;
    case 'path':
    case 'list':
      return plain;
  }
}

/** As `takesText`, for a form, which names 0 and has its own unit for times. */
export function fieldText(setting: { readonly takes: SettingKind }): Bilingual {
  const { takes } = setting;
  if (takes.kind !== 'number') return kindText(setting);
  if (takes.unit === 'seconds') return withFacts(ANSWERS.takesTime, { days: takes.max / DAY_SEC });
  return kindText({ takes: { kind: 'number', min: takes.min, max: takes.max, unit: takes.unit } });
}

/** Describes the accepted values. */
export function kindText({ takes }: { readonly takes: SettingKind }): Bilingual {
  switch (takes.kind) {
    case 'text':
      return takes.form?.text ?? withFacts(ANSWERS.takesText, { max: takes.max });
    case 'path':
      return ANSWERS.takesPath;
    case 'switch':
      return ANSWERS.takesFlag;
    case 'number': {
      const { min, max, zero } = takes;
      const range = withFacts(ANSWERS.takesNumber, { min, max, unit: UNIT_TEXTS[takes.unit] });
      return zero ? withFacts(ANSWERS.zeroIs, { range, zero }) : range;
    }
    case 'choice':
      return joinFacts(
        takes.of.map(({ value, name }) => `${name} (${value})`),
        ANSWERS.comma,
      );
    case 'list':
      return ANSWERS.takesWords;
  }
}
