import type { ClientId, UserId } from '../../domain/ids.ts';
import { pushLimits } from '../../domain/limits.ts';
import { serverLimits } from '../kernel/limits.ts';
import { frameLimits } from '../../domain/list-limits.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TokenAccess } from '../../ports/store.ts';
import { decodeUp } from '../../wire/up.ts';
import type { Up } from '../../wire/up.ts';
import type { PingRound, PingRounds } from './ping-rounds.ts';
import type { Places } from './returning.ts';

/**
 * A connected socket as the gateway sees it, independent of transport. Incoming frames go to its `Session`.
 */
export interface ServerSocket {
  send(text: string): void;
  close(code: number, reason: string): void;
  /** Pings the remote end, if the transport answers pings itself. */
  ping?(): void;
  /** Bytes handed to `send` that the network has not taken yet. */
  bufferedBytes(): number;
  readonly remoteAddress: string;
}

/** Why the server closes a socket. */
export const closing = {
  badToken: [4001, 'token refused'],
  loginEnded: [4001, 'login ended'],
  disabled: [4001, 'account disabled'],
  slowReader: [4002, 'too slow'],
  tooManyFrames: [4003, 'too many frames'],
  silent: [4004, 'silent'],
  tooManySockets: [4005, 'too many sockets from this address'],
  replaced: [4006, 'too many sockets of this person'],
  failed: [1011, 'not available now'],
  leaving: [1001, 'server stops'],
  renewed: [1012, 'load anew'],
  elsewhere: [1013, 'connect to another node'],
} as const satisfies Record<string, readonly [number, string]>;

export type Closing = keyof typeof closing;

/** Functions a session needs from the hub. */
export interface SessionHost {
  readonly clock: Clock;
  readonly pings: PingRounds;
  /** Verifies the token and binds; answers `pong` or closes. */
  bindFrame(session: SocketSession, frame: Extract<Up, { type: 'bindUid' }>): void;
  /** The frame that answers a ping (GATE-1). */
  pong(session: SocketSession): string;
  /** Our client reports which users it believes to be online (PRES-3). */
  compare(session: SocketSession, word: string): void;
  /** Our client reports its user's typing (TYPING-1). */
  typing(session: SocketSession, frame: Extract<Up, { type: 'typing' }>): void;
  /** The client announced that it leaves on purpose, or the socket is gone. */
  left(session: SocketSession, deliberate: boolean): void;
  remove(session: SocketSession): void;
}

const PING = JSON.stringify({ type: 'ping' });

/** One socket: keep-alive, limits and its bound user. A class, because there are thousands. */
export class SocketSession {
  user: UserId | null = null;
  /** Digest of the token it is bound with; kept after its end so that `offline` still finds it (ACC-8). */
  token = '';
  isMobile = false;
  /** Set if that token is a personal access token (BOT-5). */
  access: TokenAccess | null = null;
  /** Expiry of that token. */
  expiresAtMs = Number.POSITIVE_INFINITY;
  /** Showed the mark of our client. */
  ours = false;
  open = true;
  /** Time from which a base-protocol client is sent presence once more; null after that (PRES-3). */
  presenceDueMs: number | null = null;
  /** The last correction of our client's presence, and its repeats; null while it is right. */
  presenceMended: { readonly pair: string; readonly times: number } | null = null;
  /** Positions shown on a visible page; null before the first. */
  private visiblePositions: Map<string, number> | null = null;
  private pingAtMs = Number.NEGATIVE_INFINITY;
  /** Rises with each `bindUid`, so that a slow earlier one cannot win. */
  bindings = 0;
  /** Time of the bind, or of the first of the sockets it returned for, on the monotonic clock. */
  boundAtMs = 0;
  /** Replaced a silent one. */
  succeeds = false;
  /** This socket already replaced a lost one: it replaces no other (GATE-9). */
  cameBack = false;
  /** True once it has asked whether an earlier socket had closed. */
  isReturnChecked = false;
  /** Positions from which missed frames are still to be sent. */
  replayPlaces: Places | null = null;
  /** Counted by our own timer, so that a corrected system clock ends no socket. */
  private silentMs = 0;
  private hasActivity = false;
  private budget: number = serverLimits.framesBurst;
  private budgetAtMs: number;
  private round: PingRound | null = null;

  constructor(
    readonly id: ClientId,
    readonly socket: ServerSocket,
    private readonly host: SessionHost,
  ) {
    this.budgetAtMs = host.clock.elapsedMs();
    this.waitForLook(this.budgetAtMs);
  }

