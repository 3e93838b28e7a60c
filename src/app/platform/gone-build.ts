import { reloadPage } from './device.ts';

const KEY = 'reloaded-from';

/** The scripts that this page started with: at least one name identifies the build. */
const firstScripts = (): readonly string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].map(({ src }) => src);

const statusOf = async (script: string): Promise<number> =>
  (await fetch(script, { method: 'HEAD', cache: 'no-store' })).status;

/** Checks whether the server lacks any of these scripts. */
async function isGone(scripts: readonly string[]): Promise<boolean> {
  try {
    return (await Promise.all(scripts.map(statusOf))).includes(404);
  } catch {
    // Without network the build is unknown.
    return false;
  }
}

let pending: Promise<boolean> | null = null;

/**
 * Reloads the page once for each build after code failed to load, which may belong to a replaced build: later
 * code of it can no longer be loaded (UPD-13). True while it reloads.
 */
export function reloadIfGone(): Promise<boolean> {
  pending ??= ask().finally(() => (pending = null));
  return pending;
}

/**
 * Watches the whole window once: the bundler's loader reports all code that fails to load, for any caller.
 */
export const watchGoneBuild = (): void => addEventListener('vite:preloadError', () => void reloadIfGone());

async function ask(): Promise<boolean> {
  const scripts = firstScripts();
  const build = scripts.join(' ');
  if (before() === build || !(await isGone(scripts))) return false;
  try {
    sessionStorage.setItem(KEY, build);
  } catch {
    // Without storage for a note, the page could reload forever.
    return false;
  }
  reloadPage();
  return true;
}

function before(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
