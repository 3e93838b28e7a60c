import type { State } from '../../client/state/state.ts';

/** One difference between two states, as text. */
export interface StateChange {
  readonly path: string;
  readonly kind: 'added' | 'removed' | 'changed';
  readonly before: string;
  readonly after: string;
}

export const DIFF_MAX = 200;

/**
 * Changes by an event (INSP-5). Identical objects are skipped and lists are compared by the ids of their
 * items, so the cost is proportional to the change. At most 200; the list of contacts is compared by its own
 * records.
 */
export function diffStates(before: State, after: State): readonly StateChange[] {
  const changes: StateChange[] = [];
  if (before === after) return changes;
  for (const key of Object.keys(after) as (keyof State)[]) {
    if (key === 'contacts') contactsDiff(before, after, changes);
    else compare(key, before[key], after[key], changes);
  }
  return changes;
}

function contactsDiff(before: State, after: State, changes: StateChange[]): void {
  if (before.contacts === after.contacts) return;
  const ids =
    after.contacts.changedSince(before.contacts) ??
    new Set([...before.contacts, ...after.contacts].map((one) => one.id));
  for (const id of ids) compare(`contacts ${id}`, before.contacts.get(id), after.contacts.get(id), changes);
}

function compare(path: string, before: unknown, after: unknown, changes: StateChange[]): void {
  if (before === after || changes.length >= DIFF_MAX) return;
  if (before === undefined || before === null) {
    if (after !== undefined && after !== null)
      changes.push({ path, kind: 'added', before: '', after: brief(after) });
    return;
  }
  if (after === undefined || after === null) {
    changes.push({ path, kind: 'removed', before: brief(before), after: '' });
    return;
  }
  const [was, now] = [partsOf(before), partsOf(after)];
  if (was === null || now === null) {
    if (!Object.is(before, after))
      changes.push({ path, kind: 'changed', before: brief(before), after: brief(after) });
    return;
  }
  for (const [key, value] of was) if (!now.has(key)) compare(`${path} ${key}`, value, undefined, changes);
  for (const [key, value] of now) compare(`${path} ${key}`, was.get(key), value, changes);
}

/** The named parts of a value: of a map, a list (by id where it has one), an object. */
function partsOf(value: unknown): ReadonlyMap<string, unknown> | null {
  if (value instanceof Map) return new Map([...value].map(([key, inner]) => [String(key), inner]));
  if (value instanceof Set) return new Map([...value].map((one) => [String(one), true]));
  if (Array.isArray(value)) return listParts(value);
  return typeof value === 'object' && value !== null ? new Map(Object.entries(value)) : null;
}

function listParts(list: readonly unknown[]): ReadonlyMap<string, unknown> {
  // Windows of messages are lists of lists; a chunk has no id.
  const flat = list.some(Array.isArray) ? list.flat() : list;
  return new Map(flat.map((one, i) => [idOf(one) ?? String(i), one]));
}

function idOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if ('id' in value && (typeof value.id === 'string' || typeof value.id === 'number'))
    return String(value.id);
  return 'message' in value ? idOf(value.message) : null;
}

function brief(value: unknown): string {
  const text =
    typeof value === 'string'
      ? `“${value}”`
      : value instanceof Map
        ? `${value.size} entries`
        : JSON.stringify(value);
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}
