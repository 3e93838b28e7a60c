import type { UploadView } from '../../../client/interface/files.ts';
import type { ChatItem } from '../../../client/state/chat-selectors.ts';
import type { OutboxItem } from '../../../client/state/state.ts';
import { HOUR } from '../../../domain/duration.ts';
import { callLine, callRecord } from '../../../domain/call.ts';
import { isRich, withFormat } from '../../../domain/rich-text.ts';
import type { ChatEntry } from '../../../domain/group-lines.ts';
import type { MessageId, UserId } from '../../../domain/ids.ts';
import { chatLimits } from '../../../domain/limits.ts';
import type { Message, MessagePin, MessageType, Quote } from '../../../domain/message.ts';

/**
 * Rows of the chat from the store: one row per message, each with the dividers above it. Dividers are not
 * separate rows, so loading older pages only adds rows at the front and the reading position stays.
 */
export interface TimelineRow {
  readonly key: MessageId;
  readonly kind: 'bubble' | 'event';
  readonly own: boolean;
  readonly sentAtMs: number;
  /** The confirmed message; null while it is only in the outbox. */
  readonly message: Message | null;
  readonly waiting: OutboxItem | null;
  /** The upload that will become this message. */
  readonly upload: UploadView | null;
  /** Its text is an edit that is still being sent (EDIT-5). */
  readonly saving?: boolean;
  /** It is about to be taken back, which can still be undone (RECALL-4): a line, no bubble. */
  readonly leaving: boolean;
  /** First of its local day: the pill above it shows the day of `sentAtMs`. */
  readonly startsDay: boolean;
  /** The "new messages" line is above it. */
  readonly startsUnread: boolean;
  /** First and last of a run: one sender within five minutes shares avatar and name. */
  readonly first: boolean;
  readonly last: boolean;
  /** An hour or more after the row above it (UI-178). */
  readonly rested: boolean;
  /** Shows its time: the last of a run, and of those of one minute in it (UI-103). */
  readonly timed: boolean;
  /** Pins made while this was the newest message; their line appears below it (PINS-4). */
  readonly pinned?: readonly MessagePin[] | undefined;
  /** Group changes at this place; for a message about a change, the message itself (GROUP-28). */
  readonly lines?: readonly (readonly ChatEntry[])[];
  /** Pictures sent together, this row's own one first; null for all other rows. */
  readonly album: readonly TimelineRow[] | null;
}

export interface TimelineInput {
  readonly items: readonly ChatItem[];
  /** Files on their way into this conversation. */
  readonly uploads?: readonly UploadView[];
  readonly self: UserId | null;
  /** Messages that are about to be taken back. */
  readonly recalling?: ReadonlyMap<MessageId, unknown>;
  /** I had read up to this ordinal when the chat was opened; null shows no line. */
  readonly unreadAfter: number | null;
  /**
   * The user's messages up to this ordinal were sent before opening the chat, so they do not count as
   * answers.
   */
  readonly countAtOpening?: number;
  /** Pins of the conversation. */
  readonly pins?: readonly MessagePin[];
  /** The rows reach the newest message. */
  readonly live?: boolean;
  /** Number of the local day of a moment. */
  readonly dayOf: (ms: number) => number;
}

/** Cached row of an item. */
interface Made {
  readonly row: TimelineRow;
  readonly day: number;
}
export type MadeRows = WeakMap<ChatItem, Made>;

/**
 * `cache`: earlier rows of the same viewer, reused where nothing changed, because one new message would
 * otherwise rebuild thousands.
 */
