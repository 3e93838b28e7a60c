import { createDoor, type Door } from './door.ts';
import { pageAddresses } from './net/addresses.ts';
import { browserDevice } from './net/browser-device-adapter.ts';
import { createFetchHttp } from './net/fetch-adapter.ts';
import { createHeadStart } from './net/head-start.ts';
import { createLocalSettings } from './persistence/local-storage-adapter.ts';

/** The client of this page, which fetches its larger part when somebody is signed in. `given`: the configuration that came with the page. */
export function createBrowserDoor(given: string | null = null): Door {
  const { http, begin } = createHeadStart(createFetchHttp(pageAddresses().base || ''));
  return createDoor({
    settings: createLocalSettings(),
    http,
    begin,
    device: browserDevice,
    given,
    load: async () => (await import('./browser-client.ts')).createBrowserClient(http),
  });
}
