import { reloadPage } from './device.ts';

const KEY = 'reloaded-from';

/** The script that this page began with: its name is that of the build. */
const mainScript = (): string | null =>
  document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? null;

/** Whether the server has no files of this build any more. */
async function isGone(script: string): Promise<boolean> {
  try {
    return (await fetch(script, { method: 'HEAD', cache: 'no-store' })).status === 404;
  } catch {
    // No network says nothing of the build.
    return false;
  }
}

/**
 * Code that failed to load may be of a build that the server has replaced: then the page is loaded again,
 * once for each build, since nothing of this one comes any more (UPD-13). True when it is on its way.
 */
export async function reloadIfGone(): Promise<boolean> {
  const script = mainScript();
  if (script === null || before() === script || !(await isGone(script))) return false;
  try {
    sessionStorage.setItem(KEY, script);
  } catch {
    // Without a place to note it the page could reload for ever.
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
