import { importsOf } from './imports.ts';
import { layerOf } from './layers.ts';
import { blank } from './source-text.ts';

/** Files that may use the outside world directly. All other code uses a port. */
const adapters: readonly RegExp[] = [
  /-adapter\.tsx?$/,
  /^src\/client\/browser\//,
  /^src\/(?:app|inspector|console|replay)\/main\.tsx$/,
  /^src\/(?:inspector|console|replay)\/platform\//,
  /^src\/app\/platform\//,
  /^src\/server\/(?:main|admin-main|command-main|copies-main|forwarding-main|serve-main)\.ts$/,
  /^src\/server\/(?:storage\/engine|platform|cluster|copies)\//,
];

const free = String.raw`(?<![.\w$])`;

const outside: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Date.now', /\bDate\.now\b/],
  ['new Date()', /\bnew Date\(\s*\)/],
  ['Math.random', /\bMath\.random\b/],
  [
    'timers',
    new RegExp(
      `${free}(?:setTimeout|setInterval|setImmediate|requestAnimationFrame|requestIdleCallback)\\s*\\((?![^()]*:)`,
    ),
  ],
  ['fetch', new RegExp(`${free}fetch\\s*\\((?![^()]*:)`)],
  ['WebSocket', new RegExp(`\\bnew WebSocket\\b`)],
  ['crypto', new RegExp(`${free}(?:globalThis\\.)?crypto\\.`)],
  ['performance', new RegExp(`${free}(?:globalThis\\.)?performance\\.`)],
  ['browser storage', new RegExp(`${free}(?:localStorage|sessionStorage|indexedDB)\\b(?!\\s*:)`)],
  ['process', new RegExp(`${free}process\\.`)],
];

/** The same text sorts and prints alike on every machine only without these. */
const locale: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Intl', new RegExp(`${free}Intl\\b`)],
  ['localeCompare', /\.localeCompare\(/],
  ['toLocaleString', /\.toLocale(?:Date|Time)?String\(/],
];

export function bannedFaults(path: string, source: string): readonly string[] {
  const layer = layerOf(path);
  const checked = [
    'domain',
    'ports',
    'wire',
    'machines',
    'client',
    'server',
    'app',
    'inspector',
    'console',
    'replay',
  ].includes(layer);
  if (!checked || adapters.some((pattern) => pattern.test(path))) return [];
  const { codeOnly } = blank(source);
  const banned = ['app', 'inspector', 'console', 'replay'].includes(layer)
    ? outside
    : [...outside, ...locale];
  const names = banned.filter(([, pattern]) => pattern.test(codeOnly)).map(([name]) => name);
  const builtIns = importsOf(path, source)
    .filter((item) => item.to.startsWith('node:') && !item.typeOnly)
    .map((item) => item.to);
  return [...names, ...builtIns].map(
    (name) => `${path} uses ${name}: that belongs to an adapter, behind a port`,
  );
}
