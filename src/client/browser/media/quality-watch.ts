import type { CallQuality } from '../../../ports/media.ts';
import { loudnessSince, SILENT, soundsIn } from './loudness.ts';

/** Flow is sampled more often than quality, which is rated by whole seconds (CALL-26). */
const [LOOK_MS, LOOKS_A_JUDGEMENT] = [500, 2] as const;
/**
 * Number of silent samples, after sound or picture came, that mean the network is gone. The connection itself
 * reports that much later (CALL-45).
 */
const DRY_LOOKS = 3;
/**
 * A side without microphone and camera sends no media: only connectivity checks show its presence, and they
 * are up to 2.5 s apart.
 */
const SILENT_LOOKS = 8;
/** Part of the packets lost, and time there and back in seconds, from which talk is fair or poor. */
const LIMITS = [
  { quality: 'poor', lossRate: 0.08, roundTripSec: 0.6 },
  { quality: 'fair', lossRate: 0.03, roundTripSec: 0.3 },
] as const;

export interface QualityWatch {
  stop(): void;
}

export interface QualityParts {
  readonly changed: (quality: CallQuality) => void;
  /** True if picture frames arrived since the last sample. */
  readonly picture: (isArriving: boolean) => void;
  /** False: the other side sends nothing. */
  readonly expectsMedia: () => boolean;
  /** Reports that incoming media stopped or resumed. */
  readonly flow: (isArriving: boolean) => void;
  /** Loudness since the last sample, from 0 to 1. */
  readonly level: (own: number, other: number) => void;
}

export interface MediaCounts {
  readonly received: number;
  readonly losses: number;
  readonly frames: number;
  readonly roundTripSec: number;
  /** Questions of the connection itself that the other side has answered. */
  readonly answered: number;
}

/** Watches a connection and rates it once a second by the statistics of that second. */
export function createQualityWatch(connection: RTCPeerConnection, parts: QualityParts): QualityWatch {
  let last: MediaCounts = { received: 0, losses: 0, frames: 0, roundTripSec: 0, answered: 0 };
  let [stopped, lookCount, flow] = [false, 0, START];
  let sounds: ReturnType<typeof soundsIn> = { own: SILENT, other: SILENT };
  const look = async () => {
    const stats = await connection.getStats();
    const now = countsIn(stats);
    if (stopped) return;
    const heard = soundsIn(stats);
    parts.level(loudnessSince(sounds.own, heard.own), loudnessSince(sounds.other, heard.other));
    sounds = heard;
    const next = flowOf(flow, now, parts.expectsMedia());
    if (next.isArriving !== flow.isArriving) parts.flow(next.isArriving);
    flow = next;
    lookCount += 1;
    if (lookCount % LOOKS_A_JUDGEMENT !== 0 || !flow.isArriving) return;
    parts.changed(qualityOf(last, now));
    parts.picture(now.frames > last.frames);
    last = now;
  };
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS);
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}

export interface Flow extends Pick<MediaCounts, 'received' | 'answered'> {
  readonly dryLooks: number;
  readonly isArriving: boolean;
}

const START: Flow = { received: 0, answered: 0, dryLooks: 0, isArriving: true };

/**
 * Flow cannot stop before the first packet arrives. A peer that sends nothing but still answers connectivity
 * checks is present and merely silent.
 */
export function flowOf(
  flow: Flow,
  { received, answered }: Pick<MediaCounts, 'received' | 'answered'>,
  expectsMedia = true,
): Flow {
  const isArriving = received > flow.received || (!expectsMedia && answered > flow.answered);
  if (received === 0 || isArriving) return { received, answered, dryLooks: 0, isArriving: true };
  const dryLooks = flow.dryLooks + 1;
  const limit = expectsMedia ? DRY_LOOKS : SILENT_LOOKS;
  if (dryLooks <= limit) return { received, answered, dryLooks, isArriving: dryLooks < limit };
  return { ...flow, dryLooks, isArriving: flow.isArriving || answered > flow.answered };
}

type Judged = Omit<MediaCounts, 'answered'>;

export function qualityOf(last: Judged, now: Judged): CallQuality {
  const losses = Math.max(0, now.losses - last.losses);
  const all = Math.max(0, now.received - last.received) + losses;
  const part = all === 0 ? 0 : losses / all;
  return (
    LIMITS.find((limit) => part > limit.lossRate || now.roundTripSec > limit.roundTripSec)?.quality ?? 'good'
  );
}

export function countsIn(stats: RTCStatsReport): MediaCounts {
  let counts: MediaCounts = { received: 0, losses: 0, frames: 0, roundTripSec: 0, answered: 0 };
  stats.forEach(
    (
      entry: { readonly type: string; readonly kind?: string; readonly nominated?: boolean } & Readonly<
        Record<string, unknown>
      >,
    ) => {
      const amount = (name: string): number => (typeof entry[name] === 'number' ? entry[name] : 0);
      if (entry.type === 'inbound-rtp') {
        const frames = entry.kind === 'video' ? amount('framesReceived') : 0;
        counts = {
          ...counts,
          received: counts.received + amount('packetsReceived'),
          losses: counts.losses + amount('packetsLost'),
          frames: counts.frames + frames,
        };
      }
      if (entry.type === 'candidate-pair' && entry.nominated === true)
        counts = {
          ...counts,
          roundTripSec: amount('currentRoundTripTime'),
          answered: amount('responsesReceived'),
        };
    },
  );
  return counts;
}
