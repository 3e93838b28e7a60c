/** What this browser lets a page do beside showing itself. */
export type Permission = 'granted' | 'denied' | 'default' | 'unsupported';

export const notificationPermission = (): Permission =>
  'Notification' in window ? Notification.permission : 'unsupported';

export const askNotifications = (): Promise<Permission> =>
  'Notification' in window ? Notification.requestPermission() : Promise.resolve('unsupported');

/** A system notification while the page is hidden; pressing it brings the page back. */
export function notifyHidden(title: string, body: string, tag: string, open: () => void): void {
  if (!document.hidden || notificationPermission() !== 'granted') return;
  try {
    const shown = new Notification(title, { body, tag });
    shown.addEventListener('click', () => {
      window.focus();
      shown.close();
      open();
    });
  } catch {
    // Some mobile browsers have the name and refuse the use.
  }
}

export const canVibrate = (): boolean => 'vibrate' in navigator;
export const isSecure = (): boolean => window.isSecureContext;

/** Bytes that this site keeps on the device, or null where the browser does not say. */
export async function keptBytes(): Promise<number | null> {
  if (!('storage' in navigator)) return null;
  try {
    return (await navigator.storage.estimate()).usage ?? null;
  } catch {
    return null;
  }
}

/** Copies that come back by themselves when they are wanted. */
export async function dropCaches(): Promise<void> {
  if (!('caches' in window)) return;
  // What the app starts from without a network is no copy of something else.
  for (const name of await caches.keys()) if (!name.startsWith('shell-')) await caches.delete(name);
}

export const openOutside = (address: string): boolean =>
  window.open(address, '_blank', 'noopener,noreferrer') !== null;
export const reloadPage = (): void => location.reload();
