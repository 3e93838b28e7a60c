import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { REACHED_FILE } from '../../src/tools/reached.mjs';
import { root } from './house/repository.ts';

/** One byte for each function of a file, 1 when it ran. */
const lists = (): readonly (readonly [string, Uint8Array])[] =>
  Object.entries((globalThis as { reachedFunctions?: Record<string, Uint8Array> }).reachedFunctions ?? {});

// Code that runs during the load of files does not belong to a test.
beforeAll(() => lists().forEach(([, list]) => list.fill(0)));

afterAll(() => {
  const shares = lists().flatMap(([file, list]) => {
    const many = list.reduce((sum, one) => sum + one, 0);
    return many === 0 ? [] : [[file, Math.ceil((many / list.length) * 100) / 100] as const];
  });
  const test = relative(root, expect.getState().testPath ?? '');
  mkdirSync(dirname(root + REACHED_FILE), { recursive: true });
  appendFileSync(root + REACHED_FILE, `${JSON.stringify({ test, reached: Object.fromEntries(shares) })}\n`);
});
