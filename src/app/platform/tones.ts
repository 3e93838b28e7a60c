import type { Sound } from '../../domain/sounds.ts';

/**
 * Computed sounds of calls and messages: no file is fetched, and each can play before anything has loaded.
 */
type OfMessages = Exclude<Sound, 'standard' | 'none'>;
export type ToneName = 'incoming' | 'outgoing' | 'busy' | 'end' | 'test' | OfMessages;

interface Note {
  readonly atSec: number;
  readonly hz: number;
  readonly sec: number;
  readonly volume: number;
}

interface Tone {
  /** Length of one round, silence at its end included. */
  readonly sec: number;
  readonly loop: boolean;
  /** A plucked note fades over its length, a steady one only at its edges. */
  readonly plucked: boolean;
  readonly notes: readonly Note[];
}

const EDGE_SEC = 0.015;
const [D5, FIS5, A5, D6] = [587.33, 739.99, 880, 1174.66];
const RINGBACK_HZ = 450;

const motif = (atSec: number): readonly Note[] =>
  [D5, A5, FIS5, D6].map((hz, i) => ({ atSec: atSec + i * 0.16, hz, sec: 0.7, volume: 0.32 }));

/** Notes of a message tone: start, Hz, seconds. */
const short = (notes: readonly (readonly [atSec: number, hz: number, sec: number])[]): Tone => ({
  sec: Math.max(...notes.map(([atSec, , sec]) => atSec + sec)) + 0.05,
  loop: false,
  plucked: true,
  notes: notes.map(([atSec, hz, sec]) => ({ atSec, hz, sec, volume: 0.36 })),
});

export const TONES: Readonly<Record<ToneName, Tone>> = {
  incoming: { sec: 3, loop: true, plucked: true, notes: [...motif(0), ...motif(0.8)] },
  outgoing: {
    sec: 5,
    loop: true,
    plucked: false,
    notes: [{ atSec: 0.1, hz: RINGBACK_HZ, sec: 1, volume: 0.12 }],
  },
  busy: {
    sec: 2.1,
    loop: false,
    plucked: false,
    notes: [0, 0.7, 1.4].map((atSec) => ({ atSec, hz: RINGBACK_HZ, sec: 0.35, volume: 0.14 })),
  },
  end: {
    sec: 0.9,
    loop: false,
    plucked: true,
    notes: [
      { atSec: 0, hz: A5, sec: 0.4, volume: 0.25 },
      { atSec: 0.16, hz: D5, sec: 0.6, volume: 0.25 },
    ],
  },
  // A drop into water: rising and short.
  drop: short([
    [0, 523.25, 0.18],
    [0.07, 1046.5, 0.3],
  ]),
  chime: short([
    [0, 659.26, 0.5],
    [0.11, 783.99, 0.5],
    [0.22, 1046.5, 0.7],
  ]),
  // Low and dry.
  knock: short([
    [0, 164.81, 0.12],
    [0.14, 164.81, 0.14],
  ]),
  bell: short([
    [0, 1318.51, 0.9],
    [0, 1975.53, 0.6],
  ]),
  wood: short([
    [0, 440, 0.14],
    [0.1, 587.33, 0.14],
    [0.2, 440, 0.18],
  ]),
  test: { sec: 1.5, loop: false, plucked: true, notes: motif(0) },
};

/** One round as samples between −1 and 1; `rate` per second. */
export function samplesOf(name: ToneName, rate: number): Float32Array<ArrayBuffer> {
  const { sec, notes, plucked } = TONES[name];
  const samples = new Float32Array(Math.round(sec * rate));
  for (const note of notes) {
    const first = Math.round(note.atSec * rate);
    const count = Math.min(Math.round(note.sec * rate), samples.length - first);
    for (let i = 0; i < count; i += 1) {
      const t = i / rate;
      const edges = Math.min(1, t / EDGE_SEC, (note.sec - t) / EDGE_SEC);
      const body = plucked ? Math.exp(-5 * t) : 1;
      // The octave above, softly, makes a plain sine sound like something.
      const wave = Math.sin(2 * Math.PI * note.hz * t) + 0.2 * Math.sin(4 * Math.PI * note.hz * t);
      samples[first + i] = (samples[first + i] ?? 0) + note.volume * edges * body * wave * 0.8;
    }
  }
  return samples;
}
