import { isOwnPath } from '../../../domain/links.ts';
import { type Phrase, joined, keyFor, phrase } from '../../kernel/phrase.ts';
import { DAY_SEC } from './declaration.ts';
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
      return valueKind.of.find(([value, name]) => String(value) === word || name === word)?.[0];
    }
    case 'list':
      return listIn(text);
  }
}

type TextKind = Extract<SettingKind, { kind: 'text' }>;

function textIn(typed: string, { max, form, isNeeded }: TextKind): string | undefined {
  if ([...typed].length > max || (isNeeded && typed === '')) return undefined;
  return typed === '' || !form || form.test(typed) ? typed : undefined;
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
export function settingToShow(setting: SettingDeclaration, value: unknown): Phrase {
  const { valueKind } = setting;
  const plain = settingText(value);
  switch (valueKind.kind) {
    case 'switch':
      return value === true ? phrase('answer.on') : phrase('answer.off');
    case 'choice':
      return choiceText(setting, valueKind.of.find(([number]) => number === value)?.[1]) ?? plain;
    case 'number':
      return value === 0 && valueKind.zero ? phrase(valueKind.zero) : plain;
    case 'text':
      return valueKind.isSecret && value !== '' && value !== 0 ? phrase('answer.secretSet') : plain;
    case 'path':
    case 'list':
      return plain;
  }
}

type Kinded = Pick<SettingDeclaration, 'key' | 'valueKind'>;

/** The label of a choice, by its name. */
export const choiceText = ({ key }: Pick<SettingDeclaration, 'key'>, name = ''): Phrase | null => {
  const text = keyFor('setting', `${key}.${name}`);
  return text && phrase(text);
};

/** As `kindText`, for a form, which names 0 and has its own unit for times. */
export function fieldText(setting: Kinded): Phrase {
  const { key, valueKind } = setting;
  if (valueKind.kind !== 'number') return kindText(setting);
  const { zero: _, ...range } = valueKind;
  return range.unit === 'seconds'
    ? phrase('takes.time', { count: range.max / DAY_SEC })
    : kindText({ key, valueKind: range });
}

/** Describes the accepted values. */
export function kindText({ key, valueKind }: Kinded): Phrase {
  switch (valueKind.kind) {
    case 'text': {
      const form = valueKind.form ? keyFor('setting', `${key}.form`) : null;
      return form ? phrase(form) : phrase('takes.text', { max: valueKind.max });
    }
    case 'number': {
      const { min, max, unit, zero } = valueKind;
      const range = phrase(`takes.${unit}`, { min, max });
      return zero ? phrase('takes.zeroIs', { range, zero: phrase(zero) }) : range;
    }
    case 'choice':
      return joined(valueKind.of.map(([value, name]) => `${name} (${value})`));
    case 'switch':
    case 'path':
    case 'list':
      return phrase(`takes.${valueKind.kind}`);
  }
}
