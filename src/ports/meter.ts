/** What a node counts of itself, for whoever watches it (OPS-3). */
export interface Meter {
  /** A call begins; the answer ends it with the code of its envelope, 500 for a fault. */
  call(path: string): (code: number) => void;
  /**
   * A call that was refused before anything was looked up (LIMIT-10): under overload most are, so it costs
   * next to nothing.
   */
  refused(): void;
  /** A login that was refused, by the name of the reason (OPS-9). */
  loginRefused(reason: string): void;
  /** Commands in one durable commit. */
  committed(commands: number): void;
  /** Frames that went out to sockets. */
  frames(count: number): void;
  /** Everything, in the text form that Prometheus reads. */
  text(now: Gauges): Promise<string>;
}

/** As it is at the moment of asking. */
export interface Gauges {
  readonly sockets: number;
  readonly users: number;
  /** Other nodes that are heard. */
  readonly nodes: number;
  readonly storeWaiting: number;
  readonly busUp: boolean;
  readonly busLagMs: number;
  readonly busLost: number;
  /** Not a number: not known. */
  readonly databaseBytes: number;
  readonly diskFreeBytes: number;
}
