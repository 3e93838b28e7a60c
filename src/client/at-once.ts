import { type MakeActions, pageActions } from './actions/page-actions.ts';
import type { MakeLateCalls } from './call/driver.ts';
import { createDeviceCalls } from './group-call/device-calls.ts';
import type { MakeChatWindow } from './conversation/chat-window.ts';
import type { MakeOutbox } from './outbox/outbox.ts';
import type { MakeUploads } from './uploads/uploads.ts';
import type { MakePendingChanges } from './pending-changes/pending-changes.ts';
import { here, type Late } from './kernel/lazy.ts';
import { fetchMissed, type FetchMissed } from './sync/missed.ts';
import * as vanishing from './session/vanishing.ts';
import type { VanishingCode } from './session/vanishing.ts';
import * as sending from './sending.ts';
import { createKeeper, type MakeKeeper } from './session/keeper.ts';
import { createLogouts, type MakeLogouts } from './session/logouts.ts';
import { EventLog } from './state/log.ts';
import type { StreamCodeSource } from './state/store.ts';
import { streamsAtOnce } from './state/stream-code.ts';
import { createClientReports, type MakeClientReports } from './typing/client-reports.ts';

/** Code a page needs only for an open chat or for sending. */
export interface MakeSending {
  readonly createOutbox: MakeOutbox;
  readonly createPendingChanges: MakePendingChanges;
  readonly createUploads: MakeUploads;
  readonly createChatWindow: MakeChatWindow;
}

/** Parts of the client that a page may fetch when they are first needed. */
export interface LaterParts {
  readonly actions: MakeActions;
  readonly calls: MakeLateCalls;
  readonly sending: MakeSending;
  readonly streams: StreamCodeSource;
  readonly fetchMissed: Late<FetchMissed>;
  readonly clientReports: MakeClientReports;
  readonly vanish: Late<VanishingCode>;
  readonly saver: MakeKeeper;
  readonly logouts: MakeLogouts;
  /** Records every applied input; absent if no inspector is used. */
  readonly events?: () => EventLog;
}

/** All parts loaded from the start, for callers that load no code over a network. */
export const atOnce: LaterParts = {
  actions: (parts, _raise, own) => ({ ...own, ...pageActions(parts) }),
  calls: createDeviceCalls,
  sending,
  streams: streamsAtOnce,
  fetchMissed: here(fetchMissed),
  clientReports: createClientReports,
  vanish: here<VanishingCode>(vanishing),
  saver: createKeeper,
  logouts: createLogouts,
  events: () => new EventLog(),
};
