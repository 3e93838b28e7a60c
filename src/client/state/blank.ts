import { DEFAULT_CONFIG } from '../../domain/config.ts';
import type { KeptState } from './kept-shown.ts';
import type { PendingChange } from './local-event.ts';
import type { Contact, Pending, State, SyncPosition } from './state.ts';

export const NO_PENDING: Pending = {
  top: new Map(),
  notice: new Map(),
  archive: new Map(),
  unread: new Map(),
  hide: new Map(),
  read: new Map(),
  mentionsRead: new Map(),
  mentionRead: new Map(),
  recall: new Map(),
  edit: new Map(),
  messagePin: new Map(),
  react: new Map(),
  vote: new Map(),
  keep: new Map(),
  follow: new Map(),
  block: new Map(),
  card: new Map(),
};

export const NO_KEPT: KeptState = { known: false, folders: [], pins: [], drafts: 0 };

export const NO_SYNC: SyncPosition = {
  plain: false,
  epoch: null,
  cursor: null,
  selfSeq: 0,
  noticeSeq: 0,
  mode: null,
  ready: false,
};

/** An empty state, over this index. */
export const blankState = (contacts: State['contacts']): State => ({
  self: null,
  blocked: undefined,
  config: DEFAULT_CONFIG,
  contacts,
  totals: { unread: 0, mentions: 0, system: 0 },
  conversations: new Map(),
  left: new Map(),
  recentIds: new Map(),
  profiles: new Map(),
  pending: NO_PENDING,
  outbox: new Map(),
  kept: NO_KEPT,
  later: null,
  sync: NO_SYNC,
  connection: { name: 'idle' },
  open: null,
  clientId: null,
  multiport: false,
  minute: 0,
});

const NONE: readonly Contact[] = [];
/** An index that stays empty: the one that can take contacts loads with the client that has some. */
const NOBODY: State['contacts'] = {
  size: 0,
  get: () => undefined,
  has: () => false,
  with: () => NOBODY,
  remove: () => NOBODY,
  at: () => undefined,
  apart: () => NOBODY,
  changedSince: () => null,
  [Symbol.iterator]: () => NONE[Symbol.iterator](),
};

/** The state of a visitor's page. */
export const VISITOR: State = blankState(NOBODY);

/** These and no others; a later one about the same counts. */
export function withPendingList(state: State, pendingChanges: readonly PendingChange[]): State {
  const registers = Object.keys(NO_PENDING) as (keyof Pending)[];
  const pending = new Map(registers.map((one) => [one, new Map<string, PendingChange['value']>()]));
  for (const { register, conversation, value } of pendingChanges)
    pending.get(register)?.set(conversation, value);
  return { ...state, pending: Object.fromEntries(pending) as unknown as Pending };
}
