import { takeOverMs } from './limits.ts';
import { runLater } from './time.ts';

/**
 * The service worker of an installed build. There is none while developing, in pages that have no
 * manifest (the demo answers its own requests), and in insecure contexts; everything works without it.
 */
let registration: Promise<ServiceWorkerRegistration | null> = Promise.resolve(null);
const listeners = new Set<() => void>();
let waiting = false;

const mayHave = (): boolean =>
  import.meta.env.PROD &&
  'serviceWorker' in navigator &&
  document.querySelector('link[rel=manifest]') !== null;

/** After everything the page itself needs, so that the first load is not slower for it. */
export function startWorker(): void {
  if (!mayHave()) return;
  registration = new Promise((resolve) => {
    const begin = () => {
      const registering = navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
      // Where workers are blocked some browsers answer with nothing instead of a refusal.
      resolve(
        registering.then(
          (found: ServiceWorkerRegistration | undefined) => found ?? null,
          () => null,
        ),
      );
    };
    if (document.readyState === 'complete') begin();
    else addEventListener('load', begin, { once: true });
  });
  void registration.then((found) => found && watch(found));
}

function watch(found: ServiceWorkerRegistration): void {
  const look = () => {
    // Without one in charge this is the first build here, and nothing newer.
    const now = found.waiting !== null && found.active !== null;
    if (now === waiting) return;
    waiting = now;
    for (const run of listeners) run();
  };
  found.addEventListener('updatefound', () => found.installing?.addEventListener('statechange', look));
  look();
}

export const worker = (): Promise<ServiceWorkerRegistration | null> => registration;

/** A whole newer build is here and waits for its turn. */
export const buildWaits = (): boolean => waiting;

export function onBuildWaits(run: () => void): () => void {
  listeners.add(run);
  return () => listeners.delete(run);
}

/** Asks the server for a newer build; true once one waits. */
export async function fetchBuild(): Promise<boolean> {
  const found = await registration;
  if (found === null) return false;
  try {
    await found.update();
  } catch {
    return false;
  }
  const coming = found.installing;
  if (coming !== null)
    await new Promise<void>((resolve) =>
      coming.addEventListener('statechange', () => coming.state !== 'installing' && resolve()),
    );
  return found.waiting !== null;
}

/**
 * The waiting build takes over, and this window starts anew with it. Without one it is a plain reload. A
 * worker that still answers something lets no other one take over, for minutes in some browsers: leaving the
 * page ends what it answers, so the window starts anew after a short while in any case (UPD-12).
 */
export async function takeBuild(): Promise<void> {
  const next = (await registration)?.waiting ?? null;
  if (next === null) return location.reload();
  const stop = runLater(takeOverMs, () => location.reload());
  next.addEventListener('statechange', () => {
    if (next.state !== 'activated') return;
    stop();
    location.reload();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  next.postMessage('take over');
}
