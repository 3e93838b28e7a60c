import { useEffect, useMemo, useRef, useState } from 'react';
import { messagesOf, readTo } from '../../../client/state/chat-selectors.ts';
import { messagePinsOf } from '../../../client/state/message-pin-selectors.ts';
import type { Contact, PageKind } from '../../../client/state/state.ts';
import { hasPlace } from '../../../client/state/windows.ts';
import type { GroupLine } from '../../../domain/group-lines.ts';
import { dayOf } from '../../kit/day.ts';
import { usePageVisible } from '../../kit/use-page-visible.ts';
import { useWhenChanged } from '../../kit/use-steady.ts';
import { schedule } from '../../platform/time.ts';
import { useClient, useStore } from '../../shared/client-context.ts';
import { useLinesHidden } from '../../shared/use-lines-hidden.ts';
import { useZone } from '../../shared/use-display-time.ts';
import { useLoad } from '../../shared/use-load.ts';
import { gathered, newestIn } from './album.ts';
import { type MadeRows, type TimelineRow, timeline } from './timeline.ts';
import { withEvents } from './event-lines.ts';
import { useUploads } from './use-uploads.ts';
import type { Reach } from './viewer/reach.ts';

export interface ChatWindowView {
  readonly rows: readonly TimelineRow[];
  /** Loading · empty · first page failed · rows. */
  readonly stage: 'loading' | 'empty' | 'failed' | 'shown';
  /** Row of the first unread message at the moment of opening, or null to open at the end. */
  readonly openAt: number | null;
  /** The ordinal up to which everything was read at opening; null: all of it. */
  readonly place: number | null;
  /** The last row is the newest message. */
  readonly live: boolean;
  readonly reach: Reach;
  readonly older: 'idle' | 'loading' | 'failed';
  readonly loadOlder: () => void;
  readonly loadNewer: () => void;
  readonly loadNewest: () => void;
  readonly retry: () => void;
}

/**
 * The open conversation as rows. It opens at the first unread message, wherever that is; the line above it
 * moves when the user returns to a hidden page. `together`: pictures as albums.
 */
export function useWindow(contact: Contact, together: boolean): ChatWindowView {
  const { actions, store } = useClient();
  const { id } = contact;
  const self = useStore((state) => state.self?.id ?? null);
  const items = useStore((state) => messagesOf(state, id));
  const uploads = useUploads(id);
  const recalling = useStore((state) => state.pending.recall);
  const conversation = useStore((state) => state.conversations.get(id));
  const pins = useStore((state) => messagePinsOf(state, id));
  const live = conversation?.live ?? false;
  const [place] = useState(() => readTo(store.get(), id));
  const line = useLine(contact, place, !live && (conversation?.size ?? 0) === 0);
  const zone = useZone();
  // Other rows for another user, and in another time zone.
  const cache = useMemo<{ readonly self: typeof self; readonly zone: number; readonly rows: MadeRows }>(
    () => ({ self, zone, rows: new WeakMap() }),
    [self, zone],
  );
  const plain = useMemo(() => {
    const single = timeline(
      {
        items,
        uploads,
        recalling,
        pins,
        live,
        self: cache.self,
        unreadAfter: line.after,
        countAtOpening: line.countAtOpening,
        dayOf,
      },
      cache.rows,
    );
    return together ? gathered(single) : single;
  }, [items, uploads, recalling, pins, live, cache, line, together]);
  const rows = useGroupLines(contact, plain, live);

  useEffect(() => {
    actions.openChat(id);
    return () => actions.openChat(null);
  }, [actions, id]);

  const loading = conversation?.loading ?? 'first';
  const complete = conversation?.complete ?? false;
  const failedSide = useRef<'older' | 'newer'>('older');
  const load = (which: 'older' | 'newer') => {
    failedSide.current = which;
    return which === 'older' ? actions.loadOlder(id) : actions.loadNewer(id);
  };
  const idle = loading === 'no' && rows.length > 0;

  const isHere = loading === 'failed' || (conversation !== undefined && hasPlace(conversation, place));
  const [opened, setOpened] = useState(isHere);
  if (!opened && isHere) setOpened(true);
  const openAt = rows.findIndex((row) => row.startsUnread);
  return {
    rows: opened ? rows : NOTHING,
    stage: opened ? stageOf(rows, loading) : 'loading',
    openAt: openAt === -1 ? null : openAt,
    place,
    live,
    reach: { newest: live, oldest: complete },
    older: loading === 'older' ? 'loading' : loading === 'failed' ? 'failed' : 'idle',
    // Loading takes as long as drawing: it waits until the new view is drawn.
    loadOlder: () => void (idle && !complete && schedule(0, () => void load('older'))),
    loadNewer: () => void (idle && !live && schedule(0, () => void load('newer'))),
    loadNewest: () => void (live || actions.loadNewest(id)),
    retry: () => (rows.length === 0 ? actions.openChat(id) : void load(failedSide.current)),
  };
}

/**
 * The ordinal up to which everything was read and known, when this chat was opened, or seen again after the
 * page was hidden, or when its window was dropped (`dropped`) and must be loaded again.
 */
function useLine(
  contact: Contact,
  place: number | null,
  dropped: boolean,
): { readonly after: number | null; readonly countAtOpening: number } {
  const { store } = useClient();
  const visible = usePageVisible();
  const [line, setLine] = useState({
    after: place,
    countAtOpening: contact.counting.count,
    visible,
    dropped,
  });
  const now = { countAtOpening: contact.counting.count, visible, dropped };
  if (line.dropped !== dropped)
    setLine(dropped ? { ...now, after: readTo(store.get(), contact.id) } : { ...line, dropped });
  else if (line.visible !== visible) {
    const after = visible ? readTo(store.get(), contact.id) : null;
    setLine(after === null ? { ...line, visible } : { ...now, after });
  }
  return line;
}

const NOTHING: readonly TimelineRow[] = [];

function stageOf(rows: readonly TimelineRow[], loading: 'no' | PageKind | 'failed'): ChatWindowView['stage'] {
  if (rows.length > 0) return 'shown';
  if (loading === 'failed') return 'failed';
  return loading === 'no' ? 'empty' : 'loading';
}

/** Adds the group's changes to the rows; loaded as far as the rows reach, and again after new ones. */
function useGroupLines(
  { id, kind, group, displayName }: Contact,
  rows: readonly TimelineRow[],
  live: boolean,
): readonly TimelineRow[] {
  const { actions } = useClient();
  const first = rows.find((row) => newestIn(row) > 0);
  const from = first === undefined ? 0 : newestIn(first);
  const isAskable = useStore(({ sync, connection }) => !sync.plain && connection.name === 'open');
  const isAsked = kind === 'group' && from > 0 && isAskable;
  const { value, reload } = useLoad(
    id,
    isAsked ? () => actions.groupLines(id, from, Number.MAX_SAFE_INTEGER) : null,
  );
  const members = useRef(group?.members ?? 0);
  useWhenChanged(
    () => {
      // A message announces new members.
      const isGrown = (group?.members ?? 0) > members.current;
      members.current = group?.members ?? 0;
      if (isAsked && !isGrown) reload();
    },
    group,
    displayName,
    from,
    isAskable,
  );
  const lines = value ?? GROUP_LINES_NOTHING;
  const [isHidden] = useLinesHidden(id);
  return useMemo(
    () => (kind === 'group' ? withEvents(rows, lines, { live, isHidden }) : rows),
    [kind, rows, lines, live, isHidden],
  );
}

const GROUP_LINES_NOTHING: readonly GroupLine[] = [];
