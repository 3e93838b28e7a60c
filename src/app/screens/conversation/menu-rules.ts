import type { MessageType } from '../../../domain/message.ts';
import type { RecallFacts } from '../../../domain/permissions.ts';
import { MESSAGE_ACTIONS, type MessageMenuItem } from './message-actions.ts';
import type { DeliveryState } from './timeline.ts';

/** Everything that decides which actions a message offers; gathered by the screen, decided by each action. */
export interface MenuFacts extends RecallFacts {
  readonly type: MessageType;
  readonly delivery: DeliveryState;
  /** The numeric id is known: quoting and forwarding use it. */
  readonly numbered: boolean;
  /** The user is its author and may still edit it (EDIT-1). */
  readonly mayEdit: boolean;
  /** The permitted pin action (PINS-2); null: none. */
  readonly pinning: 'pin' | 'unpin' | null;
  /** The server supports reactions (REACT-9). */
  readonly mayReact: boolean;
  /** The server reminds people (LATER-9). */
  readonly mayRemind: boolean;
  /** Its chat may be marked as unread from here on (UNREAD-3). */
  readonly mayMark: boolean;
  /** It has a link preview (PREVIEW-8). */
  readonly previewed: boolean;
  /** Read receipts can be shown (READBY-2). */
  readonly sharesReceipts: boolean;
  /** It has reactions. */
  readonly reacted: boolean;
  /** It is a poll, which is not passed on (POLL-8). */
  readonly poll: boolean;
  /** A poll that is not over, and theirs to end (POLL-7). */
  readonly mayClose: boolean;
  /** A thread can be started here, or exists (THREAD-4); null: neither. */
  readonly threading: 'thread' | 'viewThread' | null;
  /** It can be reported to the moderators (REPORT-1). */
  readonly mayReport: boolean;
  /** Others can be led to it by an address (LINK-1). */
  readonly linkable: boolean;
  /** Several may be chosen. */
  readonly mayChoose: boolean;
  /** The server allows authors to delete for everyone (RECALL-3). */
  readonly mayDelete: boolean;
  /** The conversation takes messages from me now. */
  readonly maySpeak: boolean;
}

/** Keys of the offered actions, in the order of the menu. */
export const menuOf = (facts: MenuFacts): readonly MessageMenuItem[] =>
  MESSAGE_ACTIONS.filter(({ isOffered }) => isOffered(facts)).map(({ key }) => key);
