import { SECOND } from './duration.ts';

/** Loudness of a device at one moment. */
export interface Loudness {
  readonly level: number;
  readonly atMs: number;
}

export interface SpeakerState {
  readonly speaker: string | null;
  /** Time at which the speaker was loud last. */
  readonly loudAtMs: number;
  /** Device that is louder than the speaker, and the time since it is. */
  readonly rival: string | null;
  readonly rivalSinceMs: number;
}

export const speakerLimits = {
  /** Quieter is silence. */
  loud: 0.01,
  /** Time for which a device is the loudest before it takes over. */
  takeOverMs: 400,
  /** Time for which a silent speaker is still shown. */
  silentMs: 3 * SECOND,
  /** Older levels do not count. */
  staleMs: 1_500,
} as const;

export const NO_SPEAKER: SpeakerState = { speaker: null, loudAtMs: 0, rival: null, rivalSinceMs: 0 };

/**
 * Returns who speaks, by the newest level of each device (GCALL-16). Short sounds and short pauses change
 * nothing, so that the picture does not flicker.
 */
export function nextSpeaker(
  state: SpeakerState,
  levels: ReadonlyMap<string, Loudness>,
  nowMs: number,
): SpeakerState {
  const loudest = loudestOf(levels, nowMs);
  const own = state.speaker === null ? undefined : levels.get(state.speaker);
  const isLoud = own !== undefined && isHeard(own, nowMs);
  const loudAtMs = isLoud ? nowMs : state.loudAtMs;
  const isOver = own === undefined || nowMs - loudAtMs >= speakerLimits.silentMs;
  const speaker = isOver ? null : state.speaker;
  if (loudest === null || loudest === speaker) return { speaker, loudAtMs, rival: null, rivalSinceMs: 0 };
  const rivalSinceMs = state.rival === loudest ? state.rivalSinceMs : nowMs;
  return speaker === null || nowMs - rivalSinceMs >= speakerLimits.takeOverMs
    ? { speaker: loudest, loudAtMs: nowMs, rival: null, rivalSinceMs: 0 }
    : { speaker, loudAtMs, rival: loudest, rivalSinceMs };
}

const isHeard = ({ level, atMs }: Loudness, nowMs: number): boolean =>
  level >= speakerLimits.loud && nowMs - atMs < speakerLimits.staleMs;

function loudestOf(levels: ReadonlyMap<string, Loudness>, nowMs: number): string | null {
  let [loudest, top] = [null as string | null, 0];
  for (const [device, loudness] of levels)
    if (isHeard(loudness, nowMs) && loudness.level > top) [loudest, top] = [device, loudness.level];
  return loudest;
}
