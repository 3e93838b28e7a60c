import type { ContactId, DraftKey, UserId } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { Api } from '../connection/api.ts';
import type { Notice } from '../interface/client.ts';
import type { LocalEvent, PendingChange } from '../state/local-event.ts';
import type { State } from '../state/state.ts';

/**
 * Pending changes on their way to the server: pins, mutes, archive and unread marks, hides, read marks,
 * recalls, edits, message pins, reactions, votes and removed cards (SEND-12, RECALL-4, EDIT-5, PINS-6,
 * REACT-5, POLL-3, PREVIEW-11). The values are in the state's overlay; this only decides when they are sent,
 * with one machine per register and conversation, or message.
 */
export interface PendingChanges {
  want(change: PendingChange): void;
  /** The change is no longer wanted; a request already sent completes. */
  drop(change: PendingChange): void;
  /** Many at once, with one change of the state. */
  wantAll(pendingChanges: readonly PendingChange[]): void;
  /** Takes over pending changes of a closed tab of this browser (SEND-12). */
  takeUp(pendingChanges: readonly PendingChange[]): void;
  /** Leaves them to another tab, which requests different values and sends them. */
  letGo(pendingChanges: readonly PendingChange[]): void;
  /** After a restart: everything that still waits. */
  resume(): void;
  /** Drafts typed in another tab of this browser, or in one closed before it sent them (DRAFT-1). */
  tellDrafts(): void;
  /** The user changed the draft of a chat or thread (DRAFT-1). */
  typed(id: DraftKey): void;
  receiveDraft(id: ContactId, draft: Draft, op: string | null): void;
  permit(on: boolean): void;
  networkReturned(): void;
  /** The state changed: what was confirmed needs no asking. */
  onChange(state: State): void;
  stop(): void;
}

export interface PendingChangesParts {
  readonly clock: Clock;
  readonly api: Api;
  readonly get: () => State;
  readonly dispatch: (event: LocalEvent) => void;
  /** Its call was answered; from ours the event follows. */
  readonly took: (change: PendingChange) => void;
  readonly raise: (notice: Notice) => void;
  readonly settings: SettingsPort;
  readonly newOp: () => string;
  readonly user: UserId;
  readonly watch?: WatchActors;
}

export type MakePendingChanges = (parts: PendingChangesParts) => PendingChanges;
