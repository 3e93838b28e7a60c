/** Sound of one side so far, as the statistics of a connection count it. */
export interface Sound {
  /** Sum over time of the squared level. */
  readonly energy: number;
  readonly seconds: number;
  /** Level of the last moment, for a browser that counts no energy. */
  readonly level: number;
}

export const SILENT: Sound = { energy: 0, seconds: 0, level: 0 };

/** Returns the level between two samples, from 0 to 1. */
export function loudnessSince(last: Sound, now: Sound): number {
  const seconds = now.seconds - last.seconds;
  if (seconds <= 0) return now.level;
  return Math.min(1, Math.sqrt(Math.max(0, now.energy - last.energy) / seconds));
}

/** Reads the own microphone and the sound of the other side. */
export function soundsIn(stats: RTCStatsReport): { readonly own: Sound; readonly other: Sound } {
  let [own, other] = [SILENT, SILENT];
  stats.forEach(
    (entry: { readonly type: string; readonly kind?: string } & Readonly<Record<string, unknown>>) => {
      if (entry.kind !== 'audio') return;
      if (entry.type === 'media-source') own = soundOf(entry);
      if (entry.type === 'inbound-rtp') other = soundOf(entry);
    },
  );
  return { own, other };
}

export function soundOf(entry: Readonly<Record<string, unknown>>): Sound {
  const amount = (name: string): number => (typeof entry[name] === 'number' ? entry[name] : 0);
  return {
    energy: amount('totalAudioEnergy'),
    seconds: amount('totalSamplesDuration'),
    level: amount('audioLevel'),
  };
}
