import { samplesOf, TONES, type ToneName } from './tones.ts';

/**
 * Plays the tones of calls and messages. A browser keeps a page silent until the first press: a ring that
 * still lasts becomes audible then, and until then the call is only visible.
 */
const RATE = 22_050;
const GESTURES = ['pointerdown', 'keydown'] as const;
/** Browsers take at most 99 entries: 24 rounds are longer than a call rings. */
const PATTERN_MS: readonly number[] = Array.from({ length: 24 }, () => [400, 200, 400, 1_000]).flat();

let context: AudioContext | null = null;

function audio(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  context ??= new AudioContext();
  return context;
}

/** Tones that play or are about to. */
const sources = new Set<AudioBufferSourceNode>();

function sourceOf(out: AudioContext, name: ToneName): AudioBufferSourceNode {
  const samples = samplesOf(name, RATE);
  const buffer = out.createBuffer(1, samples.length, RATE);
  buffer.copyToChannel(samples, 0);
  const source = out.createBufferSource();
  source.buffer = buffer;
  source.loop = TONES[name].loop;
  sources.add(source);
  return source;
}

/** Ends a tone. The last one frees the device: a running context drains the battery (EFFECT-5). */
function release(out: AudioContext, source: AudioBufferSourceNode): void {
  source.disconnect();
  sources.delete(source);
  if (sources.size === 0) void out.suspend().catch(() => undefined);
}

/** Starts it where the page may speak (a gesture has been seen), and waits for its end. */
async function playToEnd(out: AudioContext, source: AudioBufferSourceNode): Promise<void> {
  await out.resume();
  const ended = new Promise((resolve) => source.addEventListener('ended', resolve, { once: true }));
  source.start();
  await ended;
}

/** Plays a tone to its end. */
export async function playOnce(name: ToneName): Promise<void> {
  const out = audio();
  if (out === null) return;
  const source = sourceOf(out, name);
  try {
    source.connect(out.destination);
    await playToEnd(out, source);
  } finally {
    release(out, source);
  }
}

/** Starts a tone; the returned function ends it. A tone that does not repeat ends automatically. */
export function playTone(name: ToneName): () => void {
  const out = audio();
  if (out === null) return () => undefined;
  const source = sourceOf(out, name);
  source.connect(out.destination);
  source.start();
  const wake = () => void out.resume().catch(() => undefined);
  for (const type of GESTURES) addEventListener(type, wake, true);
  wake();
  const end = () => {
    for (const type of GESTURES) removeEventListener(type, wake, true);
    release(out, source);
  };
  source.addEventListener('ended', end, { once: true });
  return () => {
    end();
    source.stop();
  };
}

/** Plays the test tone on the chosen output; a missing one falls back to the system's. */
export async function testOutput(output: string): Promise<void> {
  const out = audio();
  if (out === null) return;
  const source = sourceOf(out, 'test');
  const stream = out.createMediaStreamDestination();
  const element = new Audio();
  try {
    source.connect(stream);
    element.srcObject = stream.stream;
    await playOn(element, output);
    await element.play();
    await playToEnd(out, source);
  } finally {
    element.pause();
    element.srcObject = null;
    release(out, source);
  }
}

export const canChooseOutput = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

/** Routes an element's sound to this output; an empty or unplugged one is the system's. */
export async function playOn(element: HTMLMediaElement, wanted: string): Promise<void> {
  if (!canChooseOutput()) return;
  const output = (await isPresent(wanted)) ? wanted : '';
  if (element.sinkId === output) return;
  try {
    await element.setSinkId(output);
  } catch {
    // Unplugged since it was chosen.
    if (element.sinkId !== '') await element.setSinkId('').catch(() => undefined);
  }
}

/** An element keeps the name of an unplugged output, and is silent. */
async function isPresent(output: string): Promise<boolean> {
  if (output === '') return true;
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return devices.some(({ kind, deviceId }) => kind === 'audiooutput' && deviceId === output);
}

/** Vibrates while it rings; the returned function ends that. */
export function shake(): () => void {
  if (!('vibrate' in navigator)) return () => undefined;
  navigator.vibrate([...PATTERN_MS]);
  return () => void navigator.vibrate(0);
}
