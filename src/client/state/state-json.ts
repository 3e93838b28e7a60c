import type { ContactId, MessageId, StreamId, UserId } from '../../domain/ids.ts';
import type { Typist } from '../../domain/typing.ts';
import type { Profile } from '../../domain/profile.ts';
import { peopleOf } from './blocked.ts';
import { indexOf } from './contact-index.ts';
import type { PendingChange } from './local-event.ts';
import { pendingChangesOf } from './snapshot-changes.ts';
import { NO_KEPT, withPendingList } from './blank.ts';
import type { Contact, Conversation, OpenThread, OutboxItem, State } from './state.ts';
import type { KeptState } from './kept-shown.ts';

/** A state as plain JSON, for scripts: maps become lists of pairs, the index its contacts. */
export interface StateJson extends Pick<
  State,
  'self' | 'config' | 'totals' | 'sync' | 'connection' | 'open' | 'clientId' | 'multiport' | 'minute'
> {
  readonly contacts: readonly Contact[];
  readonly conversations: readonly WindowJson[];
  readonly left: readonly (readonly [StreamId, number])[];
  /** Absent in scripts that were recorded before there were any. */
  readonly blocked?: readonly UserId[];
  readonly recentIds: readonly (readonly [ContactId, readonly MessageId[]])[];
  readonly profiles?: readonly Profile[];
  readonly wishes: readonly PendingChange[];
  readonly kept?: KeptState;
  readonly outbox: readonly (readonly [ContactId, readonly OutboxItem[]])[];
  /** Scripts recorded before this was a list have an empty object. */
  readonly typing?: readonly (readonly [ContactId, readonly Typist[]])[] | undefined;
}

interface WindowJson extends Omit<Conversation, 'erased' | 'early' | 'thread'> {
  readonly early?: Conversation['early'];
  readonly erased: readonly (readonly [MessageId, 'recalled' | 'deleted'])[];
  readonly thread?: ThreadJson | undefined;
}

interface ThreadJson extends Omit<OpenThread, 'first' | 'answers'> {
  readonly first: WindowJson;
  readonly answers: WindowJson;
}

const windowToJson = ({ thread, ...window }: Conversation): WindowJson => ({
  ...window,
  erased: [...window.erased],
  ...(thread && {
    thread: { ...thread, first: windowToJson(thread.first), answers: windowToJson(thread.answers) },
  }),
});

const windowFromJson = ({ thread, ...window }: WindowJson): Conversation => ({
  ...window,
  early: window.early ?? [],
  erased: new Map(window.erased),
  ...(thread && {
    thread: { ...thread, first: windowFromJson(thread.first), answers: windowFromJson(thread.answers) },
  }),
});

export const stateToJson = ({ pending, blocked, typing, ...state }: State): StateJson => ({
  ...state,
  contacts: [...state.contacts],
  conversations: [...state.conversations.values()].map(windowToJson),
  left: [...state.left],
  ...(blocked && { blocked: [...blocked] }),
  recentIds: [...state.recentIds],
  profiles: [...state.profiles.values()],
  wishes: pendingChangesOf(pending),
  outbox: [...state.outbox],
  ...(typing && { typing: [...typing] }),
});

export function stateFromJson({ wishes: changes, typing, ...json }: StateJson): State {
  const state = {
    ...json,
    contacts: indexOf(json.contacts),
    conversations: new Map(json.conversations.map((one) => [one.id, windowFromJson(one)])),
    left: new Map(json.left),
    blocked: peopleOf(json.blocked),
    recentIds: new Map(json.recentIds),
    // Scripts that were recorded before these were kept have none.
    profiles: new Map((json.profiles ?? []).map((one) => [one.user, one])),
    kept: json.kept ?? NO_KEPT,
    outbox: new Map(json.outbox),
    ...(Array.isArray(typing) && { typing: new Map(typing as NonNullable<StateJson['typing']>) }),
  };
  return withPendingList(state as unknown as State, changes);
}

/** A state to keep for long: its index has no ties to the versions that follow. */
export const apart = (state: State): State => ({ ...state, contacts: state.contacts.apart() });