export function timeline(input: TimelineInput, cache: MadeRows = new WeakMap()): readonly TimelineRow[] {
  const { dayOf, self, unreadAfter, countAtOpening = 0 } = input;
  const items = withUploads(input);
  const plain = items.map((item): Bare =>
    'to' in item ? rowOfUpload(item) : (cachedRows(input, item, cache)?.row ?? bareOf(item, input)),
  );
  const itemAt = (at: number): ChatItem | undefined => {
    const item = items[at];
    return item && 'to' in item ? undefined : item;
  };
  const dayAt = (at: number, row: Bare): number => {
    const item = itemAt(at);
    return (item && cachedRows(input, item, cache)?.day) ?? dayOf(row.sentAtMs);
  };
  // A user who has answered has seen the earlier messages.
  const firstNew = unreadAfter === null ? -1 : plain.findIndex((row) => isUnread(row, unreadAfter));
  const line =
    firstNew !== -1 &&
    plain.findLastIndex((row) => row.own && (row.message?.n ?? Infinity) > countAtOpening) > firstNew
      ? -1
      : firstNew;
  const days = plain.map((row, at) => dayAt(at, row));
  const startsDay = (at: number): boolean => at === 0 || days[at] !== days[at - 1];
  const pinned = pinsBelow(input);
  const joins = plain.map((row, at) => {
    const before = plain[at - 1];
    const isParted = startsDay(at) || at === line || pinned.has(at - 1);
    return before !== undefined && !isParted && sameRun(before, row, self);
  });
  return plain.map((bare, at) => {
    const flags = {
      startsDay: startsDay(at),
      startsUnread: at === line,
      first: joins[at] !== true,
      last: joins[at + 1] !== true,
      rested: at > 0 && bare.sentAtMs - (plain[at - 1]?.sentAtMs ?? 0) >= HOUR,
      timed: joins[at + 1] !== true || minuteOf(bare) !== minuteOf(plain[at + 1]),
      pinned: pinned.get(at),
    };
    const item = itemAt(at);
    const cached = item && cachedRows(input, item, cache)?.row;
    if (
      cached &&
      cached.startsDay === flags.startsDay &&
      cached.startsUnread === flags.startsUnread &&
      cached.first === flags.first &&
      cached.last === flags.last &&
      cached.rested === flags.rested &&
      cached.timed === flags.timed &&
      samePins(cached.pinned, flags.pinned)
    )
      return cached;
    const row: TimelineRow = { ...bare, ...flags, album: null };
    if (item) cache.set(item, { row, day: days[at] ?? 0 });
    return row;
  });
}

type Bare = Omit<
  TimelineRow,
  'startsDay' | 'startsUnread' | 'first' | 'last' | 'rested' | 'timed' | 'pinned' | 'lines' | 'album'
>;

/**
 * Maps a row to the pins made while its message was the newest; if that message is gone, the previous one.
 * Empty if the rows do not reach that place.
 */
function pinsBelow({ items, pins = [], live = true }: TimelineInput): ReadonlyMap<number, MessagePin[]> {
  const pinsByItem = new Map<number, MessagePin[]>();
  for (const pin of pins) {
    const at = items.findLastIndex((item) => item.kind === 'message' && (item.message.n ?? 0) <= pin.afterN);
    const isLast = items[at + 1] === undefined || items[at + 1]?.kind === 'outgoing';
    if (at !== -1 && (live || !isLast)) pinsByItem.set(at, [...(pinsByItem.get(at) ?? []), pin]);
  }
  return pinsByItem;
}

const samePins = (a: TimelineRow['pinned'], b: TimelineRow['pinned']): boolean =>
  a?.length === b?.length && (a ?? []).every((pin, i) => pin === b?.[i]);

/** Zones differ by whole minutes: it is the same everywhere. */
const minuteOf = (row: Bare | undefined): number => Math.floor((row?.sentAtMs ?? 0) / 60_000);

const isLeaving = ({ recalling }: TimelineInput, item: ChatItem): boolean =>
  item.kind === 'message' && recalling?.has(item.message.id) === true;

/** The cached row of an item, if it is still valid. */
function cachedRows(input: TimelineInput, item: ChatItem, cache: MadeRows): Made | undefined {
  const cached = cache.get(item);
  return cached?.row.leaving === isLeaving(input, item) ? cached : undefined;
}

const bareOf = (item: ChatItem, input: TimelineInput): Bare =>
  item.kind === 'message' ? rowOfMessage(item, input.self, isLeaving(input, item)) : rowOfWaiting(item.item);

