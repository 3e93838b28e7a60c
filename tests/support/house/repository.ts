import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

const folders = ['machines', 'simulator', 'src', 'tests'];

/** Our own source by path, as it is on disk. */
export function readRepository(): ReadonlyMap<string, string> {
  const files = folders.flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`.replace(root, '')),
  );
  return new Map(files.toSorted().map((path) => [path, readFileSync(`${root}${path}`, 'utf8')]));
}
