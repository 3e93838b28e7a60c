import type { ContactId } from '../../domain/ids.ts';
import { blankState, NO_SYNC } from './blank.ts';
import { EMPTY_INDEX } from './contact-index.ts';
import type { Contact, Conversation, Counting, State } from './state.ts';

export { NO_SYNC } from './blank.ts';

/** The state before anything is known. */
export const EMPTY: State = blankState(EMPTY_INDEX);

/**
 * The epoch or the server changed: conversations and positions are dropped; pending changes, drafts and the
 * outbox stay (STREAM-9).
 */
export const withoutConversations = (state: State): State => ({
  ...state,
  contacts: EMPTY_INDEX,
  totals: EMPTY.totals,
  conversations: new Map(),
  left: new Map(),
  recentIds: new Map(),
  profiles: new Map(),
  kept: EMPTY.kept,
  later: null,
  sync: NO_SYNC,
});

export const NO_COUNTING: Counting = {
  seq: 0,
  count: 0,
  mark: 0,
  ownBase: 0,
  ownSeq: 0,
  ownSince: [],
  mentionMark: 0,
  mentionBase: 0,
  mentionSeq: 0,
  mentionSince: [],
  hiddenTo: 0,
  peerMark: 0,
};

export const emptyConversation = (id: ContactId): Conversation => ({
  id,
  chunks: [],
  size: 0,
  complete: false,
  loading: 'no',
  live: false,
  early: [],
  erased: new Map(),
});

/** A contact of which only the id is known (LIST-9). */
export const minimalContact = (id: ContactId, kind: Contact['kind']): Contact => ({
  id,
  kind,
  stream: null,
  displayName: id,
  realname: '',
  account: '',
  avatar: '',
  namePy: '',
  index: '#',
  isTop: false,
  isNotice: true,
  isOnline: false,
  last: null,
  lastSentAtMs: 0,
  unread: 0,
  mentions: 0,
  hidden: false,
  group: null,
  counting: NO_COUNTING,
});