  /** A text frame came in. Unknown and unreadable ones are ignored. */
  receive(text: string): void {
    if (!this.open) return;
    this.hasActivity = true;
    if (!this.mayTalk()) return this.end('tooManyFrames');
    if (text.length > frameLimits.frameBytesMax) return;
    const frame = decodeUp(text);
    switch (frame?.type) {
      case 'ping':
        this.pingAtMs = this.host.clock.elapsedMs();
        return this.send(this.host.pong(this));
      case 'bindUid':
        return this.host.bindFrame(this, frame);
      case 'ack':
        if (frame.visible) this.keepSeen(frame.positions);
        return;
      case 'presence':
        return this.host.compare(this, frame.word);
      case 'typing':
        return this.host.typing(this, frame);
      case 'close':
        return this.host.left(this, true);
      case 'pong':
      case undefined:
        return;
    }
  }

  /** The transport answered a ping: a client that sends nothing else is still there (GATE-6). */
  alive(): void {
    if (this.user !== null) this.hasActivity = true;
    this.noise();
  }

  /**
   * A control frame arrived: it costs as much as a data frame, each ping even an answer, and counts as one
   * (GATE-10).
   */
  noise(): void {
    if (this.open && !this.mayTalk()) this.end('tooManyFrames');
  }

  /** Duration of the silence it was closed for; 0 for all others. */
  get fellSilentMs(): number {
    return this.silentMs < serverLimits.silentSocketMs ? 0 : this.host.clock.elapsedMs() - this.budgetAtMs;
  }

  /** The transport closed. */
  closed(): void {
    if (!this.open) return;
    this.open = false;
    this.host.pings.leave(this, this.round);
    this.host.left(this, false);
    this.host.remove(this);
  }

  /** A socket that reads too slowly is closed; the client catches up when it returns (GATE-4). */
  send(text: string): void {
    if (this.mayTake()) this.socket.send(text);
  }

  /** Sends all frames or none, so that none of them is repeated after a return (GATE-9). */
  sendAll(texts: readonly string[]): void {
    if (this.mayTake()) for (const text of texts) this.socket.send(text);
  }

  private mayTake(): boolean {
    if (!this.open || this.ranOut()) return false;
    if (this.socket.bufferedBytes() <= serverLimits.socketBufferBytesMax) return true;
    this.end('slowReader');
    return false;
  }

  /**
   * An expired login receives nothing more: checked before each frame, including the regular ping (GATE-7).
   */
  private ranOut(): boolean {
    if (this.user === null || this.host.clock.nowMs() < this.expiresAtMs) return false;
    this.host.left(this, true);
    this.end('loginEnded');
    return true;
  }

  end(why: Closing): void {
    if (!this.open) return;
    const [code, reason] = closing[why];
    this.socket.close(code, reason);
    this.closed();
  }

  /** Our client reports visibility; a base-protocol client counts as visible while it pings (PUSH-3). */
  hasSeen(stream: string, seq: number): boolean {
    if (!this.ours) return this.host.clock.elapsedMs() - this.pingAtMs < pushLimits.plainVisibleMs;
    return (this.visiblePositions?.get(stream) ?? -1) >= seq;
  }

  private keepSeen(positions: Readonly<Record<string, number>>): void {
    this.visiblePositions ??= new Map();
    for (const [stream, seq] of Object.entries(positions)) {
      this.visiblePositions.delete(stream);
      this.visiblePositions.set(stream, seq);
    }
    for (const stream of this.visiblePositions.keys()) {
      if (this.visiblePositions.size <= pushLimits.ackStreamsMax) return;
      this.visiblePositions.delete(stream);
    }
  }

  private mayTalk(): boolean {
    const now = this.host.clock.elapsedMs();
    const refilled = this.budget + ((now - this.budgetAtMs) / 1_000) * serverLimits.framesPerSec;
    this.budget = Math.min(serverLimits.framesBurst, refilled) - 1;
    this.budgetAtMs = now;
    return this.budget >= 0;
  }

  /** Pings every 20 s, also at transport level; a client silent on both for 75 s is gone (GATE-6). */
  look(atMs: number): void {
    this.silentMs = this.hasActivity ? 0 : this.silentMs + this.lookMs;
    this.hasActivity = false;
    if (this.silentMs >= serverLimits.silentSocketMs) return this.end('silent');
    this.send(PING);
    this.socket.ping?.();
    if (this.open) this.waitForLook(atMs);
  }

  private waitForLook(fromMs: number): void {
    this.round = this.host.pings.join(this, this.lookMs, fromMs);
  }

  /** Time between two checks. */
  private get lookMs(): number {
    return Math.min(serverLimits.pingEveryMs, serverLimits.silentSocketMs - this.silentMs);
  }
}
