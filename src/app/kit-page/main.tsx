import '../kit/tokens.css';
import '../kit/app-tokens.css';
import '../kit/page-tokens.css';
import '../kit/global.css';
import { createRoot } from 'react-dom/client';
import { createSignedOutBrowserClient } from '../../client/browser/signed-out-browser-client.ts';
import { assert } from '../../domain/assert.ts';
import { pageTexts, startTexts } from '../i18n/index.ts';
import { Hosts } from '../hosts.tsx';
import { KitPage } from './kit-page.tsx';

/**
 * A page for developers of screens (`npm run dev`, then /kit.html). The client is never started, so no
 * request is sent.
 */
const client = createSignedOutBrowserClient();
const root = document.getElementById('root');
assert(root !== null, 'a root element in the page');

async function show(page: HTMLElement): Promise<void> {
  await startTexts();
  // This page shows parts of all pages; the app also waits for these texts before it draws such a page.
  await pageTexts();
  createRoot(page).render(
    <Hosts client={client}>
      <KitPage />
    </Hosts>,
  );
}

void show(root);
