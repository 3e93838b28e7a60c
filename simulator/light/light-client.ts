/**
 * The part of a client that loads the server: it binds, tracks positions, fills gaps and catches up. It
 * neither stores nor renders.
 */
export interface LightClient {
  readonly user: number;
  /** Messages as they were applied, by stream. */
  readonly digests: ReadonlyMap<string, HeardDigest>;
  /** Frames of streams that its sockets were given. */
  readonly frames: number;
  readonly syncs: number;
  readonly bound: boolean;
  /** Opens a socket at this node, after the previous one has closed. */
  connect(to: LightNode): void;
  /** Requests what is missing, as every client does after a while. */
  catchUp(): Promise<void>;
  disconnect(): void;
}

export interface HeardDigest {
  readonly count: number;
  /** Over all ids in their order. */
  readonly print: number;
}

/** A node as a client reaches it. */
export interface LightNode {
  call(token: string, path: string, body: object): Promise<LightAnswer>;
  accept(end: {
    send(text: string): void;
    close(): void;
  }): { receive(text: string): void; closed(): void } | null;
}

export interface LightAnswer {
  readonly code: number;
  readonly data: unknown;
}

interface LightFrame {
  readonly type: string;
  readonly stream?: string;
  readonly seq?: number;
  readonly derived?: 1;
  readonly cursor?: string;
  readonly data?: {
    readonly id?: string;
    readonly type?: string;
    readonly stream?: string;
    readonly base?: number;
  };
}

interface LightSync {
  readonly cursor?: string;
  readonly more?: number | boolean;
  readonly full?: number | boolean;
  readonly frames: readonly LightFrame[];
  readonly resync: readonly { readonly stream: string }[];
}

export interface LightPorts {
  /** Any running node; null while none is. */
  readonly node: () => LightNode | null;
  readonly setTimeout: (task: () => void, ms: number) => unknown;
  /** Runs a client's work on a frame, and measures its cost. */
  readonly reading: (task: () => void) => void;
  /** A resync, which these runs must not need. */
  readonly fault: (text: string) => void;
}

const HOLE_MS = 200;
const AGAIN_MS = 2_000;
const mix = (print: number, text: string): number => {
  let digest = print;
  for (let at = 0; at < text.length; at += 1) digest = (Math.imul(digest, 31) + text.charCodeAt(at)) | 0;
  return digest;
};

export function createLightClient(
  user: number,
  token: string,
  positions: ReadonlyMap<string, number>,
  cursor: string,
  ports: LightPorts,
): LightClient {
  return new Light(user, token, new Map(positions), cursor, ports);
}

class Light implements LightClient {
  readonly digests = new Map<string, HeardDigest>();
  frames = 0;
  syncs = 0;
  bound = false;
  private readonly waitingFrames = new Map<string, Map<number, LightFrame>>();
  private session: { receive(text: string): void; closed(): void } | null = null;
  private asking = false;
  private waits = false;
  /** Number of sockets so far: events of earlier ones are ignored. */
  private turn = 0;

  constructor(
    readonly user: number,
    private readonly token: string,
    private readonly positions: Map<string, number>,
    private cursor: string,
    private readonly ports: LightPorts,
  ) {}

  connect(to: LightNode): void {
    this.session?.closed();
    this.bound = false;
    this.turn += 1;
    const mine = this.turn;
    this.session = to.accept({
      send: (text) => {
        if (this.turn === mine) this.receive(text);
      },
      close: () => {
        if (this.turn === mine) this.disconnect();
      },
    });
    this.session?.receive(
      JSON.stringify({ type: 'bindUid', user_id: this.user, token: this.token, client: 'parley', v: 1 }),
    );
  }

  disconnect(): void {
    const was = this.session;
    this.session = null;
    this.bound = false;
    was?.closed();
  }

  async catchUp(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      for (;;) {
        const node = this.ports.node();
        if (!node) return this.later();
        this.syncs += 1;
        const answer = await node
          .call(this.token, '/enterprise/im/sync', { cursor: this.cursor })
          .catch(() => null);
        if (answer?.code !== 0) return this.later();
        const { cursor, more = false, full = false, frames, resync } = answer.data as LightSync;
        if (full || resync.length > 0)
          this.ports.fault(
            `${this.user} must load ${full ? 'everything' : resync.map(({ stream }) => stream).join(', ')} anew`,
          );
        for (const frame of frames) this.take(frame);
        if (cursor !== undefined) this.cursor = cursor;
        if (!more) return;
      }
    } finally {
      this.asking = false;
    }
  }

  private later(): void {
    this.ports.setTimeout(() => void this.catchUp(), AGAIN_MS);
  }

  private receive(text: string): void {
    let type = '';
    this.ports.reading(() => {
      const frame = JSON.parse(text) as LightFrame;
      ({ type } = frame);
      if (frame.stream !== undefined) this.frames += 1;
      this.take(frame);
    });
    // These frames are the node's own work, not the client's.
    if (type === 'ping') return this.session?.receive('{"type":"pong"}');
    if (type !== 'pong' || this.bound) return;
    this.bound = true;
    void this.catchUp();
  }

  private take(frame: LightFrame): void {
    const { stream, seq } = frame;
    if (stream === undefined || seq === undefined || frame.derived === 1) return;
    const at = this.positions.get(stream) ?? 0;
    if (seq <= at) return;
    if (seq > at + 1) {
      const frames = this.waitingFrames.get(stream) ?? new Map<number, LightFrame>();
      this.waitingFrames.set(stream, frames.set(seq, frame));
      if (!this.waits) this.ports.setTimeout(() => this.fill(), HOLE_MS);
      this.waits = true;
      return;
    }
    this.apply(frame, stream, seq);
    const early = this.waitingFrames.get(stream);
    for (let next = early?.get(seq + 1); next; next = early?.get((this.positions.get(stream) ?? 0) + 1)) {
      early?.delete(next.seq ?? 0);
      this.apply(next, stream, next.seq ?? 0);
    }
    if (early?.size === 0) this.waitingFrames.delete(stream);
  }

  private apply(frame: LightFrame, stream: string, seq: number): void {
    this.positions.set(stream, seq);
    const id = frame.data?.id;
    if ((frame.type !== 'simple' && frame.type !== 'group') || id === undefined || !id.startsWith('light-'))
      return;
    const { count, print } = this.digests.get(stream) ?? { count: 0, print: 0 };
    this.digests.set(stream, { count: count + 1, print: mix(print, id) });
  }

  private fill(): void {
    this.waits = false;
    if (this.waitingFrames.size > 0) void this.catchUp();
  }
}
