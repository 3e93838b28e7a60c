/**
 * Small choices kept on this device. A browser may refuse its storage (private windows, full disk):
 * then a choice lasts until the page closes, and nothing breaks.
 */
const memory = new Map<string, string>();
const listeners = new Set<() => void>();

export function readSetting(key: string): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export const writeSetting = (key: string, value: string | null): void => void keepSetting(key, value);

/** False: the device had no room, so it lasts until the page closes. */
export function keepSetting(key: string, value: string | null): boolean {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  const kept = store(key, value);
  for (const run of listeners) run();
  return kept;
}

function store(key: string, value: string | null): boolean {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Another tab changed something: what we hold may be old. */
function elsewhere(event: StorageEvent): void {
  if (event.key === null) memory.clear();
  else memory.delete(event.key);
  for (const run of listeners) run();
}

/** One ear at the window for all: every face of a list that is thrown past asks for its shape. */
export function onSetting(run: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', elsewhere);
  listeners.add(run);
  return () => {
    listeners.delete(run);
    if (listeners.size === 0) removeEventListener('storage', elsewhere);
  };
}

/** Characters kept under keys that begin like these. */
export function keptUnder(starts: readonly string[]): number {
  const begins = (key: string) => starts.some((start) => key.startsWith(start));
  try {
    return Object.entries(localStorage as Readonly<Record<string, string>>).reduce((sum, [key, value]) => (begins(key) ? sum + value.length : sum), 0);
  } catch {
    return 0;
  }
}

/** Forgets what was kept under keys that begin like these. */
export function clearKept(starts: readonly string[]): void {
  const begins = (key: string) => starts.some((start) => key.startsWith(start));
  for (const key of memory.keys()) if (begins(key)) memory.delete(key);
  try {
    for (const key of Object.keys(localStorage)) if (begins(key)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept there then.
  }
  for (const run of listeners) run();
}
