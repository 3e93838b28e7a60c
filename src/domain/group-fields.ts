import { groupLimits } from './group-limits.ts';

/**
 * Values of a group that members see, apart from its members: one row of `GROUP_FIELDS` for each, and its
 * schema in `wire/group-fields.ts`. The server stores, sends and reports a new one without further code.
 */
export interface GroupFields extends GroupSetting {
  readonly name: string;
  /** The announcement (GROUP-10). */
  readonly notice: string;
}

/** The fields of one stored object, which one endpoint changes and one frame sends whole (GROUP-11). */
export interface GroupSetting {
  readonly manage: boolean;
  readonly invite: boolean;
  readonly profile: boolean;
  readonly history: boolean;
  /** Every member may pin messages (PINS-2). */
  readonly pin: boolean;
  /** Seconds between two messages of a member; 0: none (GROUP-26). */
  readonly slowSec: number;
  /** 0 everyone, 1 owner and managers, 2 owner only. */
  readonly nospeak: 0 | 1 | 2;
  /** Every member may send pictures, videos, files and voice messages (GROUP-22). */
  readonly media: boolean;
  /** The purpose of the group, also shown to newcomers (GROUP-20). */
  readonly about: string;
  /** Shown to each member until they close them (GROUP-21). */
  readonly rules: string;
}

interface GroupField<T> {
  readonly initial: T;
  /** The permission that a change needs (ROLE-1). */
  readonly mayEdit: 'rename' | 'editNotice' | 'editSetting';
  /** The line that reports a change in the chat (GROUP-27); absent: none. */
  readonly line?: string;
  /** Also sent to users who could join (GROUP-17). */
  readonly forStrangers?: true;
  /** Most characters of a text; message frames omit these fields. */
  readonly max?: number;
}

export const GROUP_FIELDS = {
  name: { initial: '', mayEdit: 'rename', line: 'renamed' },
  notice: { initial: '', mayEdit: 'editNotice' },
  manage: { initial: false, mayEdit: 'editSetting' },
  invite: { initial: true, mayEdit: 'editSetting', forStrangers: true },
  profile: { initial: false, mayEdit: 'editSetting' },
  history: { initial: false, mayEdit: 'editSetting' },
  pin: { initial: false, mayEdit: 'editSetting' },
  slowSec: { initial: 0, mayEdit: 'editSetting', line: 'slow' },
  nospeak: { initial: 0, mayEdit: 'editSetting', line: 'speaking' },
  media: { initial: true, mayEdit: 'editSetting' },
  about: { initial: '', mayEdit: 'editSetting', forStrangers: true, max: groupLimits.aboutMax },
  rules: { initial: '', mayEdit: 'editSetting', max: groupLimits.rulesMax },
} as const satisfies { readonly [F in keyof GroupFields]: GroupField<GroupFields[F]> };

export type FieldName = keyof GroupFields;
export type SettingName = keyof GroupSetting;

type LineIn<R> = R extends { readonly line: infer L } ? L : never;
/** The kinds of lines that report a changed field. */
export type FieldLine = LineIn<(typeof GROUP_FIELDS)[FieldName]>;

/** A row with all its columns. */
export const fieldRow = <F extends FieldName>(
  name: F,
): GroupField<GroupFields[F]> & { readonly line?: FieldLine } => GROUP_FIELDS[name] as never;

const FIELD_NAMES = Object.keys(GROUP_FIELDS) as readonly FieldName[];
export const SETTING_NAMES = FIELD_NAMES.filter(
  (name): name is SettingName => name !== 'name' && name !== 'notice',
);
export const FIELD_LINES = FIELD_NAMES.flatMap((name) => fieldRow(name).line ?? []);

export const DEFAULT_GROUP_SETTING = settingOf((name) => GROUP_FIELDS[name].initial);

/** A setting with one value for each of its fields. */
export function settingOf(value: (name: SettingName) => unknown): GroupSetting {
  const setting: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) setting[name] = value(name);
  return setting as GroupSetting;
}
