import { createSignedOutClient, type SignedOutClient } from '../signed-out-client.ts';
import { pageAddresses } from './addresses.ts';
import { browserDevice } from './browser-device-adapter.ts';
import { createFetchHttp } from './fetch-adapter.ts';
import { createHeadStart } from './head-start.ts';
import { createLocalSettings } from './local-storage-adapter.ts';

/**
 * The client of this page; its larger part loads at sign-in. `given`: the configuration that came with the
 * page.
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
