// The quick tests over a program with all faults that are to be judged (MUTATION_JOB).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { root } from '../run-command.mjs';
import { withFaults } from './with-faults.mjs';

/** @type {{ keys: Record<string, number>, files: string[], isolate: boolean }} */
const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8'));

/** Caches programs between runs: the same text of a module with the same faults is the same program. */
const print = createHash('sha256').update(JSON.stringify(job.keys)).digest('hex').slice(0, 12);

/** @param {import('vitest/node').TestSpecification} one */
const place = (one) => job.files.indexOf(one.moduleId.replace(root, ''));

/** Runs files in the order of their names in the command. */
class InOrder extends BaseSequencer {
  /** @override @param {import('vitest/node').TestSpecification[]} files */
  async sort(files) {
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  root,
  plugins: [react(), withFaults(job.keys)],
  define: { HOST_OF_THIS_BUILD: '""', PRINT_OF_THIS_BUILD: '""', VERSION_OF_THIS_BUILD: '""' },
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  test: {
    globalSetup: ['tests/support/run-folder.ts'],
    runner: 'src/tools/mutation/runner.mjs',
    include: ['tests/{rules,model,contract,server,security,ui}/**/*.test.{ts,tsx}'],
    // The runner sets its own limits, by the time that a test needs without a fault.
    testTimeout: 600_000,
    hookTimeout: 20_000,
    pool: 'forks',
    isolate: job.isolate,
    experimental: { fsModuleCache: true, fsModuleCachePath: `${root}.cache/mutation/modules-${print}` },
    maxWorkers: 1,
    fileParallelism: false,
    sequence: { sequencer: InOrder },
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
