import '../kit/tokens.css';
import '../kit/app-tokens.css';
import '../kit/page-tokens.css';
import '../kit/global.css';
import { createRoot } from 'react-dom/client';
import { createSignedOutBrowserClient } from '../../client/browser/signed-out-browser-client.ts';
import { assert } from '../../domain/assert.ts';
import { pageTexts, startTexts } from '../i18n/index.ts';
import { Hosts } from '../hosts.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { ProductMark } from '../kit/mark.tsx';
import { LanguageChoice } from '../screens/account/login/language-choice.tsx';
import { Acting } from './acting.tsx';
import { Framing } from './framing.tsx';
import styles from './kit-page.module.css';
import { Over } from './over.tsx';
import { Samples } from './shown.tsx';
import { Tokens } from './tokens.tsx';

/** Every part of the kit in its states, with texts in the language that is chosen here. */
function KitPage() {
  const { t } = useTranslation();
  return (
    <main className={styles.page}>
      <div className={styles.inner}>
        <header className={styles.head}>
          <ProductMark size={32} />
          <h1>The kit</h1>
          <LanguageChoice />
        </header>
        <Tokens title="Tokens" sample={t('title.chat')} />
        <Samples title="Show" name="Anna Lake" />
        <Acting title="Act and write" />
        <Framing title="Frame" />
        <Over title="Over a page" />
      </div>
    </main>
  );
}

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
