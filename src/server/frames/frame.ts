import { type UserId, groupOfStream } from '../../domain/ids.ts';
import { isLeftOut } from '../../domain/mentions.ts';
import type { EventFacts, EventRow, ReadTx } from '../../ports/store.ts';
import type { FrameBody, WireFrame } from '../kernel/wire-frame.ts';
import { callFrames } from './call-frames.ts';
import type { FrameKind, FrameKinds } from './frame-kind.ts';
import { textLength } from './history.ts';
import { groupFrames } from './group-frames.ts';
import { type FramingContext, type Joined, loadJoined } from './load.ts';
import { messageFrames, threadVariant } from './message-frames.ts';
import { derivedFrames, ownFrames } from './own-frames.ts';
import { isSameForAll, plainFrame } from './plain.ts';
import { isShownTo } from './sees-shown.ts';
import { blockedReactions, isVoter, underFrames } from './under-frames.ts';
import { type EventForViewers, nothingWanted } from './wanted.ts';
import { conversationFor, wireId } from './wire-values.ts';

/** How each kind of event becomes a frame. A new kind of event needs a row here, and nothing else to be framed. */
const FRAMES: FrameKinds = {
  ...messageFrames,
  ...groupFrames,
  ...underFrames,
  ...callFrames,
  ...ownFrames,
};

/**
 * The only place where an event becomes a viewer's frame, for the gateway and for `sync` alike (STREAM-5). It
 * is total: each permitted viewer gets a frame, so that no `seq` is ever missing.
 */
export interface Framer {
  framed(event: EventRow, viewer: UserId): BuiltFrame;
  /** All that a plain client is sent for it, as text: the frame as it needs it, and others without a place (STREAM-6). */
  plain(event: EventRow, viewer: UserId): readonly string[];
  /** Characters of its message, whose marks or addresses a frame may need. */
  costOf(event: EventRow): number;
}

/** A frame has the text itself and the line of the list; a quote is about as long. */
const FORMS = 3;

export interface BuiltFrame {
  readonly frame: WireFrame;
  /** The frame as sent; made once for all members of a group with the same view. */
  text(): string;
}

/** Loads for many events at once, then frames without waiting. */
export async function framer(
  tx: ReadTx,
  items: readonly EventForViewers[],
  context: FramingContext,
): Promise<Framer> {
  const needs = nothingWanted();
  for (const item of items) kindOf(item.event.facts).addNeeds?.(needs, item, item.event.facts);
  const batchData = await loadJoined(tx, items, needs);
  const variantsByEvent = new Map<EventRow, Map<string, BuiltFrame>>();
  const plain = new Map<EventRow, Map<string, string>>();
  const framed = (event: EventRow, viewer: UserId): BuiltFrame => {
    // Outside of groups no two views are equal, so caching is useless.
    if (groupOfStream(event.stream) === null) return new WithText(frameOf(event, viewer, batchData, context));
    const variants = variantsByEvent.get(event) ?? new Map<string, BuiltFrame>();
    variantsByEvent.set(event, variants);
    const variant = variantOf(event, viewer, batchData);
    const framed = variants.get(variant) ?? new WithText(frameOf(event, viewer, batchData, context));
    variants.set(variant, framed);
    return framed;
  };
  return {
    framed,
    costOf: ({ facts }) => ('msgId' in facts ? FORMS * textLength(batchData.messages.get(facts.msgId)) : 0),
    plain(event, viewer) {
      const { frame } = framed(event, viewer);
      const derived = derivedFrames(event, viewer).map((one) => JSON.stringify(one));
      if (!KNOWN_TO_PLAIN.has(frame.type)) return derived;
      const variant = `${variantOf(event, viewer, batchData)} ${isSameForAll(event) ? '' : viewer}`;
      const cached = plain.get(event)?.get(variant);
      const text =
        cached ?? JSON.stringify(plainFrame(frame, event, viewer, batchData.everyone, context.settings));
      plain.set(event, (plain.get(event) ?? new Map<string, string>()).set(variant, text));
      return [text, ...derived];
    },
  };
}

