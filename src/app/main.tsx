import './kit/tokens.css';
import './kit/global.css';
import type { ReactNode } from 'react';
import { type Root, createRoot, hydrateRoot } from 'react-dom/client';
import { createSignedOutBrowserClient } from '../client/browser/signed-out-browser-client.ts';
import { pageAddresses } from '../client/browser/addresses.ts';
import { assert } from '../domain/assert.ts';
import { currentLanguage, onTexts } from './i18n/shown.ts';
import { holdComposingKeys } from './platform/composition.ts';
import { readInspectionRequest } from './platform/inspection.ts';
import { watchKeyboard } from './platform/keyboard.ts';
import { readSetting, writeSetting } from './platform/settings.ts';
import { firstPage, isLogin, searchOf } from './start/first-page.ts';
import { LoginHost } from './start/login-host.tsx';
import { showLoginTexts } from './start/login-texts.ts';
import { reloadIfGone, watchGoneBuild } from './platform/gone-build.ts';
import { hasServerForm, takeForm } from './screens/account/login/server-form.ts';
import { LOGIN } from './paths/first-paths.ts';

/**
 * The public configuration that the server wrote into this page (UI-111); null where it was not the server's
 * to write.
 */
const configInPage = (): string | null => document.getElementById('config')?.textContent ?? null;

const recording = readInspectionRequest();
/** For a page that hosts the app together with its server. */
export const client = createSignedOutBrowserClient(configInPage());
const addresses = pageAddresses();
const altered = addresses.base === false;
const place = document.getElementById('root');
assert(place !== null, 'no root');
const page: { root: Root | null; app: boolean } = { root: null, app: false };

/** Hydrates the form in the page, or draws into an empty element. */
function draw(element: HTMLElement, what: ReactNode): void {
  if (page.root !== null) return page.root.render(what);
  if (hasServerForm()) {
    page.root = hydrateRoot(element, what);
    return;
  }
  takeForm();
  element.replaceChildren();
  page.root = createRoot(element);
  page.root.render(what);
}

/**
 * A missing file may belong to a removed build, which needs a reload; else the page shows the failure
 * (UPD-13).
 */
const failed = (): void =>
  void reloadIfGone().then(async (isReloading) => isReloading || (await leaveLanguage()) || sayFailed());

/** If this build lacks the chosen language, the page starts in English. */
async function leaveLanguage(): Promise<boolean> {
  const { LANGUAGES } = await import('texts:languages').catch(() => ({ LANGUAGES: null }));
  if (LANGUAGES === null || currentLanguage() in LANGUAGES) return false;
  writeSetting('language', 'en');
  location.reload();
  return true;
}

/** The texts are not loaded here, so the message is in both languages. */
function sayFailed(): void {
  page.root?.unmount();
  takeForm();
  if (place !== null)
    place.textContent = 'Parley could not be loaded. Please reload this page. · 页面没有加载成功，请刷新。';
  addEventListener('online', () => location.reload());
}

const loadApp = () => import('./whole-app.tsx');

/**
 * Loads the texts in the current language while the client starts, so that the two do not wait for each
 * other.
 */
async function showApp(element: HTMLElement): Promise<void> {
  if (page.app) return;
  page.app = true;
  const { WholeApp, prepareFirst, startTexts } = await loadApp();
  prepareFirst(location.hash);
  await startTexts(currentLanguage());
  draw(element, <WholeApp client={client} recording={recording} />);
}

async function showLogin(element: HTMLElement): Promise<void> {
  await showLoginTexts(currentLanguage());
  if (!isLogin(location.hash)) history.replaceState({ idx: 0 }, '', `#${LOGIN}`);
  const leave = () => void showApp(element).catch(failed);
  client.session.subscribe(() => {
    if (['signedIn', 'ended'].includes(client.session.get().name)) leave();
  });
  draw(element, <LoginHost client={client} search={searchOf(location.hash)} onLeave={leave} />);
}

/** A copy for one server whose address was changed sends no requests (PHONE-6). */
async function showAltered(element: HTMLElement): Promise<void> {
  takeForm();
  const [{ AlteredPage }, { pageTexts, startTexts }] = await Promise.all([
    import('./layout/altered-page.tsx'),
    import('./i18n/index.ts'),
  ]);
  await startTexts();
  await pageTexts();
  draw(element, <AlteredPage addresses={addresses} />);
}

async function show(element: HTMLElement): Promise<void> {
  if (altered) return showAltered(element);
  if (firstPage(location.hash, readSetting) === 'login' && !recording) return showLogin(element);
  await showApp(element);
}

holdComposingKeys(window);
watchGoneBuild();
show(place).catch(failed);
if (!altered) {
  void client.start();
  // After everything the page itself needs.
  addEventListener(
    'load',
    () =>
      void import('./platform/worker.ts').then(
        ({ startWorker }) => startWorker(currentLanguage, onTexts),
        () => undefined,
      ),
    { once: true },
  );
  watchKeyboard();
  for (const type of ['focusin', 'pointerdown', 'keydown']) addEventListener(type, prepare, { once: true });
}
/** The user is about to type or press: the rest is loaded before the form is sent. */
function prepare(): void {
  client.prepare();
  // The real use tries again, and reports the failure.
  import('./before-login.ts').then(({ prepareLogin }) => prepareLogin()).catch(() => undefined);
}
