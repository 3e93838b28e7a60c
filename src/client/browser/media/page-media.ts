import type { MediaPort } from '../../../ports/media.ts';
import type { SettingsPort } from '../../../ports/storage.ts';

type Late = Pick<MediaPort, 'open' | 'devices' | 'cipher' | 'connect' | 'connectUnit'>;

/**
 * Cameras, microphones and connections of this page. The code for them loads with the first call; `open`
 * always precedes `connect`.
 */
export function createPageMedia(settings: SettingsPort): MediaPort {
  const supported =
    globalThis.isSecureContext && 'mediaDevices' in navigator && 'RTCPeerConnection' in globalThis;
  let late: Late | null = null;
  const load = async () => (late ??= (await import('./page-devices.ts')).createPageDevices(settings));
  return {
    supported,
    open: async (want) => {
      const devices = supported ? await load().catch(() => null) : null;
      return devices === null ? { ok: false, reason: 'unsupported' } : devices.open(want);
    },
    devices: async () => (supported ? (await load()).devices() : []),
    onDevices: (listener) => {
      if (!supported) return () => undefined;
      navigator.mediaDevices.addEventListener('devicechange', listener);
      return () => navigator.mediaDevices.removeEventListener('devicechange', listener);
    },
    cipher: async () => (supported ? ((await load()).cipher?.() ?? null) : null),
    connectUnit: (options) => {
      if (late?.connectUnit === undefined) throw new Error('no devices are open');
      return late.connectUnit(options);
    },
    connect: (options) => {
      if (late === null) throw new Error('no devices are open');
      return late.connect(options);
    },
  };
}
