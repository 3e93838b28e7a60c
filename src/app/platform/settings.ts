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

export function writeSetting(key: string, value: string | null): void {
  if (value === null) memory.delete(key);
  else memory.set(key, value);
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Kept in memory above.
  }
  for (const run of listeners) run();
}

export function onSetting(run: () => void): () => void {
  // Another tab changed something: what we hold may be old.
  const elsewhere = (event: StorageEvent) => {
    if (event.key === null) memory.clear();
    else memory.delete(event.key);
    run();
  };
  listeners.add(run);
  addEventListener('storage', elsewhere);
  return () => {
    listeners.delete(run);
    removeEventListener('storage', elsewhere);
  };
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
