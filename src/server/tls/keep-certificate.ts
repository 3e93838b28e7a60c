import { duration } from '../../domain/limits.ts';
import type {
  Authority,
  Certificate,
  CertificateState,
  CertificateStore,
  Proofs,
} from '../../ports/certificates.ts';
import type { Clock } from '../../ports/clock.ts';
import { certificateLimits as limits } from './limits.ts';

const { HOUR, MINUTE } = duration;

/** A third of its life before the end (TLS-2): milliseconds since 1970. */
export const renewalAtMs = ({
  fromMs,
  untilMs,
}: {
  readonly fromMs: number;
  readonly untilMs: number;
}): number => untilMs - (untilMs - fromMs) / 3;

const FIRST_MS = 2 * MINUTE;
const MOST_MS = 12 * HOUR;

/**
 * Wait after this many failures in a row (TLS-2): four attempts in the first hour, because authorities allow
 * five.
 */
export const retryAfterMs = (failures: number): number => Math.min(MOST_MS, FIRST_MS * 3 ** (failures - 1));

export interface CertificateParts {
  readonly names: readonly string[];
  readonly authority: Authority;
  readonly store: CertificateStore;
  readonly clock: Clock;
  /** Prints one line for the operator. */
  readonly tell: (line: string) => void;
  /** The first one, and each that takes its place. */
  readonly use: (certificate: Certificate) => void;
}

/** Has a certificate and renews it in time, for as long as the server runs (TLS-1, TLS-2). */
export class CertificateKeeper {
  /** Proofs the authority may request over plain HTTP. */
  readonly proofs: Proofs = new Map();
  private readonly parts: CertificateParts;
  private current: Certificate | null = null;
  private failures = 0;
  private failure: string | null = null;
  private timer: unknown = null;
  private stopped = false;

  constructor(parts: CertificateParts) {
    this.parts = parts;
  }

  /** Uses the stored one, otherwise requests the first; a failure is retried in the background. */
  async start(): Promise<void> {
    const stored = await this.parts.store.read();
    if (stored !== null) this.take(stored);
    else this.parts.tell(`Waiting for a certificate for ${this.parts.names.join(', ')} …`);
    await this.look();
  }

  state(): CertificateState {
    return { untilMs: this.current?.untilMs ?? null, failure: this.failure };
  }

  stop(): void {
    this.stopped = true;
    this.parts.clock.clearTimeout(this.timer);
  }

  private take(certificate: Certificate): void {
    this.current = certificate;
    this.parts.use(certificate);
  }

  private async look(): Promise<void> {
    const { clock } = this.parts;
    const isDue = this.current === null || clock.nowMs() >= renewalAtMs(this.current);
    if (isDue) await this.renew();
    if (this.stopped) return;
    const next =
      this.failures > 0 || this.current === null
        ? retryAfterMs(Math.max(1, this.failures))
        : renewalAtMs(this.current) - clock.nowMs();
    // Clocks of machines that slept are late, and timers hold no month.
    this.timer = clock.setTimeout(() => void this.look(), Math.min(Math.max(0, next), limits.lookEveryMs));
  }

  private async renew(): Promise<void> {
    const { authority, names, store, tell } = this.parts;
    let fresh: Certificate;
    try {
      fresh = await authority.certify(names, this.proofs);
    } catch (error) {
      this.failures += 1;
      this.failure = reason(error);
      const minutes = Math.round(retryAfterMs(this.failures) / duration.MINUTE);
      return tell(
        `No certificate for ${names.join(', ')}: ${this.failure} - tried again in ${minutes} minutes.`,
      );
    }
    this.failures = 0;
    this.failure = null;
    this.take(fresh);
    try {
      await store.keep(fresh);
    } catch (error) {
      tell(`The certificate cannot be kept, so the next start asks for another: ${reason(error)}`);
    }
  }
}

/** An authority's words may be long and of several lines. */
const reason = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').slice(0, limits.reasonMax);
