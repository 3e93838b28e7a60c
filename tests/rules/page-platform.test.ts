import { createHash, createHmac } from 'node:crypto';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as page from '../../src/demo/platform/node-parts-adapter.ts';
import { pagePasswords } from '../../src/demo/platform/passwords-adapter.ts';
import { runs } from '../support/runs.ts';

describe('replacements for Node in a page', () => {
  it('DEMO-1: digests equal those of Node, for any text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.nat({ max: 300 }).map((length) => 'a'.repeat(length)),
    );
    fc.assert(
      fc.property(text, text, (key, words) => {
        expect(page.createHash('sha256').update(words).digest('hex')).toBe(
          createHash('sha256').update(words).digest('hex'),
        );
        expect(page.createHmac('sha256', key).update(words).digest('hex')).toBe(
          createHmac('sha256', key).update(words).digest('hex'),
        );
        expect(pagePasswords.digest(words)).toBe(createHash('sha256').update(words).digest('hex'));
      }),
      { numRuns: runs(200) },
    );
  });

  it('DEMO-1: folders of paths are those of Node, and none can be made', () => {
    for (const path of ['a/b/c.db', 'c.db', ':memory:']) expect(page.dirname(path)).toBe(dirname(path));
    expect(() => page.mkdirSync('a')).toThrow('no folder');
  });

  it('DEMO-1: a password is known again, another is not', async () => {
    const stored = await pagePasswords.hash('guest-1234');
    expect(stored).not.toContain('guest');
    expect([
      await pagePasswords.verify(stored, 'guest-1234'),
      await pagePasswords.verify(stored, 'guest-1235'),
      await pagePasswords.verify('plain guest-1234', 'guest-1234'),
    ]).toEqual([true, false, false]);
  });
});
