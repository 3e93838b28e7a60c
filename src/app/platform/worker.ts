import { watchInstall } from './install.ts';
import { takeOverMs } from './limits.ts';
import { schedule } from './time.ts';

/**
 * The service worker of an installed build. It is absent during development, in pages without a manifest (the
 * demo answers its own requests), and in insecure contexts; everything works without it.
 */
let registration: Promise<ServiceWorkerRegistration | null> = Promise.resolve(null);
const listeners = new Set<() => void>();
let waiting = false;
let told = '';

const mayHave = (): boolean =>
  import.meta.env.PROD &&
  'serviceWorker' in navigator &&
  document.querySelector('link[rel=manifest]') !== null;

/** After everything the page itself needs, so that the first load is not slower for it. */
export function startWorker(language: () => string, onLanguage: (listener: () => void) => unknown): void {
  watchInstall();
  if (!mayHave()) return;
  registration = new Promise((resolve) => {
    const begin = () => {
      const registering = navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
      // Some browsers that block workers return undefined instead of rejecting.
      resolve(
        registering.then(
          (existing: ServiceWorkerRegistration | undefined) => existing ?? null,
          () => null,
        ),
      );
    };
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
  });
  void registration.then((worker) => worker && watch(worker));
  const tell = () => void tellLanguage(language());
  onLanguage(tell);
  tell();
}

/** The worker keeps the texts of the language for a start without a network. */
async function tellLanguage(language: string): Promise<void> {
  if (language === told) return;
  told = language;
  // Undefined where a browser blocks workers.
  const ready: ServiceWorkerRegistration | undefined = await navigator.serviceWorker.ready;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  ready?.active?.postMessage(`language ${language}`);
}

function watch(worker: ServiceWorkerRegistration): void {
  const look = () => {
    // Without an active worker this is the first build, so no update is waiting.
    const now = worker.waiting !== null && worker.active !== null;
    if (now === waiting) return;
    waiting = now;
    for (const listener of listeners) listener();
  };
  worker.addEventListener('updatefound', () => worker.installing?.addEventListener('statechange', look));
  look();
}

export const worker = (): Promise<ServiceWorkerRegistration | null> => registration;

/** True if a complete newer build is waiting. */
export const buildWaits = (): boolean => waiting;

export function onBuildWaits(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Checks the server for a newer build; true once one is waiting. */
export async function fetchBuild(): Promise<boolean> {
  const current = await registration;
  if (current === null) return false;
  try {
    await current.update();
  } catch {
    return false;
  }
  const coming = current.installing;
  if (coming !== null)
    await new Promise<void>((resolve) =>
      coming.addEventListener('statechange', () => coming.state !== 'installing' && resolve()),
    );
  return current.waiting !== null;
}

/**
 * Activates the waiting build and reloads this window with it; without one it only reloads. A worker that
 * still answers a request delays the next one, for minutes in some browsers. Leaving the page ends its
 * answers, so the window reloads after a short while in any case (UPD-12).
 */
export async function takeBuild(): Promise<void> {
  const next = (await registration)?.waiting ?? null;
  if (next === null) return location.reload();
  const stop = schedule(takeOverMs, () => location.reload());
  next.addEventListener('statechange', () => {
    if (next.state !== 'activated') return;
    stop();
    location.reload();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  next.postMessage('take over');
}
