import { nameFor, expectedClosed } from './answers/people.ts';
import type { Action } from './actions.ts';
import type { Oracle } from './oracle.ts';
import { pair } from './state.ts';

const NO_NAMES: ReadonlySet<string> = new Set();

/** All names of users so far, and the users who may still see them. */
export class Called {
  readonly #names = new Map<number, ReadonlySet<string>>();
  /** Keyed by `7>9`: names of the second user that the first may have seen last. */
  readonly #olderNames = new Map<string, ReadonlySet<string>>();
  readonly #erasedIds = new Set<number>();

  /** Records each action after it was applied. */
  apply(oracle: Oracle, action: Action): void {
    const about = concerned(oracle, action);
    if (about.length === 0) return;
    if (action.do === 'forget') this.#erasedIds.add(action.person);
    const before = new Map(this.#names);
    for (const { id, name } of oracle.people.values())
      this.#names.set(id, new Set([...(this.#erasedIds.has(id) ? [] : this.ever(id)), name]));
    if (action.do === 'arrive') return;
    // A new name is sent to each user who has a conversation with them then (STREAM-17).
    for (const one of about)
      for (const two of oracle.people.keys()) {
        if (haveInCommon(oracle, one, two)) continue;
        this.#olderNames.set(`${one}>${two}`, before.get(two) ?? NO_NAMES);
        this.#olderNames.set(`${two}>${one}`, before.get(one) ?? NO_NAMES);
      }
  }

  /** All names a user has had; for an erased account only its last one (DATA-9). */
  ever(person: number): ReadonlySet<string> {
    return this.#names.get(person) ?? NO_NAMES;
  }

  /**
   * Names allowed beside a user's messages: the reader's own name for them or their real one, and older ones
   * if no update was due. Null: their account is ending, and the name disappears at some moment.
   */
  beside(oracle: Oracle, me: number, other: number): readonly string[] | null {
    if (oracle.people.get(other)?.leaving !== undefined && !this.#erasedIds.has(other)) return null;
    const now = me === other ? (oracle.people.get(me)?.name ?? '') : nameFor(oracle, me, other);
    const isListed = me === other || oracle.seat(me, pair(me, other)) !== null;
    if (isListed || this.#erasedIds.has(other)) return [now];
    return [now, ...(this.#olderNames.get(`${me}>${other}`) ?? [])];
  }
}

const haveInCommon = (oracle: Oracle, me: number, other: number): boolean =>
  me === other ||
  expectedClosed(oracle) === true ||
  [...oracle.chats.values()].some(
    ({ name }) => name !== 'notice' && oracle.seat(me, name) !== null && oracle.seat(other, name) !== null,
  );

/** Users whose name or conversations the action may change. */
function concerned({ people, before, rules }: Oracle, action: Action): readonly number[] {
  switch (action.do) {
    case 'arrive':
    case 'forget':
    case 'remove':
      return [action.person];
    case 'call':
      return [action.by];
    case 'unfriend':
      return [action.by, action.with];
    case 'dissolve':
      return [...people.keys()];
    case 'configure':
      return before.at(-1)?.rules.closed === rules.closed ? [] : [...people.keys()];
    default:
      return [];
  }
}
