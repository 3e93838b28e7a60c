import { createDoor, type Door } from './door.ts';
import { pageAddresses } from './net/addresses.ts';
import { browserDevice } from './net/browser-device-adapter.ts';
import { createFetchHttp } from './net/fetch-adapter.ts';
import { createLocalSettings } from './persistence/local-storage-adapter.ts';

/** The client of this page, which fetches its larger part when somebody is signed in. */
export const createBrowserDoor = (): Door =>
  createDoor({
    settings: createLocalSettings(),
    http: createFetchHttp(pageAddresses().base || ''),
    device: browserDevice,
    load: async () => (await import('./browser-client.ts')).createBrowserClient(),
  });
