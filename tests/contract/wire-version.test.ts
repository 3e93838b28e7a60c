import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { WIRE_VERSION } from '../../src/wire/version.ts';

/**
 * Covers all exported schemas of src/wire/down. When this fails, raise WIRE_VERSION and put the new value
 * here.
 */
const ENTRY = { version: 21, fingerprint: 'f0e14e7e3a7ee139' };

const modules = import.meta.glob<Readonly<Record<string, unknown>>>('../../src/wire/down/*.ts', {
  eager: true,
});

/** The shape of a schema without its functions: kinds, names of fields, options. */
function shape(value: unknown, seen: ReadonlySet<unknown> = new Set()): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? 'function' : value;
  if (seen.has(value)) return 'again';
  const inside = new Set(seen).add(value);
  if (Array.isArray(value)) return value.map((one) => shape(one, inside));
  const entries = Object.entries(value).filter(
    ([key]) => !key.startsWith('~') && key !== 'expects' && key !== 'message' && key !== 'reference',
  );
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, shape(one, inside)]),
  );
}

const isSchema = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

function fingerprint(): string {
  const matches: [string, unknown][] = [];
  for (const exports of Object.values(modules))
    for (const [name, value] of Object.entries(exports))
      if (isSchema(value)) matches.push([name, shape(value)]);
  expect(matches.length).toBeGreaterThan(30);
  return createHash('sha256')
    .update(JSON.stringify(matches.toSorted(([a], [b]) => (a < b ? -1 : 1))))
    .digest('hex')
    .slice(0, 16);
}

describe('the wire version', () => {
  it('WIRE-4: a schema that changes shape raises the version', () => {
    expect({ version: WIRE_VERSION, fingerprint: fingerprint() }).toEqual(ENTRY);
  });
});
