import type { MediaPort } from '../../../ports/media.ts';
import type { SettingsPort } from '../../../ports/storage.ts';
import { PageCipher } from './page-cipher.ts';
import { listDevices, PageLocal, readChosenDevices } from './page-local.ts';
import { loadLibrary, PagePeer } from './peer.ts';
import { PageUnit } from './unit.ts';

/** Devices that the person chose for calls on this device. */
const CHOSEN = 'callDevices';

/** Devices and connections of the calls of this page. */
export function createPageDevices(
  settings: SettingsPort,
): Pick<MediaPort, 'open' | 'devices' | 'cipher' | 'connect' | 'connectUnit'> {
  let library: ReturnType<typeof loadLibrary> | null = null;
  const loadOnce = () => {
    library ??= loadLibrary().catch((error: unknown) => {
      library = null;
      throw error;
    });
    return library;
  };
  return {
    open: ({ video }) => {
      // Loads while the user is asked for permission.
      loadOnce().catch(() => undefined);
      return PageLocal.open(video, readChosenDevices(settings.get(CHOSEN)));
    },
    devices: listDevices,
    cipher: () => PageCipher.create(),
    connectUnit: (options) => {
      if (!(options.local instanceof PageLocal)) throw new Error('devices of another port');
      return new PageUnit({ ...options, local: options.local });
    },
    connect: (options) => {
      if (!(options.local instanceof PageLocal)) throw new Error('devices of another port');
      return new PagePeer({ ...options, local: options.local }, loadOnce());
    },
  };
}
