import type { GlobalConfig } from '../../../domain/config.ts';
import type { ServerTexts } from '../../../locales/keys.ts';
import { type Phrase, phrase } from '../../kernel/phrase.ts';
import type { ServiceName, ServiceValues } from '../../kernel/service-values.ts';

/** The pages of settings in the console, in this order (CONSOLE-11). */
export const SETTING_GROUPS = ['server', 'registration', 'messages', 'calls', 'files', 'signOn'] as const;

export type SettingGroup = (typeof SETTING_GROUPS)[number];

/** A named value: its number in the protocol, and its name on the command line. */
export type SettingChoice = readonly [value: number, name: string];

export type SettingUnit = 'seconds' | 'days' | 'members' | 'megabytes' | 'number';
/** The name of a setting, in the protocol and on the command line. Its label and its help are texts. */
export type SettingKey = keyof ServerTexts extends infer Key
  ? Key extends `setting.${infer Name}.help`
    ? Name
    : never
  : never;

type ZeroKey = Extract<keyof ServerTexts, `zero.${string}`>;

/** The values that a setting accepts, and so the field of its form. */
export type SettingKind =
  | { readonly kind: 'switch' }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit: SettingUnit;
      /** Meaning of 0, which the form offers as a choice. */
      readonly zero?: ZeroKey;
    }
  | { readonly kind: 'choice'; readonly of: readonly SettingChoice[] }
  | {
      readonly kind: 'text';
      readonly max: number;
      readonly isLong?: true;
      readonly isSecret?: true;
      /** Must not be empty. */
      readonly isNeeded?: true;
      /** The form of a text that is not empty, which a text describes. */
      readonly form?: RegExp;
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
  readonly key: SettingKey;
  readonly at: readonly [keyof StoredSettings, string] | readonly [keyof GlobalConfig];
  readonly group: SettingGroup;
  /** The service that it sets up together with others. */
  readonly service?: ServiceName;
  readonly valueKind: SettingKind;
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
export const neededKind = (max: number): SettingKind => ({ kind: 'text', max, isNeeded: true, form: /\S/ });
export const formedKind = (max: number, form: RegExp): SettingKind => ({ kind: 'text', max, form });
export const switchKind: SettingKind = { kind: 'switch' };
export const choiceKind = (...of: readonly SettingChoice[]): SettingKind => ({ kind: 'choice', of });
export const numberKind = (min: number, max: number, unit: SettingUnit, zero?: ZeroKey): SettingKind => ({
  kind: 'number',
  min,
  max,
  unit,
  ...(zero && { zero }),
});

export const DAY_SEC = 86_400;
export const TEN_YEARS_DAYS = 3_650;

type Named = Pick<SettingDeclaration, 'key'>;
export const labelOf = ({ key }: Named): Phrase => phrase(`setting.${key}`);
/** The effect, in one or two sentences. */
export const helpOf = ({ key }: Named): Phrase => phrase(`setting.${key}.help`);
