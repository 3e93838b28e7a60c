export const canVibrate = (): boolean => 'vibrate' in navigator;
export const isSecure = (): boolean => window.isSecureContext;

/** Bytes that this site stores on the device, or null if the browser does not report it. */
export async function storedBytes(): Promise<number | null> {
  if (!('storage' in navigator)) return null;
  try {
    return (await navigator.storage.estimate()).usage ?? null;
  } catch {
    return null;
  }
}

/** Deletes caches that fill again on demand. */
export async function dropCaches(): Promise<void> {
  if (!('caches' in window)) return;
  // The files for an offline start are not a cache.
  for (const name of await caches.keys()) if (!name.startsWith('shell-')) await caches.delete(name);
}

export const openOutside = (address: string): boolean =>
  window.open(address, '_blank', 'noopener,noreferrer') !== null;
export const reloadPage = (): void => location.reload();

/** Version of package.json, inserted by the build. */
declare const VERSION_OF_THIS_BUILD: string;

/** The release that users see (UPD-14); `app.version` is what the version check sends and compares. */
export const releaseVersion = VERSION_OF_THIS_BUILD;

/** What is written on the key for shortcuts. */
export const ctrlName = (): string => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl');
