import { HOUR, MINUTE, SECOND } from '../../domain/duration.ts';

/** HTTPS by the server itself (TLS-2). */
export const certificateLimits = {
  /** For one certificate, with all that is asked and answered on the way to it. */
  askMs: 3 * MINUTE,
  /** For the first look whether the authority can be reached at all. */
  reachMs: 10 * SECOND,
  /** Until it is first asked whether it has looked; a first start waits for this. */
  pollFirstMs: SECOND,
  /** Whether it is time for the next one. */
  lookEveryMs: 12 * HOUR,
  /** Characters of what an authority says that are told. */
  reasonMax: 500,
  /** Requests under way at one time on a connection that carries several. */
  streamsMax: 100,
  handshakeMs: 10 * SECOND,
} as const;
