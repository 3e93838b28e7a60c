import type { TFunction } from 'i18next';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { type Entry, addressBook, groupList } from '../../../client/state/address-book.ts';
import { rows } from '../../../client/state/selectors.ts';
import type { State } from '../../../client/state/state.ts';
import { type ContactId, type UserId, contactId, userId } from '../../../domain/ids.ts';
import { searchLimits } from '../../../domain/limits.ts';
import { type SearchFilter, type SearchKind, isNarrowed } from '../../../domain/search-filter.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { sameItems, useStore } from '../client-context.ts';
import { contactName } from '../contact-name.ts';
import { dayAt } from '../days/month.ts';
import { matchesShown } from '../match.ts';
import {
  type FilterWord,
  OPERATORS,
  type Operator,
  type Unfinished,
  dayNamed,
  isEnded,
  kindNamed,
  unfinishedIn,
} from './operators.ts';

interface NamedItem<Id> {
  readonly id: Id;
  readonly name: string;
}

/** Current search filters; each at most once (SEARCH-15). */
export interface Narrowing {
  readonly from?: NamedItem<UserId>;
  readonly in?: NamedItem<ContactId>;
  readonly has?: SearchKind;
  readonly after?: Date;
  readonly before?: Date;
}

/** Days are whole: "after" starts at the next day. */
export const filterOf = ({ from, has, after, before }: Narrowing): SearchFilter => ({
  from: from?.id,
  has,
  sinceMs: after && dayAt(after, 1).getTime(),
  untilMs: before?.getTime(),
});

/** A user or chat as a value of a filter. */
export type Candidate = Pick<
  Entry,
  'id' | 'kind' | 'displayName' | 'realname' | 'account' | 'avatar' | 'namePy'
>;

/** Possible authors: the user, and all contacts; or chats, in their order. */
function candidates(
  t: TFunction,
  state: State,
  { operator, value }: Unfinished,
  people: readonly Candidate[] | null,
): readonly Candidate[] {
  const book = () => addressBook(state).flatMap(({ contacts }) => contacts);
  const from =
    operator === 'from'
      ? [people ?? book()]
      : operator === 'in'
        ? [rows(state), groupList(state), book()]
        : [];
  const hits = new Map<string, Candidate>();
  for (const one of from.flat()) {
    if (hits.size >= searchLimits.visibleMax) break;
    if (matchesShown(t, one, value)) hits.set(one.id, one);
  }
  return [...hits.values()];
}

const isDay = (operator: Operator): boolean => operator === 'after' || operator === 'before';

/** The only possible value of the typed text; undefined: none yet. */
const narrowingOf = ({ operator, value }: Unfinished, wordOf: FilterWord): Narrowing[Operator] =>
  operator === 'has'
    ? kindNamed(value, wordOf)
    : isDay(operator)
      ? (dayNamed(value) ?? undefined)
      : undefined;

const NO_ENTRIES: readonly Candidate[] = [];

/** Within a chat, all filters but the chat itself. */
const IN_CHAT: readonly Operator[] = OPERATORS.filter((operator) => operator !== 'in');

export interface NarrowedSearch {
  readonly typed: string;
  readonly operators: readonly Operator[];
  readonly type: (typed: string) => void;
  /** Treats colons as plain text. */
  readonly typePlain: (typed: string) => void;
  /** An operator that is being typed, with its possible values; null: plain text. */
  readonly unfinished: (Unfinished & { readonly entries: readonly Candidate[] }) | null;
  readonly narrowing: Narrowing;
  readonly isNarrowed: boolean;
  /** Checks whether the filters suffice without words. */
  readonly isSingle: boolean;
  /** Inserts an operator into the field, as if it were typed. */
  readonly begin: (operator: Operator) => void;
  readonly choose: <K extends Operator>(operator: K, value: Narrowing[K]) => void;
  readonly chooseEntry: (entry: Candidate) => void;
  readonly chooseMe: () => void;
  readonly remove: (operator: Operator) => void;
  /** The last one in their order. */
  readonly removeLast: () => void;
  /** Enter: chooses the first possible value. False: no operator is being typed. */
  readonly finish: () => boolean;
}

/**
 * The words and filters of a search: typing and pressing are equivalent (SEARCH-15). `people`: possible
 * authors in the one chat that is searched; null: the search covers everything.
 */
export function useNarrowing(words: string, people: readonly Candidate[] | null = null): NarrowedSearch {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(words);
  const [narrowing, narrow] = useState<Narrowing>({});
  const self = useStore((state) => state.self?.id);
  const operators: readonly Operator[] = people === null ? OPERATORS : IN_CHAT;
  const wordOf: FilterWord = (name) => t(`filter.${name}`);
  const openFilter = (text: string): Unfinished | null => {
    const unfinished = unfinishedIn(text, wordOf);
    return unfinished && operators.includes(unfinished.operator) ? unfinished : null;
  };
  const at = openFilter(typed);
  const entries = useStore((state) => (at ? candidates(t, state, at, people) : NO_ENTRIES), sameItems);

  const choose = (operator: Operator, value: Narrowing[Operator]) => {
    narrow({ ...narrowing, [operator]: value });
    setTyped(at ? at.rest : typed);
  };
  const chooseEntry = (entry: Candidate, operator = at?.operator) => {
    const name = contactName(t, entry);
    if (operator === 'from') choose('from', { id: userId(Number(entry.id)), name });
    if (operator === 'in') choose('in', { id: contactId(entry.id), name });
  };
  const settle = (next: string) => {
    const unfinished = openFilter(next);
    const value = unfinished && isEnded(unfinished) ? narrowingOf(unfinished, wordOf) : undefined;
    if (!unfinished || value === undefined) return setTyped(next);
    narrow({ ...narrowing, [unfinished.operator]: value });
    setTyped(unfinished.rest);
  };

  return {
    typed,
    operators,
    type: settle,
    typePlain: setTyped,
    unfinished: at && { ...at, entries },
    narrowing,
    isNarrowed: Object.values(narrowing).some((one) => one !== undefined),
    isSingle: isNarrowed(filterOf(narrowing)),
    begin: (operator) => {
      const before = (at ? at.rest : typed).trimEnd();
      setTyped(`${before}${before === '' ? '' : ' '}${t(`filter.${operator}`).toLowerCase()}:`);
    },
    choose,
    chooseEntry,
    chooseMe: () => self !== undefined && choose('from', { id: self, name: t('filter.me') }),
    remove: (operator) => narrow({ ...narrowing, [operator]: undefined }),
    removeLast: () => {
      const last = OPERATORS.findLast((one) => narrowing[one] !== undefined);
      if (last) narrow({ ...narrowing, [last]: undefined });
    },
    finish: () => {
      if (!at) return false;
      const value = narrowingOf(at, wordOf);
      const [first] = entries;
      if (value !== undefined) choose(at.operator, value);
      else if (first) chooseEntry(first);
      return true;
    },
  };
}

/**
 * Arrows move from the field through all rows below it and back. False: another key, or no row in that
 * direction.
 */
export function moveAmongRows(event: KeyboardEvent, box: RefObject<HTMLElement | null>): boolean {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return false;
  const rows = [...(box.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  // Up from the first one leads back to where one types.
  const next =
    at === 0 && event.key === 'ArrowUp'
      ? box.current?.querySelector<HTMLElement>('input')
      : rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return false;
  event.preventDefault();
  next.focus();
  return true;
}
