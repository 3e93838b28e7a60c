import './kit/tokens.css';
import './kit/global.css';
import { createRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { createBrowserDoor } from '../client/browser-door.ts';
import { assert } from '../domain/assert.ts';
import { App } from './app.tsx';
import { startTexts } from './i18n/index.ts';
import { readInspectionWish } from './platform/inspection.ts';
import { Recording } from './recording.tsx';

const texts = startTexts();
const recording = readInspectionWish();
const client = createBrowserDoor();
const root = document.getElementById('root');
assert(root !== null, 'a root element in the page');
createRoot(root).render(
  <I18nextProvider i18n={texts}>
    <App client={client} />
    {recording && <Recording />}
  </I18nextProvider>,
);
void client.start();
// Somebody is about to type or press: by the time the form is sent the rest is here.
for (const sign of ['focusin', 'pointerdown', 'keydown']) addEventListener(sign, () => client.prepare(), { once: true });
