/** Settings of a group, in the oracle's own terms. */
export interface Setting {
  readonly invite: boolean;
  readonly history: boolean;
  /** Every member pins lines. */
  readonly pin: boolean;
  /** 0 all members may write, 1 owner and managers, 2 the owner alone. */
  readonly nospeak: 0 | 1 | 2;
  /** Every member sends files. */
  readonly media: boolean;
  /** Seconds between two lines of a member; 0: none. */
  readonly slowSec: number;
  /** Description and rules of the group. */
  readonly about: string;
  readonly rules: string;
  /** '': none. */
  readonly timeZone: string;
  /** Named sets of members, one a line; '': none. */
  readonly teams: string;
  readonly openRoom: boolean;
}

/** Settings of a new group: recorder, answers and checkers read every name here. */
export const NEW_GROUP: Setting = {
  invite: true,
  history: false,
  pin: false,
  nospeak: 0,
  media: true,
  slowSec: 0,
  about: '',
  rules: '',
  timeZone: '',
  teams: '',
  openRoom: false,
};

export const SETTING_NAMES = Object.keys(NEW_GROUP) as readonly (keyof Setting)[];

const WITH_LINE: readonly (keyof Setting)[] = ['slowSec', 'nospeak', 'timeZone'];

/** The changes that a line in the chat reports, as it is stored. */
export const settingLines = (was: Partial<Setting>, now: Partial<Setting>): readonly string[] =>
  WITH_LINE.flatMap((name) =>
    now[name] === undefined || now[name] === was[name] ? [] : [`${name} ${now[name]}`],
  );
