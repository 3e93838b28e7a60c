import { ChevronDown, ChevronUp, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Actions, GroupMember } from '../../../../client/interface/client.ts';
import type { FoundMessage } from '../../../../client/interface/files.ts';
import type { Contact } from '../../../../client/state/state.ts';
import { type ContactId, type MsgId, personContact } from '../../../../domain/ids.ts';
import { searchLimits, textLimits } from '../../../../domain/limits.ts';
import { ok } from '../../../../domain/result.ts';
import { type SearchFilter, isNarrowed } from '../../../../domain/search-filter.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { IconButton } from '../../../kit/button.tsx';
import { SearchField } from '../../../kit/search-field.tsx';
import { usePaused } from '../../../kit/use-paused.ts';
import { useClient, useStore } from '../../../shared/client-context.ts';
import { FilterChips } from '../../../shared/narrowing/filter-chips.tsx';
import {
  type Candidate,
  filterOf,
  moveAmongRows,
  useNarrowing,
} from '../../../shared/narrowing/use-narrowing.ts';
import { Suggestions } from '../../../shared/narrowing/suggestions.tsx';
import { useFollow } from '../../../shared/use-follow.ts';
import { useLoad } from '../../../shared/use-load.ts';
import { DayPicker } from '../../../shared/days/day-picker.tsx';
import { dayAt } from '../../../shared/days/month.ts';
import { firstSince } from '../history/find-day.ts';
import styles from './find-bar.module.css';
import { placesOf } from '../../../../domain/search-words.ts';

const NAME = 'found';

/**
 * Highlights words in the drawn messages without changing the elements; unsupported browsers show no
 * highlights.
 */
function useMarks(scroller: RefObject<HTMLElement | null>, words: string): void {
  useEffect(() => {
    const list = scroller.current;
    if (list === null || words === '' || typeof Highlight === 'undefined' || !('highlights' in CSS))
      return undefined;
    const mark = () => CSS.highlights.set(NAME, new Highlight(...rangesOf(list, words)));
    const observer = new MutationObserver(mark);
    observer.observe(list, { childList: true, subtree: true });
    mark();
    return () => {
      observer.disconnect();
      CSS.highlights.delete(NAME);
    };
  }, [scroller, words]);
}

