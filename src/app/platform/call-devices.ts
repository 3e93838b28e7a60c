import type { MediaProblem } from '../../client/interface/calls.ts';
import { mediaProblemOf } from '../../client/browser/media/media-problem.ts';
import { readSetting, writeSetting } from './settings.ts';

/** Which microphone, camera and speaker calls on this device use; empty is that of the system. */
export interface DeviceChoice {
  readonly microphone: string;
  readonly camera: string;
  readonly output: string;
  /** The browser suppresses noise. */
  readonly quietsNoise: boolean;
}

const KEY = 'callDevices';
const SYSTEM: DeviceChoice = { microphone: '', camera: '', output: '', quietsNoise: true };
let parsed: { readonly text: string | null; readonly choice: DeviceChoice } = { text: null, choice: SYSTEM };

export function deviceChoice(): DeviceChoice {
  const text = readSetting(KEY);
  if (text !== parsed.text) parsed = { text, choice: decode(text) };
  return parsed.choice;
}

export const chooseDevice = (part: Partial<DeviceChoice>): void =>
  writeSetting(KEY, JSON.stringify({ ...deviceChoice(), ...part }));

function decode(text: string | null): DeviceChoice {
  if (text === null) return SYSTEM;
  try {
    const raw: unknown = JSON.parse(text);
    if (typeof raw !== 'object' || raw === null) return SYSTEM;
    const id = (kind: 'microphone' | 'camera' | 'output'): string => {
      const value: unknown = Reflect.get(raw, kind);
      return typeof value === 'string' ? value : '';
    };
    const quietsNoise: unknown = Reflect.get(raw, 'quietsNoise');
    return {
      microphone: id('microphone'),
      camera: id('camera'),
      output: id('output'),
      quietsNoise: quietsNoise !== false,
    };
  } catch {
    return SYSTEM;
  }
}

/** Something was plugged in or pulled out. */
export function onDevicesChanged(listener: () => void): () => void {
  if (!('mediaDevices' in navigator)) return () => undefined;
  navigator.mediaDevices.addEventListener('devicechange', listener);
  return () => navigator.mediaDevices.removeEventListener('devicechange', listener);
}

export type Look =
  | { readonly ok: true; readonly stream: MediaStream }
  | { readonly ok: false; readonly why: MediaProblem };

/** Opens microphone and camera for a test outside a call; without a camera the microphone alone. */
export async function lookAtDevices({ microphone, camera, quietsNoise }: DeviceChoice): Promise<Look> {
  if (!('mediaDevices' in navigator)) return { ok: false, why: 'unsupported' };
  let why: MediaProblem = 'unsupported';
  for (const video of [constraintsOf(camera), false]) {
    try {
      return {
        ok: true,
        stream: await navigator.mediaDevices.getUserMedia({
          audio: { ...constraintsOf(microphone), noiseSuppression: quietsNoise },
          video,
        }),
      };
    } catch (error) {
      why = mediaProblemOf(error);
      if (why === 'denied' || why === 'unsupported') break;
    }
  }
  return { ok: false, why };
}

const constraintsOf = (id: string): MediaTrackConstraints => (id === '' ? {} : { deviceId: { ideal: id } });

export const closeStream = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Mirrors the camera that faces the user. */
export const isMirrored = (stream: MediaStream): boolean =>
  stream.getVideoTracks().some((track) => track.getSettings().facingMode !== 'environment');
