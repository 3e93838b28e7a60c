/** The values that a setting accepts, as the server declares them. */
export type Takes =
  | { readonly kind: 'switch' | 'list' }
  | { readonly kind: 'text'; readonly max: number; readonly isLong?: true; readonly isSecret?: true }
  | { readonly kind: 'path'; readonly max: number }
  | {
      readonly kind: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit: Unit;
      readonly zero: string | null;
    }
  | { readonly kind: 'choice'; readonly of: readonly { readonly value: string; readonly label: string }[] };

export type Unit = 'seconds' | 'days' | 'members' | 'megabytes' | 'number';

/** One setting in the language of the administrator. */
export interface SettingRow {
  readonly key: string;
  readonly group: string;
  readonly rule: string;
  readonly label: string;
  readonly help: string;
  readonly takes: Takes;
  /** The service that it sets up; null: it is a setting on its own. */
  readonly service?: string | null;
  readonly onlyIf: { readonly key: string; readonly value: string; readonly isSavedToo?: true } | null;
  /** A password is not sent; only whether one is stored. */
  readonly isSet: boolean;
  readonly value: string;
}

/** Values that the administrator changed and has not saved, by the name of the setting. */
export type Drafts = Readonly<Record<string, string>>;

const valueIn = (rows: readonly SettingRow[], drafts: Drafts, key: string): string | undefined =>
  drafts[key] ?? rows.find((row) => row.key === key)?.value;

/** The settings of a group that matter with the values that its form shows now. */
export const visibleRows = (
  rows: readonly SettingRow[],
  group: string,
  drafts: Drafts,
): readonly SettingRow[] =>
  rows.filter(
    (row) =>
      row.group === group &&
      (row.onlyIf === null || valueIn(rows, drafts, row.onlyIf.key) === row.onlyIf.value),
  );

/** The values that one save sends: the changed ones, and those that a changed one needs. */
export function changedValues(rows: readonly SettingRow[], drafts: Drafts): Readonly<Record<string, string>> {
  const changed = rows.flatMap((row) => {
    const draft = drafts[row.key];
    const isNeeded = row.onlyIf?.isSavedToo === true && drafts[row.onlyIf.key] === row.onlyIf.value;
    if (draft !== undefined) return [[row.key, draft] as const];
    return isNeeded ? [[row.key, row.value] as const] : [];
  });
  return Object.fromEntries(changed);
}

/** Changes one draft. Null, or the stored value: removes the draft. */
export function withDraft(drafts: Drafts, row: SettingRow, value: string | null): Drafts {
  const { [row.key]: _, ...others } = drafts;
  const isStored = value === row.value && !(row.takes.kind === 'text' && row.takes.isSecret);
  return value === null || isStored ? others : { ...others, [row.key]: value };
}

export const withoutDrafts = (drafts: Drafts, keys: readonly string[]): Drafts =>
  Object.fromEntries(Object.entries(drafts).filter(([key]) => !keys.includes(key)));
