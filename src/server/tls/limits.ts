import { HOUR, MINUTE, SECOND } from '../../domain/duration.ts';

/** HTTPS by the server itself (TLS-2). */
export const certificateLimits = {
  /** Time for one certificate, with all its requests. */
  askMs: 3 * MINUTE,
  /** Time for the first check that the authority is reachable. */
  reachMs: 10 * SECOND,
  /** Pause before the first poll; a first start waits for this. */
  pollFirstMs: SECOND,
  /** Interval of the renewal check. */
  lookEveryMs: 12 * HOUR,
  /** Maximum characters of an authority's message in the log. */
  reasonMax: 500,
  /** Requests under way at one time on a connection that carries several. */
  streamsMax: 100,
  handshakeMs: 10 * SECOND,
} as const;
