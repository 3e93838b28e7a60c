/**
 * The app inside a store's shell (docs/mobile.md) finds this object; a browser has none. The shell reports
 * its own build and installs a file that the page has fetched with progress.
 */
export interface ParleyShell {
  readonly platform: 'android' | 'ios';
  readonly build: number;
  /** False when the file could not be installed. */
  install(file: Blob): Promise<boolean>;
}

declare global {
  interface Window {
    ParleyShell?: ParleyShell;
  }
}

export const shell = (): ParleyShell | null => window.ParleyShell ?? null;

const LIMIT_MS = 10 * 60_000;

/** Fetches a file and reports its progress in percent; null if that fails. */
export function fetchFile(address: string, onPercent: (percent: number) => void): Promise<Blob | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'blob';
    request.timeout = LIMIT_MS;
    request.addEventListener('progress', ({ loaded, total }) =>
      onPercent(total > 0 ? Math.min(100, Math.floor((loaded / total) * 100)) : 0),
    );
    request.addEventListener('load', () =>
      resolve(request.status === 200 ? (request.response as Blob) : null),
    );
    for (const end of ['error', 'timeout', 'abort']) request.addEventListener(end, () => resolve(null));
    request.send();
  });
}
