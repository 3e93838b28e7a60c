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
