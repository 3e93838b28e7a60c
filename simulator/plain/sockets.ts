import type { SocketHandle } from '../../src/ports/socket.ts';
import type { WorldRecord } from '../devices/record.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import type { WorldNode } from '../nodes/node.ts';
import type { Chance } from '../plan/random.ts';
import { createDeviceNetwork } from '../network/network.ts';
import type { DeviceNetwork } from '../network/network.ts';
import type { VirtualClock } from '../time/virtual-clock.ts';
import type { Recorder } from '../recorder/recorder.ts';

const [RETRY_MS, PING_MS, SILENT_MS] = [3_000, 25_000, 45_000];
/**
 * Time for which the server stores missed frames of a base-protocol client; the device asks well within it.
 */
const KEPT_MS = 9 * 60_000;
/** Limit below the 500 events of which the server sends the newest (GATE-9); some events have no frame. */
const WELL_WITHIN = 400;
/** Frames that are not events: presence, and those sent when a group opens. */
const NO_EVENT = /^{"type":"(?:init|ping|pong|isOnline|updateConfig|atMsgList)"/;

/** One socket, with the data that shows whether frames were lost on it. */
export interface Line {
  readonly handle: SocketHandle;
  readonly link: DeviceNetwork;
  sentCount: number;
  handledCount: number;
  open: boolean;
  /** A bind was requested: the server may have sent the missed frames to it. */
  isBindRequested: boolean;
  bound: boolean;
  clientId: string;
  /** The process at the other end. */
  process: WorldNode['server'];
  node: string;
  closedAtMs: number;
  lastFrameMs: number;
}

/** The World, as far as such a device needs it. */
export interface PlainWorld {
  readonly around: Surroundings;
  readonly clock: VirtualClock;
  readonly nodes: readonly WorldNode[];
  readonly recorder: Recorder;
  readonly record: WorldRecord;
}

interface PlainSocketsOptions {
  readonly world: PlainWorld;
  readonly name: string;
  readonly chance: Chance;
  /** A frame has come. */
  readonly onFrame: (line: Line, text: string) => void;
}

/**
 * The sockets of a base-protocol device, one after another: it pings each, reconnects after a loss, and knows
 * whether the server can have stored the missed frames.
 */
export class PlainSockets {
  readonly #options: PlainSocketsOptions;
  readonly #nodes = new Map<string, WorldNode>();
  #line: Line | null = null;
  #last: Line | null = null;
  /** Nothing was lost before the last one, as far as the server can determine. */
  #lastIsKept = true;
  #opened = 0;
  #over = false;
  #awayUntilMs = 0;
  /** Time at which everything became reachable again; null before. */
  #healedAtMs: number | null = null;
  #lossesAtClose = 0;

  constructor(options: PlainSocketsOptions) {
    this.#options = options;
  }

  /** The present socket. */
  get line(): Line | null {
    return this.#line;
  }

  get over(): boolean {
    return this.#over;
  }

  connect(): void {
    if (this.#over) return;
    const { clock } = this.#options.world;
    const link = this.#linkOf(
      (node) => {
        line.process = node.server;
        line.node = node.name;
        this.#nodes.set(node.name, node);
      },
      () => void (line.sentCount += 1),
    );
    const handle = link.open({
      opened: () => handle.send('{"type":"ping"}'),
      frame: (text) => this.#receive(line, text),
      closed: () => this.#closed(line),
    });
    const line: Line = {
      handle,
      link,
      sentCount: 0,
      handledCount: 0,
      open: true,
      isBindRequested: false,
      bound: false,
      clientId: '',
      process: null,
      node: '',
      closedAtMs: 0,
      lastFrameMs: clock.elapsedMs(),
    };
    this.#line = line;
    const ping = (): void => {
      if (!line.open || this.#over) return;
      // Half-open without notice, and the server would have pinged twice by now.
      if (this.isSilent()) return this.hangUp();
      handle.send('{"type":"ping"}');
      clock.setTimeout(ping, PING_MS);
    };
    clock.setTimeout(ping, PING_MS);
  }

  /** A close by this side causes no event. */
  hangUp(): void {
    const line = this.#line;
    line?.handle.close();
    if (line) this.#closed(line);
  }

  away(ms: number): void {
    this.#awayUntilMs = this.#options.world.clock.elapsedMs() + ms;
    this.#line?.link.unplug(true);
  }

  /** Back in reach of everything. */
  heal(): void {
    this.#awayUntilMs = 0;
    this.#healedAtMs = this.#options.world.clock.elapsedMs();
    this.#line?.link.unplug(false);
    this.#line?.link.thaw();
    if (this.#line === null) this.connect();
  }

  end(): void {
    this.#over = true;
    this.hangUp();
  }

  isSilent(): boolean {
    return this.#line !== null && this.#options.world.clock.elapsedMs() - this.#line.lastFrameMs > SILENT_MS;
  }

  /** Returns true if a frame arrived since the connection was unobstructed. */
  isHeard(): boolean {
    return this.#healedAtMs === null || (this.#line?.lastFrameMs ?? 0) > this.#healedAtMs;
  }

  /**
   * Returns true if the server can have stored all frames since the last socket: none was lost, the storing
   * node is alive, and the number is small enough.
   */
  isKept(): boolean {
    const last = this.#last;
    if (last === null || !this.#lastIsKept || last.sentCount !== last.handledCount || this.#line === null)
      return false;
    const [then, now] = [this.#nodes.get(last.node), this.#line.node];
    const gapMs = this.#options.world.clock.elapsedMs() - last.closedAtMs;
    return (
      gapMs < KEPT_MS &&
      this.#line.sentCount < WELL_WITHIN &&
      now === last.node &&
      then?.server === last.process &&
      this.#losses() === this.#lossesAtClose
    );
  }

  #linkOf(onNode: (node: WorldNode) => void, onFrame: () => void): DeviceNetwork {
    const { world, name, chance } = this.#options;
    this.#opened += 1;
    return createDeviceNetwork({
      around: world.around,
      chance: chance.fork(`socket ${this.#opened}`),
      nodes: world.nodes,
      name,
      userAgent: 'Desktop',
      recorder: world.recorder,
      answered: () => undefined,
      framed: (text) => NO_EVENT.test(text) || onFrame(),
      onNode,
      pathChanged: () => undefined,
    });
  }

  #receive(line: Line, text: string): void {
    line.lastFrameMs = this.#options.world.clock.elapsedMs();
    if (!NO_EVENT.test(text)) line.handledCount += 1;
    this.#options.onFrame(line, text);
  }

  #closed(line: Line): void {
    if (!line.open) return;
    line.open = false;
    line.closedAtMs = this.#options.world.clock.elapsedMs();
    if (line.isBindRequested) {
      // A device that was bound has processed earlier frames; without an answer that is unknown.
      this.#lastIsKept = line.bound || this.isKept();
      this.#last = line;
    }
    this.#lossesAtClose = this.#losses();
    if (this.#line === line) this.#line = null;
    this.#reconnect();
  }

  #reconnect(): void {
    const { clock } = this.#options.world;
    clock.setTimeout(
      () => {
        if (this.#over || this.#line !== null) return;
        if (clock.elapsedMs() < this.#awayUntilMs) this.#reconnect();
        else this.connect();
      },
      Math.max(RETRY_MS, this.#awayUntilMs - clock.elapsedMs()),
    );
  }

  /** Counts faults that make a node forget frames, or not send them. */
  #losses(): number {
    return [...this.#options.world.record.counts].reduce(
      (sum, [what, count]) => sum + (/^(?:fault: (?:nodeJump|bringDown)|log: )/.test(what) ? count : 0),
      0,
    );
  }
}
