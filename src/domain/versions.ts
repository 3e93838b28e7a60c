/** A version as users and programs see it: `6.0.1`, and the build as YYYYMMDD; 0 or empty if unknown. */
export interface Version {
  readonly name: string;
  readonly build: number;
}

const numbers = (name: string): readonly number[] =>
  /^\d{1,6}(?:\.\d{1,6})*$/.test(name) ? name.split('.').map(Number) : [];

/**
 * Compares builds if both are known and differ, else the names, number by number. Versions that cannot be
 * compared are not newer (UPD-10).
 */
export function isNewer(candidate: Version, installed: Version): boolean {
  if (candidate.build > 0 && installed.build > 0 && candidate.build !== installed.build)
    return candidate.build > installed.build;
  const [theirs, ours] = [numbers(candidate.name), numbers(installed.name)];
  if (theirs.length === 0 || ours.length === 0) return candidate.build > installed.build;
  for (let at = 0; at < Math.max(theirs.length, ours.length); at += 1) {
    const by = (theirs[at] ?? 0) - (ours[at] ?? 0);
    if (by !== 0) return by > 0;
  }
  return false;
}
