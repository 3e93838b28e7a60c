// The simulator's own build with all faults of a part in it (MUTATION_JOB), instead of the planted ones.
import { readFileSync } from 'node:fs';
import { mergeConfig } from 'vite';
import simulator from '../simulator.vite.config.mjs';
import { withFaults } from './with-faults.mjs';

/** @type {{ keys: Record<string, number> }} */
const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8'));

export default mergeConfig(simulator, { plugins: [withFaults(job.keys)] });
