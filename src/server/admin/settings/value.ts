import { isOwnPath } from '../../../domain/links.ts';
import { joinFacts, withFacts } from '../../kernel/bilingual.ts';
import type { Bilingual } from '../../kernel/bilingual.ts';
import { ANSWERS } from '../answers.ts';
import { DAY_SEC, UNIT_TEXTS } from './declaration.ts';
import type { SettingDeclaration, SettingKind } from './declaration.ts';

const ON = new Set(['1', 'true', 'on', 'yes']);
const OFF = new Set(['0', 'false', 'off', 'no']);
/** Full-width digits of an input method, and spaces around the text. */
const cleaned = (text: string): string => text.normalize('NFKC').trim();

/** The value to store; undefined if the setting does not accept the text. */
export function settingValue({ valueKind }: Pick<SettingDeclaration, 'valueKind'>, text: string): unknown {
  switch (valueKind.kind) {
    case 'text':
      return textIn(text.trim(), valueKind);
    case 'path':
      return pathIn(text.trim(), valueKind.max);
    case 'switch': {
      const word = cleaned(text).toLowerCase();
      return ON.has(word) ? true : OFF.has(word) ? false : undefined;
    }
    case 'number': {
      const value = /^\d{1,12}$/.test(cleaned(text)) ? Number(cleaned(text)) : Number.NaN;
      return value >= valueKind.min && value <= valueKind.max ? value : undefined;
    }
    case 'choice': {
      const word = cleaned(text).toLowerCase();
      return valueKind.of.find(({ value, name }) => String(value) === word || name === word)?.value;
    }
    case 'list':
      return listIn(text);
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
function listIn(text: string): readonly string[] | undefined {
  const endings = text
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
export function settingToShow({ valueKind }: SettingDeclaration, value: unknown): Bilingual {
  const plain = { zh: settingText(value), en: settingText(value) };
  switch (valueKind.kind) {
    case 'switch':
      return value === true ? ANSWERS.on : ANSWERS.off;
    case 'choice':
      return valueKind.of.find((one) => one.value === value)?.label ?? plain;
    case 'number':
      return value === 0 && valueKind.zero ? valueKind.zero : plain;
    case 'text':
      return valueKind.isSecret && value !== '' && value !== 0 ? ANSWERS.secretSet : plain;
    case 'path':
    case 'list':
      return plain;
  }
}

/** As `kindText`, for a form, which names 0 and has its own unit for times. */
export function fieldText(setting: { readonly valueKind: SettingKind }): Bilingual {
  const { valueKind } = setting;
  if (valueKind.kind !== 'number') return kindText(setting);
  if (valueKind.unit === 'seconds') return withFacts(ANSWERS.timeFormat, { days: valueKind.max / DAY_SEC });
  return kindText({
    valueKind: { kind: 'number', min: valueKind.min, max: valueKind.max, unit: valueKind.unit },
  });
}

/** Describes the accepted values. */
export function kindText({ valueKind }: { readonly valueKind: SettingKind }): Bilingual {
  switch (valueKind.kind) {
    case 'text':
      return valueKind.form?.text ?? withFacts(ANSWERS.textFormat, { max: valueKind.max });
    case 'path':
      return ANSWERS.pathFormat;
    case 'switch':
      return ANSWERS.flagFormat;
    case 'number': {
      const { min, max, zero } = valueKind;
      const range = withFacts(ANSWERS.numberFormat, { min, max, unit: UNIT_TEXTS[valueKind.unit] });
      return zero ? withFacts(ANSWERS.zeroIs, { range, zero }) : range;
    }
    case 'choice':
      return joinFacts(
        valueKind.of.map(({ value, name }) => `${name} (${value})`),
        ANSWERS.comma,
      );
    case 'list':
      return ANSWERS.wordsFormat;
  }
}
