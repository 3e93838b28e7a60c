import type { PushOutcome } from './push.ts';

/** Counters of a node for its operator (OPS-3). */
export interface Meter {
  /** Begins a call; the returned function ends it with the code of its envelope, 500 for a fault. */
  call(path: string): (code: number) => void;
  /**
   * A call that was refused before any lookup (LIMIT-10): under overload most are, so it costs almost
   * nothing.
   */
  refused(): void;
  /** A login that was refused, by the name of the reason (OPS-9). */
  loginRefused(reason: string): void;
  /** A call that was answered with a refusal, by the name of the reason. */
  refusal(reason: string): void;
  /** A mail that the mail server accepted, or that failed. */
  mail(result: 'sent' | 'failed'): void;
  /** A push, by the answer of its push service. */
  push(outcome: PushOutcome): void;
  /** Commands in one durable commit. */
  committed(commands: number): void;
  /** Frames that went out to sockets. */
  frames(count: number): void;
  /** Counters for the server's own history (CONSOLE-6). */
  counts(): Counts;
  /** Everything, in the text form that Prometheus reads. */
  text(now: Gauges): Promise<string>;
}

/** Facts about automatic copies (COPY-12); NaN: unknown, or copies are off. */
export interface CopyGauges {
  readonly copiesAgeSec: number;
  readonly copiesWholeAgeSec: number;
  readonly copiesFilesAgeSec: number;
  readonly copiesDrillAgeSec: number;
  readonly copiesBytes: number;
  readonly copiesFailures: number;
  readonly copiesDrillFailures: number;
}

/** Values at the time of the request. */
export interface Gauges extends CopyGauges {
  readonly sockets: number;
  readonly users: number;
  /** Other nodes that this node receives messages from. */
  readonly nodes: number;
  readonly storeWaiting: number;
  readonly busUp: boolean;
  readonly busLagMs: number;
  readonly busLost: number;
  /** Stored messages that were found damaged since the start. */
  readonly damaged: number;
  /** NaN: unknown. */
  readonly databaseBytes: number;
  readonly diskFreeBytes: number;
  /** Since the last backup by the command; NaN: none, or unknown. */
  readonly backupAgeSec: number;
  /** End of the certificate in seconds since 1970; NaN if the server itself does not serve HTTPS. */
  readonly certificateEndSec: number;
}

/** Counts since the start, and the current memory of the process. */
export interface Counts {
  readonly calls: number;
  /** Calls that failed by a server fault. */
  readonly faults: number;
  readonly frames: number;
  /** Calls refused at once since others waited too long. */
  readonly crowded: number;
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** Counts by the name of the reason. */
  readonly refusals: ReadonlyMap<string, number>;
}
