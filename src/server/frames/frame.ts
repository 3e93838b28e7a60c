import { groupOfStream } from '../../domain/ids.ts';
import type { UserId } from '../../domain/ids.ts';
import type { EventRow, ReadTx } from '../../ports/store.ts';
import { conversationFrame, seesShown } from './conversation-frames.ts';
import { loadJoined } from './load.ts';
import type { FrameContext, Joined, Shown } from './load.ts';
import { derivedFrames, ownFrame } from './own-frames.ts';
import type { WireFrame } from './wire-frame.ts';

/**
 * The one place where an event becomes what a viewer sees, for the gateway and for `sync` alike
 * (STREAM-5). It is total: whoever may see the event gets a frame, so that no `seq` is ever missing.
 */
export interface Framer {
  framed(event: EventRow, viewer: UserId): Framed;
  /** What plain clients need besides, without a place (STREAM-6). */
  derived(event: EventRow, viewer: UserId): readonly WireFrame[];
}

export interface Framed {
  readonly frame: WireFrame;
  /** The frame as sent; made once for all members of a group who see the same. */
  text(): string;
}

/** Loads for many events at once, then frames without waiting. */
export async function framer(tx: ReadTx, items: readonly Shown[], context: FrameContext): Promise<Framer> {
  const joined = await loadJoined(tx, items);
  const made = new WeakMap<EventRow, Map<string, Framed>>();
  return {
    framed(event, viewer) {
      const variants = made.get(event) ?? new Map<string, Framed>();
      made.set(event, variants);
      const variant = variantOf(event, viewer, joined);
      const framed = variants.get(variant) ?? withText(frameOf(event, viewer, joined, context));
      variants.set(variant, framed);
      return framed;
    },
    derived: (event, viewer) => derivedFrames(event, viewer, joined),
  };
}

function withText(frame: WireFrame): Framed {
  let text: string | null = null;
  return { frame, text: () => (text ??= JSON.stringify(frame)) };
}

/** One event for one viewer. */
export async function frame(tx: ReadTx, event: EventRow, viewer: UserId, context: FrameContext): Promise<WireFrame> {
  return (await framer(tx, [{ event, viewers: [viewer] }], context)).framed(event, viewer).frame;
}

function frameOf(event: EventRow, viewer: UserId, joined: Joined, context: FrameContext): WireFrame {
  const { type, data } = conversationFrame(event, viewer, joined, context) ?? ownFrame(event, viewer, joined, context);
  return { type, time: Math.floor(event.atMs / 1_000), data, stream: event.stream, seq: event.seq };
}

/** Members of a group share bytes; only another message that is shown, from before one's time, is left out. */
function variantOf(event: EventRow, viewer: UserId, joined: Joined): string {
  if (groupOfStream(event.stream) === null) return String(viewer);
  return seesShown(event, viewer, joined) ? 'all' : 'new';
}
