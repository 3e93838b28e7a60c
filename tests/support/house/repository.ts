import { readFileSync, readdirSync } from 'node:fs';

/** Every runner (tests, benches) works from the root of the repository. */
export const root = `${process.cwd()}/`;

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
