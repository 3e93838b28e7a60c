import { createSignedOutClient, type SignedOutClient } from './signed-out-client.ts';
import { pageAddresses } from './net/addresses.ts';
import { browserDevice } from './net/browser-device-adapter.ts';
import { createFetchHttp } from './net/fetch-adapter.ts';
import { createHeadStart } from './net/head-start.ts';
import { createLocalSettings } from './persistence/local-storage-adapter.ts';

/**
 * The client of this page, which fetches its larger part when somebody is signed in. `given`: the
 * configuration that came with the page.
 */
export function createSignedOutBrowserClient(given: string | null = null): SignedOutClient {
  const { http, begin } = createHeadStart(createFetchHttp(pageAddresses().base || ''));
  return createSignedOutClient({
    settings: createLocalSettings(),
    http,
    begin,
    device: browserDevice,
    given,
    load: async () => (await import('./browser-client.ts')).createBrowserClient(http),
  });
}
