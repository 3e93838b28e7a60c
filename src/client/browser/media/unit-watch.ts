import type { UnitEvent } from '../../../ports/media.ts';
import { loudnessSince, SILENT, type Sound, soundOf, soundsIn } from './loudness.ts';
import { type MediaCounts, countsIn, qualityOf } from './quality-watch.ts';

const LOOK_MS = 500;
const LOOKS_A_JUDGEMENT = 4;
const NONE: MediaCounts = { received: 0, losses: 0, frames: 0, roundTripSec: 0, answered: 0 };

export interface UnitWatchParts {
  /** The device whose sound a line carries. */
  readonly deviceOf: (line: string) => string | null;
  readonly on: (event: Extract<UnitEvent, { type: 'quality' | 'levels' }>) => void;
  readonly look: () => void;
}

/** Reports twice a second how loud the devices are, and every two seconds how good the connection is. */
export function createUnitWatch(
  { sound, down }: { readonly sound: RTCPeerConnection; readonly down: RTCPeerConnection },
  { deviceOf, on, look }: UnitWatchParts,
): { stop(): void } {
  let [own, lookCount, last] = [SILENT, 0, NONE];
  let heard: ReadonlyMap<string, Sound> = new Map();
  const measure = async () => {
    const [upStats, downStats] = await Promise.all([sound.getStats(), down.getStats()]);
    const ownNow = soundsIn(upStats).own;
    const heardNow = soundsByLine(downStats);
    const levels = Array.from(heardNow).flatMap(([line, now]) => {
      const device = deviceOf(line);
      return device === null ? [] : [[device, loudnessSince(heard.get(line) ?? now, now)] as const];
    });
    on({ type: 'levels', own: loudnessSince(own, ownNow), others: new Map(levels) });
    [own, heard] = [ownNow, heardNow];
    lookCount += 1;
    if (lookCount % LOOKS_A_JUDGEMENT !== 0) return;
    const counts = countsIn(downStats);
    on({ type: 'quality', quality: qualityOf(last, counts) });
    last = counts;
  };
  const timer = setInterval(() => {
    look();
    void measure().catch(() => undefined);
  }, LOOK_MS);
  return { stop: () => clearInterval(timer) };
}

function soundsByLine(stats: RTCStatsReport): ReadonlyMap<string, Sound> {
  const sounds = new Map<string, Sound>();
  stats.forEach((entry: { readonly type: string; readonly kind?: string; readonly mid?: string }) => {
    if (entry.type === 'inbound-rtp' && entry.kind === 'audio' && entry.mid !== undefined)
      sounds.set(entry.mid, soundOf(entry));
  });
  return sounds;
}
