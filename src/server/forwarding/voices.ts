import { unitLimits as limits } from './limits.ts';

interface Voice {
  /** Smoothed, in dB below the loudest possible sound. */
  quiet: number;
  /** The last packet that is louder than a quiet room, and the beginning of the present turn. */
  loudMs: number;
  sinceMs: number;
  /** Counts the times that it began to be forwarded. */
  turn: number;
  isHeard: boolean;
}

/** A voice becomes loud within three packets, and keeps its level between syllables. */
const [RISE, FALL] = [0.5, 0.05] as const;
const SILENT = 127;

/** The sounds of a call that are forwarded: those that spoke last, then the loudest (GCALL-30). */
export class Voices {
  readonly #voices = new Map<string, Voice>();

  /** A packet of a device and its level. Returns the number of its turn; null: it is not forwarded. */
  take(device: string, level: number, nowMs: number): number | null {
    const voice = this.#voiceOf(device);
    voice.quiet += (level - voice.quiet) * (level < voice.quiet ? RISE : FALL);
    const isLoud = level <= limits.voiceLevel;
    if (isLoud) voice.loudMs = nowMs;
    if (!voice.isHeard && !this.#makePlace(voice, isLoud, nowMs)) return null;
    if (!voice.isHeard) Object.assign(voice, { isHeard: true, sinceMs: nowMs, turn: voice.turn + 1 });
    return voice.turn;
  }

  remove(device: string): void {
    this.#voices.delete(device);
  }

  /** A voice that was silent loses its place at once; one that speaks, only to a much louder one. */
  #makePlace(voice: Voice, isLoud: boolean, nowMs: number): boolean {
    const heard = Array.from(this.#voices.values()).filter(({ isHeard }) => isHeard);
    if (heard.length < limits.voicesMax) return true;
    if (!isLoud) return false;
    const isSettled = (atMs: number) => nowMs - atMs >= limits.voiceHoldMs;
    const silent = heard.filter(({ loudMs }) => isSettled(loudMs)).toSorted((a, b) => a.loudMs - b.loudMs)[0];
    const settled = heard.filter(({ sinceMs }) => isSettled(sinceMs));
    const quietest = settled.toSorted((a, b) => b.quiet - a.quiet)[0];
    const isLouder = quietest !== undefined && voice.quiet + limits.voiceLouder <= quietest.quiet;
    const other = silent ?? (isLouder ? quietest : undefined);
    if (other !== undefined) other.isHeard = false;
    return other !== undefined;
  }

  #voiceOf(device: string): Voice {
    const known = this.#voices.get(device);
    if (known !== undefined) return known;
    const voice: Voice = { quiet: SILENT, loudMs: -Infinity, sinceMs: 0, turn: 0, isHeard: false };
    this.#voices.set(device, voice);
    return voice;
  }
}
