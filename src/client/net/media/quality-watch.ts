import type { CallQuality } from '../../../ports/media.ts';

const EVERY_MS = 1_000;
/** Part of the packets lost, and time there and back in seconds, from which talk is fair or poor. */
const LIMITS = [
  { quality: 'poor', lost: 0.08, roundTripSec: 0.6 },
  { quality: 'fair', lost: 0.03, roundTripSec: 0.3 },
] as const;

export interface QualityWatch {
  stop(): void;
}

export interface QualityParts {
  readonly changed: (quality: CallQuality) => void;
  /** Whether frames of a picture came since the last look. */
  readonly picture: (comes: boolean) => void;
}

interface Counts {
  readonly received: number;
  readonly lost: number;
  readonly frames: number;
  readonly roundTripSec: number;
}

/** Judges a connection once a second by what its statistics say happened meanwhile. */
export function createQualityWatch(connection: RTCPeerConnection, parts: QualityParts): QualityWatch {
  let last: Counts = { received: 0, lost: 0, frames: 0, roundTripSec: 0 };
  let stopped = false;
  const look = async () => {
    const now = countsIn(await connection.getStats());
    if (stopped) return;
    parts.changed(qualityOf(last, now));
    parts.picture(now.frames > last.frames);
    last = now;
  };
  const timer = setInterval(() => void look().catch(() => undefined), EVERY_MS);
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}

export function qualityOf(last: Counts, now: Counts): CallQuality {
  const lost = Math.max(0, now.lost - last.lost);
  const all = Math.max(0, now.received - last.received) + lost;
  const part = all === 0 ? 0 : lost / all;
  return LIMITS.find((limit) => part > limit.lost || now.roundTripSec > limit.roundTripSec)?.quality ?? 'good';
}

function countsIn(stats: RTCStatsReport): Counts {
  let counts: Counts = { received: 0, lost: 0, frames: 0, roundTripSec: 0 };
  stats.forEach((entry: { readonly type: string; readonly kind?: string; readonly nominated?: boolean } & Readonly<Record<string, unknown>>) => {
    const amount = (name: string): number => (typeof entry[name] === 'number' ? entry[name] : 0);
    if (entry.type === 'inbound-rtp') {
      const frames = entry.kind === 'video' ? amount('framesReceived') : 0;
      counts = { ...counts, received: counts.received + amount('packetsReceived'), lost: counts.lost + amount('packetsLost'), frames: counts.frames + frames };
    }
    if (entry.type === 'candidate-pair' && entry.nominated === true) counts = { ...counts, roundTripSec: amount('currentRoundTripTime') };
  });
  return counts;
}
