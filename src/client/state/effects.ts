import type { CallKept, CallSignal, FramedEvent, Origin } from '../../domain/events.ts';
import type { GroupCallSignal } from '../../domain/group-call.ts';
import type { ClientId, ContactId, MessageId, StreamId } from '../../domain/ids.ts';
import type { Draft, Person } from '../../domain/message.ts';
import type { LocalEvent } from './local-event.ts';
import type { Preview } from './preview.ts';
import type { State } from './state.ts';

/** The reason a conversation is no longer the user's; `gone` if the reason is unknown. */
export type GoneWhy = 'removed' | 'left' | 'dissolved' | 'unfriended' | 'gone';

/** Work that an event requires, as data; one runner executes it (EFFECT-1 …). */
export type Effect =
  /** `conversation`: whose message it is; absent: of none. */
  | { readonly type: 'sound'; readonly conversation?: ContactId | undefined }
  /** Another user wrote in a conversation that has notifications on and is not on screen. */
  | {
      readonly type: 'arrived';
      readonly conversation: ContactId;
      readonly from: string;
      readonly preview: Preview;
      /** It answers in a thread the user follows: notifies even if the group is muted (THREAD-7). */
      readonly follows?: true;
      /** It mentions or answers the user: notifies if only those do (ALERT-2). */
      readonly toMe?: true;
      /** The message; absent for a reaction. */
      readonly id?: MessageId;
    }
  /** This message mentions me no longer: what was shown of it closes (PUSH-13). */
  | { readonly type: 'withdrawn'; readonly conversation: ContactId; readonly id: MessageId }
  /** This unread message has new words: its notification, if one is shown, follows (PUSH-21). */
  | {
      readonly type: 'reworded';
      readonly conversation: ContactId;
      readonly id: MessageId;
      readonly from: string;
      readonly preview: Preview;
    }
  /** `name` as it was called here; `mine`: done by this person, here or on another device. */
  | {
      readonly type: 'chatGone';
      readonly conversation: ContactId;
      readonly why: GoneWhy;
      readonly name: string;
      readonly mine: boolean;
      readonly wasOpen: boolean;
    }
  /** Its time has come (LATER-10). */
  | { readonly type: 'reminded'; readonly conversation: ContactId; readonly id: MessageId }
  /** Its draft is another one now, on the device where `op` was typed or on all others (DRAFT-1). */
  | {
      readonly type: 'draftHeard';
      readonly conversation: ContactId;
      readonly draft: Draft;
      readonly op: string;
    }
  | { readonly type: 'bindGroup'; readonly conversation: ContactId }
  /**
   * A message without a number arrived in the open chat: the view cannot report how far it was read
   * (COUNT-2).
   */
  | { readonly type: 'markRead'; readonly conversation: ContactId }
  /** Its members changed, and the server does not report their number (PLAIN-5). */
  | { readonly type: 'countMembers'; readonly conversation: ContactId }
  /** An outbox item of this id is in its stream (SEND-7). */
  | { readonly type: 'settled'; readonly id: MessageId; readonly conversation: ContactId | null }
  | { readonly type: 'forcedLogout'; readonly client: ClientId }
  /**
   * Signalling of a call; `isMissed`: fetched after a time away, so it is never answered with busy (EFFECT-2).
   */
  | {
      readonly type: 'callSignal';
      readonly conversation: ContactId;
      readonly from: Person;
      readonly call: MessageId;
      readonly signal: CallSignal;
      readonly isMissed: boolean;
    }
  /** Another user began a call in a group that has notifications on; `name`: that user's (GCALLUI-4). */
  | { readonly type: 'groupCallBegan'; readonly conversation: ContactId; readonly name: string }
  /** A signal of another device in a group call (GCALL-5). */
  | { readonly type: 'groupCallSignal'; readonly signal: GroupCallSignal }
  | { readonly type: 'answerPing' }
  | { readonly type: 'greeted'; readonly client: ClientId; readonly epoch: string | null }
  /** `calls`: the live calls that the answer to a bind lists (CALL-18). */
  | {
      readonly type: 'ponged';
      readonly atMs?: number | undefined;
      readonly bound: boolean | null;
      readonly calls: readonly CallKept[] | null;
    }
  /** Ask `sync` from the cursor. */
  | { readonly type: 'requestSync' }
  /** Ask `sync` with the position of this stream for a fresh contact. */
  | { readonly type: 'requestResync'; readonly stream: StreamId }
  /** The members of the list may have changed (CONF-6). */
  | { readonly type: 'listStale' }
  /** Too many frames arrived during the bind: binds again (STREAM-13). */
  | { readonly type: 'rebind' };

export type Input =
  | { readonly kind: 'server'; readonly framed: FramedEvent; readonly origin: Origin }
  | { readonly kind: 'local'; readonly event: LocalEvent };

export interface Reduced {
  readonly state: State;
  readonly effects: readonly Effect[];
}

export const NO_EFFECTS: readonly Effect[] = [];
export const unchanged = (state: State): Reduced => ({ state, effects: NO_EFFECTS });
