import type { SelfFacts } from '../../domain/events.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message.ts';
import type { DeviceCalls } from '../call/driver.ts';
import type { Api } from '../connection/api.ts';
import type { CatchUp } from '../sync/catch-up.ts';
import type { SocketDriver } from '../connection/connection.ts';
import type { Forwards } from '../uploads/forwards.ts';
import type { PlainServer } from '../sync/plain-server.ts';
import type { ClientPorts } from '../kernel/ports.ts';
import type { Notices } from '../kernel/notices.ts';
import type { Drafts } from '../kernel/drafts.ts';
import type { Logouts } from '../session/logouts.ts';
import type { SessionDriver } from '../session/session.ts';
import type { UserScope } from '../session/user-scope.ts';
import type { ClientStore } from '../state/store.ts';
import type { ClientReports } from '../typing/client-reports.ts';
import type { UploadQueue } from '../uploads/uploads.ts';
import type { ChatWindow } from '../conversation/chat-window.ts';

/** Dependencies of the actions. */
export interface ActionParts {
  readonly ports: ClientPorts;
  readonly api: Api;
  readonly store: ClientStore;
  readonly plain: PlainServer;
  readonly link: SocketDriver;
  readonly catchUp: CatchUp;
  readonly session: SessionDriver;
  readonly drafts: Drafts;
  readonly chat: ChatWindow;
  readonly calls: DeviceCalls;
  readonly notices: Notices;
  readonly uploads: UploadQueue;
  readonly forwards: Forwards;
  readonly clientReports: ClientReports;
  readonly logouts: Logouts;
  readonly scope: () => UserScope | null;
  /** The same, also while it is being opened. */
  readonly opened: () => Promise<UserScope | null>;
  /** Resolves once the session being closed has left no traces. */
  readonly closing: () => Promise<void>;
}

export const selfOf = (parts: ActionParts): UserId | null => parts.session.current()?.user ?? null;

/**
 * Applies what an answer says about the user. A frame received since the request wins: it has a place in the
 * stream, and an answer has none (STORE-19).
 */
export function takeSelf(
  { plain, session, store }: ActionParts,
  before: SelfFacts | null,
  self: SelfFacts,
): void {
  if (store.get().self !== before && !plain.is()) return;
  session.selfChanged(self);
  store.dispatch({ type: 'selfLoaded', self });
}

export const listedCount = (store: ClientStore, id: ContactId): number =>
  store.get().contacts.get(id)?.counting.count ?? 0;

/** The words are the draft of this chat, and the server may hold one: it ends there with them (DRAFT-4). */
export function isDraftOf({ drafts, plain }: ActionParts, chat: ContactId, { text }: Draft): boolean {
  const mark = drafts.mark(chat) as { readonly kept?: boolean } | undefined;
  return mark?.kept === true && !plain.is() && drafts.get(chat).text.trim() === text.trim();
}
