import './kit/tokens.css';
import './kit/global.css';
import { createRoot } from 'react-dom/client';
import { createBrowserDoor } from '../client/browser-door.ts';
import { pageAddresses } from '../client/net/addresses.ts';
import { assert } from '../domain/assert.ts';
import { App } from './app.tsx';
import { pageTexts, startTexts } from './i18n/index.ts';
import { TextsHost } from './i18n/use-translation.ts';
import { readInspectionWish } from './platform/inspection.ts';
import { watchKeyboard } from './platform/keyboard.ts';
import { startWorker } from './platform/worker.ts';
import { Recording } from './recording.tsx';

const recording = readInspectionWish();
/** For a page that hosts the app together with its server. */
export const client = createBrowserDoor();
const addresses = pageAddresses();
const altered = addresses.base === false;
const root = document.getElementById('root');
assert(root !== null, 'a root element in the page');

/** The words come in the language in use; the client starts meanwhile, so that nothing waits for two things in turn. */
async function show(page: HTMLElement): Promise<void> {
  try {
    await startTexts();
    if (altered) return await showAltered(page);
    createRoot(page).render(
      <>
        <App client={client} />
        {recording && (
          <TextsHost>
            <Recording />
          </TextsHost>
        )}
      </>,
    );
  } catch {
    // There are no texts to say it with, so it stands here, in both languages.
    page.textContent = 'Parley could not be loaded. Please reload this page. · 页面没有加载成功，请刷新。';
    addEventListener('online', () => location.reload());
  }
}

/** A copy for one server whose address was changed asks nobody anything (PHONE-6). */
async function showAltered(page: HTMLElement): Promise<void> {
  const [{ AlteredPage }] = await Promise.all([import('./screens/altered-page.tsx'), pageTexts()]);
  createRoot(page).render(<AlteredPage addresses={addresses} />);
}

void show(root);
if (!altered) {
  void client.start();
  startWorker();
  watchKeyboard();
}
// Somebody is about to type or press: by the time the form is sent the rest is here.
for (const sign of ['focusin', 'pointerdown', 'keydown']) addEventListener(sign, () => altered || client.prepare(), { once: true });
