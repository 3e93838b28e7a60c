import { blank } from './source-text.ts';

/** Refusals of the server are values (ARCH-8): this file alone throws for one, out of a transaction. */
const ROLLS_BACK = 'src/server/kernel/refusal.ts';

/** Code that makes a refusal: the class, and functions with such a name. */
const MADE = String.raw`(?:new\s+Refusal\b|refused[A-Z]\w*\()`;

const FAULTS: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['throws a refusal', new RegExp(String.raw`\bthrow\s+(?:[^;]*[?:]\s*)?${MADE}`)],
  ['rejects with a refusal', new RegExp(String.raw`\breject\(\s*${MADE}`)],
  ['catches a refusal', /\bcatch\s*\(\s*(\w+)\s*\)\s*\{[^}]{0,200}?\b\1 instanceof Refusal\b/],
  ['catches a refusal', /\.catch\(\s*\(?(\w+)\b[^;]{0,200}?\b\1 instanceof Refusal\b/],
  ['makes an error of refusals', /\bRefusal\s+extends\b|\bextends\s+Refusal\b/],
];

const DECLARED = /\bfunction\s+(\w+)\s*(?:<[^>]*>)?\((?:[^()]|\([^()]*\))*\)\s*:([^{;=]*)\{/g;

/** Functions whose declared type includes a refusal. Names that other functions share are left out. */
export function refusingIn(sources: Iterable<readonly [path: string, source: string]>): ReadonlySet<string> {
  const [refusing, others] = [new Set<string>(), new Set<string>()];
  for (const [path, source] of sources) {
    if (!path.startsWith('src/server/')) continue;
    for (const [, name = '', type = ''] of blank(source).codeOnly.matchAll(DECLARED))
      (/\bRefusal\b/.test(type) ? refusing : others).add(name);
  }
  return new Set([...refusing].filter((name) => !others.has(name)));
}

/** Matches a call as a statement, whose result is dropped. */
const ALONE = /(?<=[;{}]\s*)(?:await\s+|void\s+)?(\w+)\((?=[^=]*?\)\s*;)/g;

/** Reports whether the name in this file is the function itself. */
const isOwn = (name: string, code: string): boolean =>
  new RegExp(String.raw`\bfunction\s+${name}\b|\bimport\s*\{[^}]*\b${name}\b`).test(code);

export function refusalFaults(
  path: string,
  source: string,
  refusing: ReadonlySet<string>,
): readonly string[] {
  if (!path.startsWith('src/server/') || path === ROLLS_BACK) return [];
  const { codeOnly } = blank(source);
  const thrown = FAULTS.filter(([, pattern]) => pattern.test(codeOnly)).map(([what]) => what);
  const ignored = [...codeOnly.matchAll(ALONE)].flatMap(([, name = '']) =>
    refusing.has(name) && isOwn(name, codeOnly) ? [`does not look at what ${name} refuses`] : [],
  );
  return [...thrown, ...ignored].map((what) => `${path} ${what}`);
}
