import type { MediaPort } from '../../../ports/media.ts';
import type { SettingsPort } from '../../../ports/storage.ts';
import { mediaProblemOf } from './media-problem.ts';

/** Devices that the person chose for calls on this device. */
const CHOSEN = 'callDevices';

type Code = Awaited<ReturnType<typeof fetchCode>>;

async function fetchCode() {
  const [local, { PagePeer, loadLibrary }] = await Promise.all([
    import('./page-local.ts'),
    import('./peer.ts'),
  ]);
  return { ...local, PagePeer, loadLibrary };
}

/** Cameras, microphones and connections of this page. */
export function createPageMedia(settings: SettingsPort): MediaPort {
  const supported =
    globalThis.isSecureContext && 'mediaDevices' in navigator && 'RTCPeerConnection' in globalThis;
  // The code for devices and connections loads with the first call; `open` always precedes `connect`.
  let code: Code | null = null;
  let library: ReturnType<Code['loadLibrary']> | null = null;
  const loaded = ({ loadLibrary }: Code) => {
    library ??= loadLibrary().catch((error: unknown) => {
      library = null;
      throw error;
    });
    return library;
  };
  return {
    supported,
    open: async ({ video }) => {
      if (!supported) return { ok: false, reason: 'unsupported' };
      try {
        code = await fetchCode();
      } catch (error) {
        return { ok: false, reason: mediaProblemOf(error) };
      }
      // Loads while the user is asked for permission.
      loaded(code).catch(() => undefined);
      return code.PageLocal.open(video, code.readChosenDevices(settings.get(CHOSEN)));
    },
    devices: async () => {
      if (!supported) return [];
      return (await import('./page-local.ts')).listDevices();
    },
    onDevices: (listener) => {
      if (!supported) return () => undefined;
      navigator.mediaDevices.addEventListener('devicechange', listener);
      return () => navigator.mediaDevices.removeEventListener('devicechange', listener);
    },
    connect: (options) => {
      if (code === null || !(options.local instanceof code.PageLocal))
        throw new Error('devices of another port');
      return new code.PagePeer({ ...options, local: options.local }, loaded(code));
    },
  };
}
