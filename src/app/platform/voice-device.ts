import { watchLevel } from './level-meter.ts';

/** The microphone while a voice message is recorded; one at a time. */
export interface VoiceDevice {
  /** Asks the user and opens the microphone. */
  ask(): Promise<'granted' | 'denied' | 'failed'>;
  start(onFailed: () => void): void;
  /** Stops the recording; null if it is empty. */
  finish(): Promise<Blob | null>;
  release(): void;
  /** Reports how loud the open microphone is, from 0 to 1, until the answer is called. */
  readonly watch: (onLevel: (level: number) => void) => () => void;
}

/** In order of preference; unsupported types are skipped. */
const TYPES = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm'];
const BITS_PER_SECOND = 32_000;

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
    start: (onFailed) => {
      if (stream === null) return onFailed();
      parts = [];
      const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
      try {
        recorder = new MediaRecorder(stream, {
          audioBitsPerSecond: BITS_PER_SECOND,
          ...(mimeType === undefined ? {} : { mimeType }),
        });
        recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
        recorder.addEventListener('error', onFailed, { once: true });
        recorder.start();
      } catch {
        onFailed();
      }
    },
    finish: () =>
      new Promise((resolve) => {
        const ending = recorder;
        if (ending === null || ending.state === 'inactive') return resolve(null);
        ending.addEventListener(
          'stop',
          () => {
            const [type] = ending.mimeType.split(';');
            resolve(parts.length === 0 ? null : new Blob(parts, { type: type ?? 'audio/webm' }));
          },
          { once: true },
        );
        ending.stop();
      }),
    release,
    watch: (onLevel) => (stream === null ? () => undefined : watchLevel(stream, onLevel)),
  };
}
