import { groupOfStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import type { EventRow, ReadTx } from '../../ports/store.ts';
import { conversationFrame, seesLast } from './conversation-frames.ts';
import { loadJoined } from './load.ts';
import type { FrameContext, Joined, Shown } from './load.ts';
import { derivedFrames, ownFrame } from './own-frames.ts';
import type { WireFrame } from './wire-frame.ts';

/**
 * The one place where an event becomes what a viewer sees, for the gateway and for `sync` alike
 * (STREAM-5). It is total: whoever may see the event gets a frame, so that no `seq` is ever missing.
 */
export interface Framer {
  frame(event: EventRow, viewer: UserId): WireFrame;
  /** The same as text; made once for all members of a group who see the same. */
  text(event: EventRow, viewer: UserId): string;
  /** What plain clients need besides, without a place (STREAM-6). */
  derived(event: EventRow, viewer: UserId): readonly WireFrame[];
}

/** Loads for many events at once, then frames without waiting. */
export async function framer(tx: ReadTx, items: readonly Shown[], context: FrameContext): Promise<Framer> {
  const joined = await loadJoined(tx, items);
  const texts = new WeakMap<EventRow, Map<string, string>>();
  const made = (event: EventRow, viewer: UserId): WireFrame => frameOf(event, viewer, joined, context);
  return {
    frame: made,
    text(event, viewer) {
      const variants = texts.get(event) ?? new Map<string, string>();
      texts.set(event, variants);
      const variant = variantOf(event, viewer, joined);
      const known = variants.get(variant);
      if (known !== undefined) return known;
      const text = JSON.stringify(made(event, viewer));
      variants.set(variant, text);
      return text;
    },
    derived: (event, viewer) => derivedFrames(event, viewer),
  };
}

/** One event for one viewer. */
export async function frame(tx: ReadTx, event: EventRow, viewer: UserId, context: FrameContext): Promise<WireFrame> {
  return (await framer(tx, [{ event, viewers: [viewer] }], context)).frame(event, viewer);
}

function frameOf(event: EventRow, viewer: UserId, joined: Joined, context: FrameContext): WireFrame {
  const { type, data } = conversationFrame(event, viewer, joined, context) ?? ownFrame(event, viewer, joined, context);
  return { type, time: Math.floor(event.atMs / 1_000), data, stream: event.stream, seq: event.seq };
}

/** Members of a group share bytes; only a last message from before one's time is left out. */
function variantOf(event: EventRow, viewer: UserId, joined: Joined): string {
  if (groupOfStream(event.stream) === null) return String(viewer);
  return seesLast(event, viewer, joined) ? 'all' : 'new';
}