/** Event frames of the base protocol: its clients are sent no others (STREAM-19). */
const KNOWN_TO_PLAIN: ReadonlySet<string> = new Set([
  'simple',
  'group',
  'undoMessage',
  'delMessage',
  'updateMessage',
  'isRead',
  'readAll',
  'atMsgList',
  'addGroup',
  'addGroupUser',
  'appendContact',
  'removeUser',
  'removeGroup',
  'editGroupName',
  'groupSetting',
  'setManager',
  'changeOwner',
  'setNoSpeak',
  'clearMessage',
  'setChatTop',
  'setIsNotice',
  'webrtc',
]);

class WithText implements BuiltFrame {
  private json: string | null = null;

  constructor(readonly frame: WireFrame) {}

  text(): string {
    return (this.json ??= JSON.stringify(this.frame));
  }
}

/** One event for one viewer. */
export async function frame(
  tx: ReadTx,
  event: EventRow,
  viewer: UserId,
  context: FramingContext,
): Promise<WireFrame> {
  return (await framer(tx, [{ event, viewers: [viewer] }], context)).framed(event, viewer).frame;
}

/** The row of an event; its facts are of the same kind. */
const kindOf = ({ kind }: EventFacts) => FRAMES[kind] as unknown as FrameKind<EventFacts['kind']>;

function frameOf(event: EventRow, viewer: UserId, batchData: Joined, context: FramingContext): WireFrame {
  const { type, data } =
    placeholderFor(event, viewer) ??
    kindOf(event.facts).frame(event, event.facts, viewer, batchData, context);
  return { type, time: Math.floor(event.atMs / 1_000), data, stream: event.stream, seq: event.seq };
}

/**
 * Another user's private message becomes a placeholder with its place, and its ordinal counts as the viewer's
 * own (BLOCK-2).
 */
function placeholderFor({ stream, facts }: EventRow, viewer: UserId): FrameBody | null {
  if (facts.only === undefined || facts.only === viewer) return null;
  const toContactId = wireId(conversationFor(viewer, stream));
  if (facts.kind !== 'message') return { type: 'void', data: { toContactId } };
  return { type: 'void', data: { toContactId, id: facts.id, n: facts.n, from: viewer } };
}

/** Mentions of all members that exclude this viewer, who had blocked the author (BLOCK-11). */
function leftOut(facts: EventFacts, viewer: UserId, { messages }: Joined): string {
  if (facts.kind === 'message')
    return isLeftOut(messages.get(facts.msgId)?.at ?? [], viewer) ? ' left out' : '';
  const was = facts.kind === 'edited' && isLeftOut(facts.was, viewer) ? ' left out before' : '';
  return 'at' in facts && isLeftOut(facts.at, viewer) ? `${was} left out` : was;
}

/** A call is shown to present members alone, who may have left since the event (GCALL-1). */
const isOfMember = ({ stream, facts }: EventRow, viewer: UserId, { groupCalls }: Joined): boolean =>
  facts.kind !== 'groupCall' || groupCalls.get(stream)?.members.has(viewer) === true;

/**
 * Members of a group share bytes, with these exceptions: an embedded message from before the viewer's time is
 * omitted, voters receive their own choice, followers of a thread are marked, blockers of the author are not
 * mentioned with all members, and blockers of a user who reacted do not count that.
 */
function variantOf(event: EventRow, viewer: UserId, batchData: Joined): string {
  if (groupOfStream(event.stream) === null) return String(viewer);
  if (isVoter(event.facts, viewer) && isShownTo(event, viewer, batchData)) return String(viewer);
  const visibility =
    isShownTo(event, viewer, batchData) && isOfMember(event, viewer, batchData) ? 'all' : 'new';
  const mentions = leftOut(event.facts, viewer, batchData);
  const uncounted = blockedReactions(event, viewer, batchData);
  return `${visibility}${threadVariant(event, viewer, batchData)}${mentions}${uncounted}`;
}
