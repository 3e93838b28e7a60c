import './kit/app-tokens.css';
import type { Client } from '../client/interface/client.ts';
import { App } from './app.tsx';
import { TextsHost, useTranslation } from './i18n/use-translation.ts';
import { openInspector } from './platform/inspection.ts';
import styles from './recording.module.css';

/** Shows that this tab is recorded, with a link to the inspector. */
function Recording() {
  const { t } = useTranslation();
  return (
    <button type="button" className={styles.chip} onClick={openInspector}>
      {t('inspect.recording')}
    </button>
  );
}

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
