import { useCallback, useEffect, useMemo, useState } from 'react';
import { messagesOf } from '../../../client/store/selectors.ts';
import type { Contact } from '../../../client/store/state.ts';
import { chat } from '../../../domain/limits.ts';
import { useClient, useStore } from '../../kit/client-context.ts';
import { later } from '../../platform/time.ts';
import { gathered } from './album.ts';
import { dayOf } from './day.ts';
import { type MadeRows, type Row, timeline } from './timeline.ts';
import { useUploads } from './use-uploads.ts';

export interface ChatWindow {
  readonly rows: readonly Row[];
  /** Nothing to show yet · nothing there · the first page did not come · rows. */
  readonly stage: 'loading' | 'empty' | 'failed' | 'shown';
  /** Row of the first unread message at the moment of opening, or null to open at the end. */
  readonly openAt: number | null;
  readonly older: 'idle' | 'loading' | 'failed';
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/**
 * The open conversation as rows. It opens at the first message that was unread when it was opened: if that
 * one is older than what is loaded, older pages come first, up to a limit. `together`: pictures as albums.
 */
export function useWindow(contact: Contact, together: boolean): ChatWindow {
  const { actions } = useClient();
  const { id } = contact;
  const self = useStore((state) => state.self?.id ?? null);
  const items = useStore((state) => messagesOf(state, id));
  const uploads = useUploads(id);
  const recalling = useStore((state) => state.pending.recall);
  const held = useStore((state) => state.conversations.get(id));
  const wished = useStore((state) => state.pending.read.get(id) ?? 0);
  const [unreadAfter] = useState(() => (contact.unread > 0 ? Math.max(contact.counting.mark, wished) : null));
  const made = useMemo<{ readonly self: typeof self; readonly rows: MadeRows }>(() => ({ self, rows: new WeakMap() }), [self]);
  const rows = useMemo(() => {
    const single = timeline({ items, uploads, recalling, self: made.self, unreadAfter, dayOf }, made.rows);
    return together ? gathered(single) : single;
  }, [items, uploads, recalling, made, unreadAfter, together]);

  useEffect(() => {
    actions.openChat(id);
    return () => actions.openChat(null);
  }, [actions, id]);

  const loading = held?.loading ?? 'first';
  const complete = held?.complete ?? false;
  const loadOlder = useCallback(() => {
    // Asking takes as long as drawing does: it waits until what was scrolled to is drawn.
    if (loading === 'no' && !complete && rows.length > 0) later(0, () => void actions.loadOlder(id));
  }, [actions, id, loading, complete, rows.length]);

  const oldest = rows.find((row) => (row.message?.n ?? 0) > 0)?.message?.n ?? null;
  const short = unreadAfter !== null && oldest !== null && oldest > unreadAfter + 1 && !complete && rows.length < chat.unreadRowsMax;
  const live = held?.live ?? false;
  // A page may come and be in between two frames: what is still missing tells them apart, not the state of loading.
  const missingBefore = short && live && loading === 'no' ? oldest : null;
  useEffect(() => {
    if (missingBefore !== null) void actions.loadOlder(id);
  }, [missingBefore, actions, id]);

  const [opened, setOpened] = useState(false);
  const settled = loading === 'failed' || (live && !short) || (unreadAfter === null && rows.length > 0);
  if (settled && !opened) setOpened(true);
  const openAt = rows.findIndex((row) => row.startsUnread);
  return {
    rows: opened ? rows : NOTHING,
    stage: opened ? stageOf(rows, loading) : 'loading',
    openAt: openAt === -1 ? null : openAt,
    older: loading === 'older' ? 'loading' : loading === 'failed' ? 'failed' : 'idle',
    loadOlder,
    retry: useCallback(() => (rows.length === 0 ? actions.openChat(id) : void actions.loadOlder(id)), [actions, id, rows.length]),
  };
}

const NOTHING: readonly Row[] = [];

function stageOf(rows: readonly Row[], loading: 'no' | 'first' | 'older' | 'failed'): ChatWindow['stage'] {
  if (rows.length > 0) return 'shown';
  if (loading === 'failed') return 'failed';
  return loading === 'no' ? 'empty' : 'loading';
}
