import { describe, expect, it } from 'vitest';
import { refusalFaults, refusingIn } from '../support/house/refusals.ts';
import { readRepository } from '../support/house/repository.ts';

const repository = [...readRepository()];
const refusing = refusingIn(repository);

describe('refusals of the server', () => {
  it('ARCH-8: refusals are values, thrown and caught in one place, and every caller checks them', () => {
    expect(refusing.size).toBeGreaterThan(50);
    expect(repository.flatMap(([path, source]) => refusalFaults(path, source, refusing))).toEqual([]);
  });
});

const IMPORT = "import { demand } from '../../kernel/standing.ts';\n";

const faults = (source: string, path = 'src/server/features/friends/apply.ts') =>
  refusalFaults(path, source, new Set(['demand']));

describe('planted faults are found', () => {
  it.each([
    "if (!row) throw new Refusal('userUnknown');",
    "throw isTaken ? new Refusal('idTaken') : error;",
    'throw refusedForNow(reason, 1_000);',
    "return Promise.reject(new Refusal('tooLarge'));",
    'try { await run(); } catch (error) { if (error instanceof Refusal) return null; }',
    'run().catch((error: unknown) => (error instanceof Refusal ? null : fail(error)));',
    'export class Refusal extends Error {}',
    `${IMPORT}const at = 1;\n  demand(at, 'speak', nowMs);\n`,
    `${IMPORT}{\n  await demand(at, 'speak', nowMs);\n}`,
  ])('ARCH-8: %s', (source) => {
    expect(faults(source)).toHaveLength(1);
  });

  it.each([
    "if (!row) return new Refusal('userUnknown');",
    "throw new StoreConflictError('an id was taken');",
    `${IMPORT}const refusal = demand(at, 'speak', nowMs);\n  if (refusal) return refusal;`,
    `${IMPORT}{\n  return demand(at, 'speak', nowMs);\n}`,
    "const demand = () => 1;\n  demand(at, 'speak', nowMs);",
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
