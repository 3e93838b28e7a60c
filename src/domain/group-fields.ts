/**
 * Values of a group that members see, apart from its members: one row of `GROUP_FIELDS` for each, and its
 * schema in `wire/calls/groups.ts`. The server stores, sends and reports a new one without further code.
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
  /** The members that may write. */
  readonly nospeak: Speakers;
  /** Every member may send pictures, videos, files and voice messages (GROUP-22). */
  readonly media: boolean;
  /** The purpose of the group, also shown to newcomers (GROUP-20). */
  readonly about: string;
  /** Shown to each member until they close them (GROUP-21). */
  readonly rules: string;
  /** An IANA name; '': none (GROUP-35). */
  readonly timeZone: string;
  /** Named sets of members, as `teamsText` writes them (MENTION-13). */
  readonly teams: string;
  /** The group's call is always open: joining rings for no one (GCALL-27). */
  readonly openRoom: boolean;
}

/** Members that may write in a group, as the wire numbers them. */
export const SPEAKERS = { everyone: 0, managers: 1, owner: 2 } as const;
export type Speakers = (typeof SPEAKERS)[keyof typeof SPEAKERS];

interface GroupField<T> {
  readonly initial: T;
  /** The permission that a change needs (ROLE-1); absent: `editSetting`. */
  readonly mayEdit?: 'rename' | 'editNotice';
  /** The line that reports a change in the chat (GROUP-27); absent: none. */
  readonly line?: string;
  /** Also sent to users who could join (GROUP-17). */
  readonly forStrangers?: true;
  /** The greatest number; most characters of a text, which message frames omit. */
  readonly max?: number;
}

const SETTING_FIELDS = {
  manage: { initial: false },
  invite: { initial: true, forStrangers: true },
  profile: { initial: false },
  history: { initial: false },
  pin: { initial: false },
  slowSec: { initial: 0, line: 'slow' },
  nospeak: { initial: SPEAKERS.everyone, max: SPEAKERS.owner, line: 'speaking' },
  media: { initial: true },
  about: { initial: '', forStrangers: true, max: 300 },
  rules: { initial: '', max: 2_000 },
  timeZone: { initial: '', max: 60, line: 'timeZone' },
  teams: { initial: '', max: 4_000 },
  openRoom: { initial: false },
} as const satisfies { readonly [N in keyof GroupSetting]: GroupField<GroupSetting[N]> };

export const GROUP_FIELDS = {
  name: { initial: '', mayEdit: 'rename', line: 'renamed' },
  notice: { initial: '', mayEdit: 'editNotice' },
  ...SETTING_FIELDS,
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

export const SETTING_NAMES = Object.keys(SETTING_FIELDS) as readonly SettingName[];

export const DEFAULT_GROUP_SETTING = settingOf((name) => GROUP_FIELDS[name].initial);

/** A setting with one value for each of its fields. */
export function settingOf(value: (name: SettingName) => unknown): GroupSetting {
  const setting: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) setting[name] = value(name);
  return setting as GroupSetting;
}
