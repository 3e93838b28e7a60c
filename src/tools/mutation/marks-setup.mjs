// Writes down which functions ran in a test file, when it is over.
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** @type {Set<string>} */
const marks = new Set();
Object.assign(globalThis, { mutationMarks: marks });
const began = performance.now();

afterAll(() => {
  const file = expect.getState().testPath?.replace(process.cwd(), '').replace(/^\//, '') ?? '';
  appendFileSync(`${process.env['MUTATION_MARKS']}.out`, `${JSON.stringify({ file, ms: Math.round(performance.now() - began), marks: [...marks] })}\n`);
});
