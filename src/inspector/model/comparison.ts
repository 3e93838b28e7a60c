import { rows } from '../../client/state/selectors.ts';
import { stateFromJson, stateToJson } from '../../client/state/state-json.ts';
import type { Contact, State } from '../../client/state/state.ts';
import { DIFF_MAX, diffStates, type StateChange } from './diff.ts';
import type { ScriptEventLine } from './line.ts';
import { stepsChanging } from './made-by.ts';
import type { ExpectedState, NumberedLine } from './script-reader.ts';
import { Recorded } from './session.ts';

/**
 * Two scripts side by side (INSP-15): the second is another recording, or the first one as a test expects it.
 */
export interface Comparison {
  readonly kind: 'expected' | 'recorded';
  readonly names: readonly [own: string, other: string];
  readonly other: Recorded;
  /** Null: the two do not differ, or not among the events that were compared. */
  readonly first: FirstDifference | null;
  /** The event of the second script that belongs to an event of the first, and the reverse. */
  readonly otherAt: (n: number) => number;
  readonly ownAt: (n: number) => number;
}

export interface FirstDifference {
  readonly n: number;
  /** Changes from the state of the first script to that of the second. */
  readonly changes: readonly StateChange[];
  /** The last events that changed the first differing chat, the newest first. */
  readonly causes: readonly number[];
}

/** Whole states are compared this often at most: each comparison costs as much as the states are large. */
const COMPARED_MAX = 2_000;

/** Compares the n-th event of one recording with the n-th of the other. Steps of machines do not count. */
export function compareScripts(own: Recorded, other: Recorded, names: Comparison['names']): Comparison {
  const [ours, theirs] = [inputsOf(own), inputsOf(other)];
  // Equal events lead to equal states: only what follows needs a comparison.
  let from = 0;
  while (isSameInput(lineAt(own, ours[from]), lineAt(other, theirs[from]))) from += 1;
  const end = Math.min(Math.max(ours.length, theirs.length), from + COMPARED_MAX);
  let first: FirstDifference | null = null;
  for (let k = from; k < end && first === null; k += 1)
    first = differenceAt(own, ours[k] ?? own.length, other.at(theirs[k] ?? other.length).state);
  return {
    kind: 'recorded',
    names,
    other,
    first,
    otherAt: (n) => sameInput(n, [own.length, ours], [other.length, theirs]),
    ownAt: (n) => sameInput(n, [other.length, theirs], [own.length, ours]),
  };
}

/** Compares a recording with the states that a test expects at some of its events. */
export function compareExpected(own: Recorded, expected: readonly ExpectedState[]): Comparison {
  const other = new Recorded();
  const added: number[] = [];
  let first: FirstDifference | null = null;
  let at = 0;
  for (const { no, atMs, after, event } of expected) {
    other.append(numbered(own.lines.slice(at, after)));
    at = Math.max(at, after);
    const json = { ...stateToJson(other.at(other.length).state), ...event };
    if (other.append([{ no, line: { atMs, origin: 'state', event: json } }]).length > 0) continue;
    added.push(at);
    first ??= differenceAt(own, at, stateFromJson({ ...stateToJson(own.at(at).state), ...event }));
  }
  other.append(numbered(own.lines.slice(at)));
  const addedBefore = (n: number): number => added.filter((place) => place <= n).length;
  return {
    kind: 'expected',
    names: ['As recorded', 'As expected'],
    other,
    first,
    otherAt: (n) => n + addedBefore(n),
    ownAt: (n) => {
      let back = n;
      while (back > 0 && back + addedBefore(back) > n) back -= 1;
      return back;
    },
  };
}

/** Null: both states are the same. What a user sees comes before what the client only counts. */
function differenceAt(own: Recorded, n: number, theirs: State): FirstDifference | null {
  const { state } = own.at(n);
  const visible = visibleChanges(state, theirs);
  const changes =
    visible.length > 0
      ? visible
      : diffStates(state, theirs).filter(({ path }) => !path.startsWith('clientId'));
  if (changes.length === 0) return null;
  const chat = changes.flatMap(({ path }) => /^chat (\S+)/.exec(path)?.[1] ?? [])[0];
  return { n, changes, causes: chat === undefined ? [] : stepsChanging(own, n, { kind: 'chat', id: chat }) };
}

/** Differences of the chat list and the counts, by chat. */
function visibleChanges(before: State, after: State): readonly StateChange[] {
  const [was, now] = [visibleFacts(before), visibleFacts(after)];
  const changes: StateChange[] = [];
  for (const path of new Set([...was.keys(), ...now.keys()])) {
    const [a, b] = [was.get(path), now.get(path)];
    const [chat = ''] = /^chat \S+/.exec(path) ?? [];
    // A chat that is missing on one side is one difference.
    const isListed = chat === path || (was.has(chat) && now.has(chat));
    if (a === b || (chat !== '' && !isListed) || changes.length >= DIFF_MAX) continue;
    const kind = a === undefined ? 'added' : b === undefined ? 'removed' : 'changed';
    changes.push({ path, kind, before: a ?? '', after: b ?? '' });
  }
  return changes;
}

function visibleFacts(state: State): ReadonlyMap<string, string> {
  const facts = new Map<string, string>();
  for (const contact of rows(state)) {
    facts.set(`chat ${contact.id}`, `“${contact.displayName}” is in the list`);
    facts.set(`chat ${contact.id} name`, contact.displayName);
    facts.set(`chat ${contact.id} unread`, String(contact.unread));
    facts.set(`chat ${contact.id} mentions`, String(contact.mentions));
    facts.set(`chat ${contact.id} pinned`, String(contact.isTop));
    facts.set(`chat ${contact.id} muted`, String(!contact.isNotice));
    facts.set(`chat ${contact.id} last message`, lastOf(contact));
  }
  facts.set(
    'order of the list',
    rows(state)
      .map(({ id }) => id)
      .join(', '),
  );
  for (const [name, count] of Object.entries(state.totals)) facts.set(`counts ${name}`, String(count));
  return facts;
}

const lastOf = ({ last }: Contact): string => (last === null ? 'none' : `“${last.content}” (${last.id})`);

/** Places of the lines that the reducer takes. */
const inputsOf = ({ lines }: Recorded): readonly number[] =>
  lines.flatMap(({ origin }, i) => (origin === 'machine' || origin === 'screen' ? [] : [i + 1]));

const lineAt = ({ lines }: Recorded, n: number | undefined): ScriptEventLine | undefined =>
  n === undefined ? undefined : lines[n - 1];

const isSameInput = (a: ScriptEventLine | undefined, b: ScriptEventLine | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.origin === b.origin &&
  JSON.stringify(a.event) === JSON.stringify(b.event);

type Side = readonly [length: number, inputs: readonly number[]];

/** The last event of one script belongs to the last of the other. */
function sameInput(n: number, [length, inputs]: Side, [otherLength, others]: Side): number {
  if (n >= length) return otherLength;
  let [low, high] = [0, inputs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((inputs[middle] ?? 0) <= n) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (others[low - 1] ?? otherLength);
}

const numbered = (lines: readonly ScriptEventLine[]): readonly NumberedLine[] =>
  lines.map((line, i) => ({ no: i + 1, line }));
