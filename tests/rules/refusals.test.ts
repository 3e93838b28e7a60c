import { describe, expect, it } from 'vitest';
import { readRepository } from '../support/house/repository.ts';
import { blank } from '../support/house/source-text.ts';

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
function refusingIn(sources: Iterable<readonly [path: string, source: string]>): ReadonlySet<string> {
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

function refusalFaults(path: string, source: string, refusing: ReadonlySet<string>): readonly string[] {
  if (!path.startsWith('src/server/') || path === ROLLS_BACK) return [];
  const { codeOnly } = blank(source);
  const thrown = FAULTS.filter(([, pattern]) => pattern.test(codeOnly)).map(([what]) => what);
  const ignored = [...codeOnly.matchAll(ALONE)].flatMap(([, name = '']) =>
    refusing.has(name) && isOwn(name, codeOnly) ? [`does not look at what ${name} refuses`] : [],
  );
  return [...thrown, ...ignored].map((what) => `${path} ${what}`);
}

const repository = [...readRepository()];
const refusing = refusingIn(repository);

describe('refusals of the server', () => {
  it('ARCH-8: refusals are values, thrown and caught in one place, and every caller checks them', () => {
    expect(refusing.size).toBeGreaterThan(50);
    expect(repository.flatMap(([path, source]) => refusalFaults(path, source, refusing))).toEqual([]);
  });
});

const IMPORT = "import { authorize } from '../../access/conversation.ts';\n";

const faults = (source: string, path = 'src/server/features/friends/apply.ts') =>
  refusalFaults(path, source, new Set(['authorize']));

describe('planted faults are found', () => {
  it.each([
    "if (!row) throw new Refusal('userUnknown');",
    "throw isTaken ? new Refusal('idTaken') : error;",
    'throw refusedForNow(reason, 1_000);',
    "return Promise.reject(new Refusal('tooLarge'));",
    'try { await run(); } catch (error) { if (error instanceof Refusal) return null; }',
    'run().catch((error: unknown) => (error instanceof Refusal ? null : fail(error)));',
    'export class Refusal extends Error {}',
    `${IMPORT}const at = 1;\n  authorize(at, 'speak', nowMs);\n`,
    `${IMPORT}{\n  await authorize(at, 'speak', nowMs);\n}`,
  ])('ARCH-8: %s', (source) => {
    expect(faults(source)).toHaveLength(1);
  });

  it.each([
    "if (!row) return new Refusal('userUnknown');",
    "throw new StoreConflictError('an id was taken');",
    `${IMPORT}const refusal = authorize(at, 'speak', nowMs);\n  if (refusal) return refusal;`,
    `${IMPORT}{\n  return authorize(at, 'speak', nowMs);\n}`,
    "const authorize = () => 1;\n  authorize(at, 'speak', nowMs);",
    'const answer = await run();\nif (answer instanceof Refusal) return answer;',
    "// throw new Refusal('x');\nconst text = 'throw new Refusal()';",
  ])('ARCH-8: but not %s', (source) => {
    expect(faults(source)).toEqual([]);
  });

  it('ARCH-8: refusing functions are those whose type says so and whose name is unique', () => {
    const one = 'export async function take(a: number): Promise<Sent | Refusal> {}';
    const two = 'function look({ a }: { a: number }): Refusal | null {}';
    const other = 'function look(): void {}';
    expect([...refusingIn([['src/server/a.ts', `${one}\n${two}`]])]).toEqual(['take', 'look']);
    expect([...refusingIn([['src/server/a.ts', `${one}\n${two}\n${other}`]])]).toEqual(['take']);
    expect(faults("throw new Refusal('x');", 'src/server/kernel/refusal.ts')).toEqual([]);
  });
});