function rowOfMessage(
  { message, saving = false }: Extract<ChatItem, { kind: 'message' }>,
  self: UserId | null,
  leaving: boolean,
): Bare {
  const kind = message.type === 'event' || message.recalled || leaving ? 'event' : 'bubble';
  return {
    key: message.id,
    kind,
    own: message.from.id === self,
    sentAtMs: message.sentAtMs,
    message,
    waiting: null,
    upload: null,
    saving,
    leaving,
  };
}

const rowOfWaiting = (item: OutboxItem): Bare => ({
  key: item.message.id,
  kind: 'bubble',
  own: true,
  sentAtMs: item.message.createdAtMs,
  message: null,
  waiting: item,
  upload: null,
  leaving: false,
});

/**
 * What is on its way follows the messages in the order in which it was sent (SEND-6). Skips an upload whose
 * message already exists, even before the upload reports its end.
 */
function withUploads({ items, uploads = [] }: TimelineInput): readonly (ChatItem | UploadView)[] {
  if (uploads.length === 0) return items;
  const all: (ChatItem | UploadView)[] = [...items];
  const there = new Set(items.map((item) => item.key));
  for (const upload of uploads.filter(({ id }) => !there.has(id))) {
    const next = all.findIndex(
      (item) => 'item' in item && item.item.message.createdAtMs > upload.createdAtMs,
    );
    all.splice(next === -1 ? all.length : next, 0, upload);
  }
  return all;
}

const rowOfUpload = (upload: UploadView): Bare => ({
  key: upload.id,
  kind: 'bubble',
  own: true,
  sentAtMs: upload.createdAtMs,
  message: null,
  waiting: null,
  upload,
  leaving: false,
});

const isUnread = (row: Bare, after: number | null): boolean =>
  after !== null && !row.own && (row.message?.n ?? 0) > after && !isSeenCall(row.message);

/** A user who answered, refused or crossed a call has seen its line (CALL-41, CALL-9). */
function isSeenCall(message: Message | null): boolean {
  const record = message?.type === 'webrtc' ? callRecord(callLine(message.extra), false) : null;
  return record === 'ended' || record === 'refused' || record === 'merged';
}

function sameRun(a: Bare, b: Bare, self: UserId | null): boolean {
  if (a.kind !== 'bubble' || b.kind !== 'bubble') return false;
  const [x, y] = [a.message?.from.id ?? self, b.message?.from.id ?? self];
  return x === y && b.sentAtMs - a.sentAtMs < chatLimits.senderGapMs;
}

/** The rendered part of a message, confirmed or not. */
export interface BubbleBody {
  readonly type: MessageType;
  readonly content: string;
  readonly quote: Quote | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly at: readonly number[];
  /** Sender of a sent message. */
  readonly from?: Message['from'];
  readonly file?: Message['file'];
  readonly upload?: UploadView;
}

export const bubbleBodyOf = (row: TimelineRow): BubbleBody | null =>
  row.message ?? row.waiting?.message ?? (row.upload && uploadBody(row.upload));

const uploadBody = (upload: UploadView): BubbleBody => ({
  type: upload.kind,
  content: '',
  quote: null,
  extra: upload.caption ? withFormat({ caption: upload.caption }, isRich(upload)) : null,
  at: [],
  upload,
});

/** Checks for another user's message that mentions this user, or all members. */
export const mentionsMe = (row: TimelineRow, self: UserId | null): boolean =>
  !row.own && self !== null && (row.message?.at.some((id) => id === self || id === 0) ?? false);

/** Delivery state on an own bubble: being sent, sent, read, or failed. */
export type DeliveryState = 'going' | 'failed' | 'sent' | 'read';

/** The least advanced picture determines the state of an album. */
export function slowest(parts: readonly DeliveryState[]): DeliveryState {
  return (['failed', 'going', 'sent'] as const).find((one) => parts.includes(one)) ?? 'read';
}

export function deliveryOf(row: TimelineRow, readByPartner: boolean): DeliveryState {
  if (row.message === null && (row.waiting ?? row.upload))
    return row.waiting?.status === 'failed' || row.upload?.state === 'failed' ? 'failed' : 'going';
  if (row.saving) return 'going';
  return readByPartner ? 'read' : 'sent';
}
