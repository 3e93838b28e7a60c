import { watchLevel } from './level-meter.ts';
import { withoutRepeatedBoxes } from './repeated-boxes.ts';

/** The microphone while a voice message is recorded; one at a time. */
export interface VoiceDevice {
  /** Asks the user and opens the microphone. */
  ask(): Promise<'granted' | 'denied' | 'failed'>;
  /** `onPart` receives the recording so far, about once a second. */
  start(onFailed: () => void, onPart: (soFar: Blob) => void): void;
  /** Stops the recording; null if it is empty. */
  finish(): Promise<Blob | null>;
  release(): void;
  /** Reports how loud the open microphone is, from 0 to 1, until the answer is called. */
  readonly watch: (onLevel: (level: number) => void) => () => void;
}

/** In order of preference; unsupported types are skipped. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm'];
const BITS_PER_SECOND = 32_000;
/** A page that ends without a warning loses this much. */
const PART_MS = 1_000;

function blobOf(parts: readonly Blob[], mimeType: string): Blob {
  const [type] = mimeType.split(';');
  return new Blob([...parts], { type: type ?? 'audio/webm' });
}

const repaired = (recording: Blob): Blob | Promise<Blob> =>
  recording.type === 'audio/mp4' ? withoutRepeatedBoxes(recording) : recording;

export function createVoiceDevice(): VoiceDevice {
  let stream: MediaStream | null = null;
  let recorder: MediaRecorder | null = null;
  let parts: Blob[] = [];
  const release = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
  };
  return {
    ask: async () => {
      if (!('mediaDevices' in navigator) || typeof MediaRecorder === 'undefined') return 'failed';
      try {
        stream = await navigator.mediaDevices.getUserMedia({
          audio: { echoCancellation: true, noiseSuppression: true },
        });
        return 'granted';
      } catch (error) {
        return error instanceof DOMException &&
          (error.name === 'NotAllowedError' || error.name === 'SecurityError')
          ? 'denied'
          : 'failed';
      }
    },
    start: (onFailed, onPart) => {
      if (stream === null) return onFailed();
      parts = [];
      const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
      try {
        recorder = new MediaRecorder(stream, {
          audioBitsPerSecond: BITS_PER_SECOND,
          ...(mimeType === undefined ? {} : { mimeType }),
        });
        const current = recorder;
        recorder.addEventListener('dataavailable', ({ data }) => {
          parts.push(data);
          onPart(blobOf(parts, current.mimeType));
        });
        recorder.addEventListener('error', onFailed, { once: true });
        recorder.start(PART_MS);
      } catch {
        onFailed();
      }
    },
    finish: () =>
      new Promise((resolve) => {
        const ending = recorder;
        const whole = () =>
          ending === null || parts.length === 0 ? null : repaired(blobOf(parts, ending.mimeType));
        // It ends itself when the microphone is unplugged.
        if (ending === null || ending.state === 'inactive') return resolve(whole());
        ending.addEventListener('stop', () => resolve(whole()), { once: true });
        ending.stop();
      }),
    release,
    watch: (onLevel) => (stream === null ? () => undefined : watchLevel(stream, onLevel)),
  };
}
