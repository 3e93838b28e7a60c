import type { GlobalConfig } from '../../../domain/config.ts';
import type { Bilingual } from '../../kernel/bilingual.ts';
import type { ServiceName, ServiceValues } from '../../kernel/service-values.ts';

/** The pages of settings in the console, in this order (CONSOLE-11). */
export const SETTING_GROUPS = {
  server: { zh: '服务器', en: 'Server' },
  registration: { zh: '注册', en: 'Registration' },
  messages: { zh: '消息', en: 'Messages' },
  calls: { zh: '通话', en: 'Calls' },
  files: { zh: '文件', en: 'Files' },
  signOn: { zh: '登录', en: 'Sign-on' },
} as const satisfies Readonly<Record<string, Bilingual>>;

export type SettingGroup = keyof typeof SETTING_GROUPS;

/** A named value. Its number is the one of the protocol, its name the one of the command line. */
export interface SettingChoice {
  readonly value: number;
  readonly name: string;
  readonly label: Bilingual;
}

/** The unit behind a range of numbers. */
export const UNIT_TEXTS = {
  seconds: { zh: '（秒）', en: ' (seconds)' },
  days: { zh: '（天）', en: ' (days)' },
  members: { zh: '（人）', en: ' (members)' },
  megabytes: { zh: '（MB）', en: ' (MB)' },
  number: { zh: '', en: '' },
} as const satisfies Readonly<Record<string, Bilingual>>;

export type SettingUnit = keyof typeof UNIT_TEXTS;

/** The values that a setting accepts, and so the field of its form. */
export type SettingKind =
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit: SettingUnit;
      /** Meaning of 0, which the form offers as a choice. */
      readonly zero?: Bilingual;
    }
  | { readonly kind: 'choice'; readonly of: readonly SettingChoice[] }
  | {
      readonly kind: 'text';
      readonly max: number;
      readonly isLong?: true;
      readonly isSecret?: true;
      /** Must not be empty. */
      readonly isNeeded?: true;
      /** The form of a text that is not empty, and its description. */
      readonly form?: { readonly pattern: RegExp; readonly text: Bilingual };
    }
  /** A path on this server: its pages load pictures from no other host. */
  | { readonly kind: 'path'; readonly max: number }
  | { readonly kind: 'list' };

/** Everything that settings change. Services are stored apart: clients receive the rest (CONSOLE-15). */
export interface StoredSettings extends GlobalConfig {
  readonly services: ServiceValues;
}

/**
 * One setting of the product. The console, the command line and the documents show nothing about it that is
 * not declared here. Each change needs a fresh proof in the console (CONSOLE-9).
 */
export interface SettingDeclaration {
  /** Its name in the protocol and on the command line. */
  readonly key: string;
  readonly at: readonly [keyof StoredSettings, string] | readonly [keyof GlobalConfig];
  readonly group: SettingGroup;
  /** The service that it sets up together with others. */
  readonly service?: ServiceName;
  readonly valueKind: SettingKind;
  readonly label: Bilingual;
  /** The effect, in one or two sentences. */
  readonly help: Bilingual;
  /** The rule that describes the effect. */
  readonly rule: string;
  /**
   * The form shows it while another setting of the group has this value. `isSavedToo`: a change of the other
   * one to this value stores the two together.
   */
  readonly onlyIf?: { readonly key: string; readonly value: string; readonly isSavedToo?: true };
  /** Hidden from clients. */
  readonly isUntold?: true;
}

export const textKind = (max: number): SettingKind => ({ kind: 'text', max });
export const longTextKind = (max: number): SettingKind => ({ kind: 'text', max, isLong: true });
export const secretTextKind = (max: number): SettingKind => ({ kind: 'text', max, isSecret: true });
/** A text that is not empty. */
export const neededKind = (max: number, zh: string, en: string): SettingKind => ({
  kind: 'text',
  max,
  isNeeded: true,
  form: { pattern: /\S/, text: { zh, en } },
});
export const formedKind = (max: number, pattern: RegExp, zh: string, en: string): SettingKind => ({
  kind: 'text',
  max,
  form: { pattern, text: { zh, en } },
});
export const switchKind: SettingKind = { kind: 'switch' };
export const choiceKind = (...of: readonly SettingChoice[]): SettingKind => ({ kind: 'choice', of });
export const toChoice = (value: number, name: string, zh: string, en: string): SettingChoice => ({
  value,
  name,
  label: { zh, en },
});
export const numberKind = (min: number, max: number, unit: SettingUnit, zero?: Bilingual): SettingKind => ({
  kind: 'number',
  min,
  max,
  unit,
  ...(zero && { zero }),
});

export const DAY_SEC = 86_400;
export const TEN_YEARS_DAYS = 3_650;
