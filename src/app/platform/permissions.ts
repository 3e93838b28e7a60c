import type { PermissionState } from '../../../machines/permission.machine.ts';
import { askNotifications, notificationPermission } from './notifications.ts';

export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

export type PositionAnswer =
  | { readonly ok: true; readonly value: Position }
  | { readonly ok: false; readonly why: 'denied' | 'absent' };

const LIMIT_MS = 20_000;

/** The position of this device; asks for permission first. */
export function askPosition(): Promise<PositionAnswer> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) return resolve({ ok: false, why: 'absent' });
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        resolve({ ok: true, value: { latitude: coords.latitude, longitude: coords.longitude } }),
      ({ code, PERMISSION_DENIED }) =>
        resolve({ ok: false, why: code === PERMISSION_DENIED ? 'denied' : 'absent' }),
      { timeout: LIMIT_MS, maximumAge: LIMIT_MS },
    );
  });
}

/** `video`: camera and microphone together, as a picture call needs them. */
export type PermissionKind = 'notifications' | 'camera' | 'microphone' | 'video' | 'location';

const NAMES = {
  camera: ['camera'],
  microphone: ['microphone'],
  video: ['camera', 'microphone'],
  location: ['geolocation'],
} as const;

/** The browser's current permission, without a prompt. */
export async function permissionState(kind: PermissionKind): Promise<PermissionState> {
  if (kind === 'notifications') return notificationPermission();
  // Typed as always there.
  const permissions = navigator.permissions as Permissions | undefined;
  if (permissions === undefined) return 'unknown';
  try {
    const states = await Promise.all(
      NAMES[kind].map(async (name) => (await permissions.query({ name })).state),
    );
    if (states.includes('denied')) return 'denied';
    return states.includes('prompt') ? 'default' : 'granted';
  } catch {
    return 'unknown';
  }
}

/** Lets the browser ask; closes the device that was opened for it. */
export async function askBrowserFor(kind: PermissionKind): Promise<'granted' | 'denied' | 'dismissed'> {
  switch (kind) {
    case 'notifications': {
      const answer = await askNotifications();
      return answer === 'granted' || answer === 'denied' ? answer : 'dismissed';
    }
    case 'location': {
      const answer = await askPosition();
      return answer.ok || answer.why === 'absent' ? 'granted' : 'denied';
    }
    case 'camera':
    case 'microphone':
    case 'video':
      return askDevice(kind);
  }
}

const CONSTRAINTS = {
  camera: { video: true },
  microphone: { audio: true },
  video: { video: true, audio: true },
} as const;

async function askDevice(kind: keyof typeof CONSTRAINTS): Promise<'granted' | 'denied' | 'dismissed'> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia(CONSTRAINTS[kind]);
    for (const track of stream.getTracks()) track.stop();
    return 'granted';
  } catch (error) {
    // Only a refusal counts: a missing or busy device is reported by the code that uses it.
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return 'granted';
    return (await permissionState(kind)) === 'denied' ? 'denied' : 'dismissed';
  }
}
