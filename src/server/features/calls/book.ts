import type { Core, CallOnBind } from '../../kernel/core.ts';
import { glareKeepsMine } from '../../../domain/call.ts';
import type { ClientId, MessageId, MsgId, StreamId, UserId } from '../../../domain/ids.ts';
import { callLimits as limits, duration } from '../../../domain/limits.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { WireFrame } from '../../kernel/wire-frame.ts';

/** A call that this server follows, from the first ring until a minute after its end (CALL-15). */
export interface FollowedCall {
  readonly id: MessageId;
  readonly msgId: MsgId;
  readonly stream: StreamId;
  readonly caller: UserId;
  readonly callee: UserId;
  /** The record's data about the call: kind and device. */
  readonly extra: Readonly<Record<string, unknown>>;
  state: 'ringing' | 'talking' | 'over';
  /** Uses this process's monotonic clock. */
  talkingSinceMs: number;
  /** How it ended, here. */
  ending: { readonly code: number; readonly talkSec: number } | null;
  frames: KeptFrame[];
  frameCount: number;
  /** Executed steps: a repeat of one is answered and changes nothing (CALL-19). */
  readonly executedOps: Set<string>;
  /**
   * Sockets of the device each side is in the call with; a device names the call when it binds again, as does
   * one that rang and does not know who took it (CALL-23).
   */
  readonly holders: Map<UserId, ReadonlySet<ClientId>>;
  timer: unknown;
}

/** A frame of signalling for one side, with its number in the call (docs/calls.md). */
export interface KeptFrame {
  readonly no: number;
  readonly to: UserId;
  readonly frame: WireFrame;
}

/** The calls this node tracks, and its dependencies. */
export interface Following {
  readonly core: Core;
  readonly book: CallBook;
}

/** Calls of this node, in bounded memory; ended ones are dropped after a minute. */
export class CallBook {
  private readonly calls = new Map<MessageId, FollowedCall>();

  constructor(private readonly clock: Clock) {}

  get(id: MessageId): FollowedCall | null {
    return this.calls.get(id) ?? null;
  }

  /** A user's calls that are not over. */
  of(user: UserId): readonly FollowedCall[] {
    return [...this.calls.values()].filter(
      (live) => live.state !== 'over' && (live.caller === user || live.callee === user),
    );
  }

  /**
   * Both began before either was followed: its caller gives up this one and accepts the other (CALL-9).
   */
  isCrossed({ state, caller, callee }: FollowedCall): boolean {
    if (state !== 'ringing' || glareKeepsMine(caller, callee)) return false;
    return this.of(caller).some((other) => other.caller === callee);
  }

  get full(): boolean {
    return this.calls.size >= limits.liveMax;
  }

  add(live: FollowedCall): void {
    this.calls.set(live.id, live);
  }

  /** Limited: a call that no side ends is dropped after a day. */
  after(live: FollowedCall, waitMs: number, task: () => void): void {
    this.clock.clearTimeout(live.timer);
    live.timer = this.clock.setTimeout(task, waitMs);
  }

  over(live: FollowedCall): void {
    live.state = 'over';
    live.frames = [];
    this.after(live, limits.retentionMs, () => this.calls.delete(live.id));
  }

  forget(live: FollowedCall): void {
    this.clock.clearTimeout(live.timer);
    this.calls.delete(live.id);
  }

  /**
   * Gives a frame its number and keeps it for devices that bind later; null when the call has too many.
   * A new offer takes the place of everything of the path before it.
   */
  keep(live: FollowedCall, to: UserId, event: string, frame: WireFrame): WireFrame | null {
    if (event === 'offer') live.frames = live.frames.filter((entry) => isLasting(entry.frame));
    if (live.frames.length >= limits.framesMax) return null;
    live.frameCount += 1;
    const data = { ...(frame.data as Record<string, unknown>), no: live.frameCount };
    const numbered = { ...frame, data };
    live.frames.push({ no: live.frameCount, to, frame: numbered });
    return numbered;
  }

  /** Frames a device has not received; `had` contains the last number of each call that it knows. */
  onBind(user: UserId, client: ClientId, had: Readonly<Record<string, number>>): readonly CallOnBind[] {
    return this.of(user).map((live) => {
      const { id, frames } = live;
      const isKnown = Object.hasOwn(had, id);
      const from = isKnown ? (had[id] ?? 0) : 0;
      if (isKnown) cameAnew(live, user, client, from);
      return {
        id,
        frames: frames.filter((entry) => entry.to === user && entry.no > from).map((entry) => entry.frame),
      };
    });
  }

  stop(): void {
    for (const live of this.calls.values()) this.clock.clearTimeout(live.timer);
    this.calls.clear();
  }
}

/** Sockets of one side beside the newest. */
const MOST = 7;

/** A device that knows who took the call, and still names it, is the one in it. */
function cameAnew(
  { state, callee, frames, holders }: FollowedCall,
  user: UserId,
  client: ClientId,
  had: number,
) {
  if (user === callee && state === 'ringing') return;
  const otherFrame = frames.find(({ to, frame }) => to === user && eventOf(frame) === 'otherOpt');
  const isSure = had >= (otherFrame?.no ?? 0);
  holders.set(user, new Set([...(isSure ? [] : [...(holders.get(user) ?? [])].slice(-MOST)), client]));
}

const eventOf = (frame: WireFrame): unknown =>
  (frame.data as { readonly extends?: { readonly event?: unknown } }).extends?.event;
const isLasting = (frame: WireFrame): boolean =>
  eventOf(frame) === 'calling' || eventOf(frame) === 'acceptRtc' || eventOf(frame) === 'otherOpt';

/** How long the two have talked by now. */
export const talkSecOf = (live: FollowedCall, elapsedMs: number): number =>
  Math.floor((elapsedMs - live.talkingSinceMs) / duration.SECOND);
