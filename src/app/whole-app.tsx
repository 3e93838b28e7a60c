import './kit/app-tokens.css';
import type { Client } from '../client/interface/client.ts';
import { App } from './app.tsx';
import { TextsHost } from './i18n/use-translation.ts';
import { Recording } from './recording.tsx';

export { startTexts } from './i18n/index.ts';
export { prepareFirst } from './layout/routes.tsx';

/** Everything behind the login page; its code is loaded when a user is known, or is about to be. */
export const WholeApp = ({ client, recording }: { readonly client: Client; readonly recording: boolean }) => (
  <>
    <App client={client} />
    {recording && (
      <TextsHost>
        <Recording />
      </TextsHost>
    )}
  </>
);
