import { seal } from './platform/sealed-page.ts';

// Before any code of the app: it must not find the storage, the network or the devices of this browser.
seal();
void import('./page.tsx').then(({ showPage }) => showPage());