/** Ranges of the query in messages, compared as every search does. */
function rangesOf(list: HTMLElement, words: string): readonly Range[] {
  const ranges: Range[] = [];
  for (const part of list.querySelectorAll('[data-words]')) {
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      for (const { from, to } of placesOf(node.textContent ?? '', words)) {
        const range = new Range();
        range.setStart(node, from);
        range.setEnd(node, to);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

interface Props {
  readonly contact: Contact;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onGo: (message: MsgId) => void;
  readonly onClose: () => void;
}

interface Hits {
  readonly rows: readonly FoundMessage[];
  readonly more: boolean;
}

const NOTHING: Hits = { rows: [], more: false };

/**
 * Searches the open chat in place (UI-109): the newest match first, then older and newer ones; by words and
 * all search filters (SEARCH-16).
 */
export default function FindBar({ contact, scroller, onGo, onClose }: Props) {
  const { t } = useTranslation();
  const plain = useStore((state) => state.sync.plain);
  const people = usePeople(contact);
  const search = useNarrowing('', people);
  const unfinished = plain ? null : search.unfinished;
  const query = (unfinished?.rest ?? search.typed).trim();
  const [words, lookNow] = usePaused(query);
  const hits = useHits(contact.id, words, filterOf(search.narrowing), onGo);
  useMarks(scroller, words);
  const box = useRef<HTMLDivElement>(null);
  const toField = () => box.current?.querySelector<HTMLElement>('input')?.focus();
  const goToDay = useDay(contact.id, onGo);
  const onKey = (event: KeyboardEvent) => {
    // Parts over the page handle their own keys.
    if (event.target instanceof Node && !box.current?.contains(event.target)) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return onClose();
    }
    const inField = event.target instanceof HTMLInputElement;
    if (event.key === 'Backspace' && search.typed === '' && inField) return search.removeLast();
    if (unfinished !== null) return void moveAmongRows(event, box);
    const by =
      { ArrowUp: 1, ArrowDown: -1 }[event.key] ??
      (event.key === 'Enter' && words === query ? (event.shiftKey ? -1 : 1) : 0);
    if (by === 0 || !inField) return;
    event.preventDefault();
    hits.step(by);
  };
  return (
    <div className={styles.find} role="group" aria-label={t('history.search')} ref={box} onKeyDown={onKey}>
      <div className={styles.bar}>
        <div className={styles.field}>
          <SearchField
            autoFocus
            label={t('history.search')}
            value={search.typed}
            maxLength={textLimits.keywordsMax}
            onValue={plain ? search.typePlain : search.type}
            onSubmit={() => (unfinished !== null && search.finish()) || lookNow()}
          />
        </div>
        <span className={styles.count} role="status">
          {hits.words}
        </span>
        <IconButton label={t('find.older')} disabled={!hits.mayStep(1)} onClick={() => hits.step(1)}>
          <ChevronUp size={22} strokeWidth={1.75} />
        </IconButton>
        <IconButton label={t('find.newer')} disabled={!hits.mayStep(-1)} onClick={() => hits.step(-1)}>
          <ChevronDown size={22} strokeWidth={1.75} />
        </IconButton>
        <IconButton label={t('history.closeSearch')} onClick={onClose}>
          <X size={22} strokeWidth={1.75} />
        </IconButton>
      </div>
      <div className={styles.ways}>
        <DayPicker sign onDay={goToDay} />
        {!plain && <FilterChips search={search} onBegin={toField} />}
      </div>
      {unfinished !== null && (
        <div className={styles.choices}>
          <Suggestions search={search} unfinished={unfinished} onPicked={toField} />
        </div>
      )}
    </div>
  );
}

/** Opens the first message of a day (UI-110). */
function useDay(id: ContactId, onGo: (message: MsgId) => void): (day: Date) => void {
  const { actions } = useClient();
  const go = async (day: Date) => {
    const first = await browsed(actions, id, 1);
    if (!first.ok) return;
    const pages = Math.ceil(first.value.total / searchLimits.hitsPage);
    const page = async (n: number) => {
      const answer = n === 1 ? first : await browsed(actions, id, n);
      return answer.ok ? ok(answer.value.messages) : answer;
    };
    const hit = await firstSince({ pages, page }, dayAt(day, 0).getTime());
    if (hit.ok && hit.value !== null) onGo(hit.value.msgId);
  };
  return (day) => void go(day);
}

const browsed = (actions: Actions, conversation: ContactId, page: number) =>
  actions.browse({ conversation, type: 'all', page, limit: searchLimits.hitsPage });

/** Possible authors in this chat besides the user. */
function usePeople({ id, kind }: Contact): readonly Candidate[] {
  const { actions } = useClient();
  const partner = useStore((state) => state.contacts.get(id));
  const members = useLoad(`members ${id}`, () =>
    kind === 'group' ? actions.members(id) : Promise.resolve(ok(NOBODY)),
  );
  const self = useStore((state) => state.self?.id);
  const list = members.value ?? NOBODY;
  return useMemo(() => {
    if (kind !== 'group') return kind === 'person' && partner ? [partner] : [];
    return list
      .filter(({ user }) => user !== self)
      .map((one) => ({
        id: personContact(one.user),
        kind: 'person',
        displayName: one.displayName,
        realname: one.displayName,
        account: one.account,
        avatar: one.avatar,
        namePy: one.namePy,
      }));
  }, [kind, partner, list, self]);
}

const NOBODY: readonly GroupMember[] = [];

interface Looked {
  readonly words: string;
  /** Index of the hit, and its message, which stays when others come and go; null: there was none. */
  readonly at: number;
  readonly message?: MsgId | null | undefined;
  /** It was older than all hits of the page before, and is not found yet. */
  readonly isPushed?: boolean;
}

/**
 * The page to continue on for a match that its page lacks, because messages added or removed elsewhere may
 * have moved it. Null: it is gone. A match between two pages is on neither, so the search never returns to
 * the newer page.
 */
function beyondPage(hit: MsgId, page: number, { rows, more }: Hits, isPushed: boolean): number | null {
  const limit = searchLimits.hitsPage;
  const [newest, oldest] = [rows[0]?.message.msgId, rows.at(-1)?.message.msgId];
  if (more && oldest !== undefined && hit < oldest) return page * limit;
  if (page > 1 && !isPushed && (newest === undefined || hit > newest)) return (page - 1) * limit - 1;
  return null;
}

/** Current matches by page, and the selected one. */
function useHits(id: ContactId, keywords: string, filter: SearchFilter, onGo: (message: MsgId) => void) {
  const { t } = useTranslation();
  const { actions } = useClient();
  const query = { keywords, conversation: id, ...(isNarrowed(filter) && { filter }) };
  const words = JSON.stringify(query);
  const isWanted = keywords !== '' || isNarrowed(filter);
  const first: Looked = { words, at: 0 };
  const [lastLook, setLooked] = useState(first);
  const look = lastLook.words === words ? lastLook : first;
  const limit = searchLimits.hitsPage;
  const page = Math.floor(look.at / limit) + 1;
  const loaded = useLoad(`${page} ${words}`, () =>
    isWanted ? actions.searchMessages({ ...query, page, limit }) : Promise.resolve(ok(NOTHING)),
  );
  useFollow([id], loaded.reload);
  const [total, setTotal] = useState(0);
  // Higher than the answered total while there are more.
  const minimum = loaded.value
    ? (page - 1) * limit + loaded.value.rows.length + Number(loaded.value.more)
    : 0;
  if (loaded.state === 'ready' && minimum !== total) setTotal(minimum);
  const rows = loaded.value?.rows ?? NOTHING.rows;
  const answer = loaded.value ? (rows[look.at % limit]?.message.msgId ?? null) : undefined;
  const hit = look.message === undefined ? answer : look.message;
  const place = rows.findIndex(({ message }) => message.msgId === hit);
  const wasPushed = look.isPushed ?? false;
  const aside = hit && loaded.value && place === -1 ? beyondPage(hit, page, loaded.value, wasPushed) : null;
  const isGone = hit !== undefined && loaded.value !== null && place === -1 && aside === null;
  const at = place === -1 ? (aside ?? look.at) : (page - 1) * limit + place;
  const isPushed = place === -1 && (wasPushed || (aside !== null && aside > look.at));
  if (hit !== look.message || at !== look.at || isPushed !== wasPushed)
    setLooked({ words, at, message: hit, isPushed });
  const go = useEffectEvent((message: MsgId) => onGo(message));
  useEffect(() => {
    if (hit) go(hit);
  }, [hit]);
  // The next older match takes the place of a removed one.
  const next = (by: number) => (isGone && by > 0 ? at : Math.min(at, total) + by);
  const mayStep = (by: number): boolean => isWanted && next(by) >= 0 && next(by) < total;
  const count = total === 0 ? t('find.none') : t('viewer.count', { i: Math.min(at + 1, total), n: total });
  return {
    mayStep,
    // Beyond the last match it leads to that one again: the reader may have scrolled away.
    step: (by: number) => {
      if (mayStep(by)) setLooked({ words, at: next(by) });
      else if (hit && isWanted) onGo(hit);
    },
    words: !isWanted || (total === 0 && loaded.value === null && loaded.state === 'loading') ? '' : count,
  };
}
