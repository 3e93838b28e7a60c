/** The browser's own offer to install the page as an app; some browsers have none. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>;
}

let offer: InstallOffer | null = null;
const listeners = new Set<() => void>();

function hold(next: InstallOffer | null): void {
  offer = next;
  for (const listener of listeners) listener();
}

/** Listens from the load of the page on: the browser reports its offer once. */
export function watchInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    hold(event as InstallOffer);
  });
  addEventListener('appinstalled', () => hold(null));
}

export const mayInstall = (): boolean => offer !== null;

export function onInstallOffer(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The browser asks the user; an offer counts once. */
export function install(): void {
  const held = offer;
  hold(null);
  void held?.prompt().catch(() => undefined);
}
