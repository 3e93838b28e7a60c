// `npm run advisories`: the advisories about our packages that docs/security.md lists, and whether the
// installed version fixes them.
import { readFileSync } from 'node:fs';
import { root } from './run-command.mjs';

const ROW =
  /^\| (?<id>(?:CVE|GHSA)-\S+) \| (?<name>[^ |]+) \| (?<fixedIn>\d+\.\d+\.\d+) \| (?<note>[^|]+) \|$/gm;

/** @param {string} page docs/security.md */
export const advisoriesOn = (page) =>
  [...page.matchAll(ROW)].map(({ groups }) => ({
    id: groups?.['id'] ?? '',
    name: groups?.['name'] ?? '',
    fixedIn: groups?.['fixedIn'] ?? '',
    note: (groups?.['note'] ?? '').trim(),
  }));

/**
 * @param {string} version
 * @param {string} least
 */
export function isAtLeast(version, least) {
  const [have, need] = [version, least].map((text) => text.split('.').map(Number));
  for (const [at, part] of (need ?? []).entries())
    if ((have?.[at] ?? 0) !== part) return (have?.[at] ?? 0) > part;
  return true;
}

/** @param {string} name */
const installed = (name) =>
  String(JSON.parse(readFileSync(`${root}node_modules/${name}/package.json`, 'utf8')).version);

if (process.argv[1]?.endsWith('advisories.mjs')) {
  let open = 0;
  for (const { id, name, fixedIn, note } of advisoriesOn(readFileSync(`${root}docs/security.md`, 'utf8'))) {
    const fits = isAtLeast(installed(name), fixedIn);
    if (!fits) open += 1;
    console.log(
      `${id}  ${name} ${installed(name)}, fixed in ${fixedIn}: ${fits ? 'fixed' : 'OPEN'}. ${note}`,
    );
  }
  process.exit(open > 0 ? 1 : 0);
}
