import type { MessageType } from '../../../domain/message.ts';
import { mayRecall, type RecallFacts } from '../../../domain/permissions.ts';
import type { DeliveryState } from './timeline.ts';

export type MessageMenuItem =
  | 'react'
  | 'reactors'
  | 'readBy'
  | 'retry'
  | 'quote'
  | 'thread'
  | 'viewThread'
  | 'forward'
  | 'copy'
  | 'copyLink'
  | 'edit'
  | 'pin'
  | 'unpin'
  | 'remind'
  | 'unreadFrom'
  | 'removePreview'
  | 'save'
  | 'saveEmoji'
  | 'mention'
  | 'select'
  | 'closePoll'
  | 'report'
  | 'recall'
  | 'delete'
  | 'discard';

/** Everything that decides which actions a message offers; gathered by the screen, decided here. */
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
  readonly tellsReaders: boolean;
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

const COPIES_LINK: ReadonlySet<MessageType> = new Set(['image', 'video', 'file']);
const SAVES: ReadonlySet<MessageType> = new Set(['image', 'video', 'file']);

/** Menu entries in display order: common actions first, removal last. */
export function menuOf(facts: MenuFacts): readonly MessageMenuItem[] {
  const { mine, type, inGroup } = facts;
  if (type === 'event') return [];
  // An unsent message has no link yet.
  const copies = type === 'text' || (COPIES_LINK.has(type) && facts.numbered);
  if (facts.delivery === 'failed') return copies ? ['retry', 'copy', 'discard'] : ['retry', 'discard'];
  const edits = facts.mayEdit && facts.maySpeak;
  const pins: readonly (readonly [MessageMenuItem, boolean])[] = facts.pinning ? [[facts.pinning, true]] : [];
  if (facts.delivery === 'going') {
    const offered: readonly (readonly [MessageMenuItem, boolean])[] = [
      ['copy', copies],
      ['edit', edits],
      ...pins,
      ['discard', true],
    ];
    return shownOf(offered);
  }
  const call = type === 'webrtc';
  const items: readonly (readonly [MessageMenuItem, boolean])[] = [
    ['react', !call && facts.numbered && facts.mayReact && facts.maySpeak],
    ['quote', !call && facts.numbered && facts.maySpeak],
    ['thread', facts.threading === 'thread' && !call && facts.numbered && facts.maySpeak],
    ['viewThread', facts.threading === 'viewThread'],
    ['forward', !call && type !== 'voice' && !facts.poll && facts.numbered],
    ['copy', copies],
    ['copyLink', facts.linkable && facts.numbered],
    ['edit', edits],
    ...pins,
    ['remind', facts.numbered && facts.mayRemind],
    ['unreadFrom', !mine && facts.numbered && facts.mayMark],
    ['removePreview', mine && facts.previewed],
    ['save', SAVES.has(type)],
    ['saveEmoji', type === 'emoji'],
    ['mention', !mine && inGroup && facts.maySpeak],
    ['readBy', facts.tellsReaders && !call],
    ['reactors', facts.reacted],
    ['select', facts.numbered && facts.mayChoose],
    ['closePoll', facts.mayClose],
    ['report', !mine && !call && facts.numbered && facts.mayReport],
    ['recall', !call && mayRecall(facts)],
    ['delete', mine && facts.mayDelete],
  ];
  return shownOf(items);
}

const shownOf = (items: readonly (readonly [MessageMenuItem, boolean])[]): readonly MessageMenuItem[] =>
  items.filter(([, shown]) => shown).map(([item]) => item);
