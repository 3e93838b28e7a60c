import './kit/app-tokens.css';
import { Suspense } from 'react';
import type { Client } from '../client/interface/client.ts';
import { App } from './app.tsx';
import { lazyAside } from './kit/lazy-aside.ts';

export { startTexts } from './i18n/index.ts';
export { prepareFirst } from './layout/routes.tsx';

const Recording = lazyAside(() => import('./recording.tsx'));

/** Everything behind the login page; its code is loaded when a user is known, or is about to be. */
export const WholeApp = ({ client, recording }: { readonly client: Client; readonly recording: boolean }) => (
  <>
    <App client={client} />
    {recording && (
      <Suspense>
        <Recording />
      </Suspense>
    )}
  </>
);
