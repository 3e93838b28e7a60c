// Runs seeds of a simulator with all faults in it. First each seed runs without a fault, which records what
// it reaches. Then each fault runs with the seeds that reach it, until a check fails. Faults in code that
// runs at load time have a separate process (`loaded`), with the fault present from the start.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { install } from './switch.mjs';

/**
 * @typedef {{ count: number, seeds: number, asked: number, built: string, progress: string, at: string, faults: number[], loaded: number | null }} Job
 * @typedef {{ seed: number, reached: number[], rounds: number, hash: string, broken: boolean, ms: number }} Plain
 */

/** @type {Job} */
const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const now = install(job.count);
now.on = job.loaded ?? -1;
/** @type {{ judged: (seed: number) => Promise<{ problem: string | null, hash: string }> }} */
const simulator = await import(pathToFileURL(`${process.cwd()}/${job.built}/cli.js`).href);
const hits = () => [...now.hits.entries()].filter(([, hit]) => hit === 1).map(([no]) => no);
const atLoad = hits();
const tell = (/** @type {object} */ line) => appendFileSync(job.progress, `${JSON.stringify(line)}\n`);
const at = (/** @type {number} */ no, /** @type {number} */ seed) =>
  writeFileSync(job.at, JSON.stringify({ no, seed }));

/** @type {Map<number, Plain>} */
const plain = new Map();
for (const line of readFileSync(job.progress, 'utf8').split('\n')) {
  if (!line.startsWith('{"seed"')) continue;
  const one = /** @type {Plain} */ (JSON.parse(line));
  plain.set(one.seed, one);
}

/** @param {number} no @param {number} seed */
async function withFault(no, seed) {
  at(no, seed);
  now.on = no;
  now.rounds = 0;
  now.roundsMax = 1_000_000 + 30 * (plain.get(seed)?.rounds ?? 0);
  const { problem } = await simulator.judged(seed);
  now.roundsMax = Infinity;
  now.on = -1;
  return problem;
}

async function lookAtAll() {
  tell({ atLoad });
  for (let seed = 1; seed <= job.seeds; seed += 1) {
    if (plain.has(seed)) continue;
    at(-1, seed);
    now.hits.fill(0);
    now.rounds = 0;
    const began = performance.now();
    const { problem, hash } = await simulator.judged(seed);
    tell({
      seed,
      reached: hits(),
      rounds: now.rounds,
      hash,
      broken: problem !== null,
      ms: Math.round(performance.now() - began),
    });
  }
}

async function judgeAll() {
  const good = [...plain.values()].filter(({ broken }) => !broken).toSorted((a, b) => a.rounds - b.rounds);
  const [cheapest] = good;
  for (const no of job.faults) {
    const reaching = good.filter(({ reached }) => job.loaded !== null || reached.includes(no));
    let failure = null;
    // Cheap seeds first; a fault that survives this many of them counts as alive.
    for (const { seed } of reaching.slice(0, job.asked)) {
      const problem = await withFault(no, seed);
      if (problem === null) continue;
      failure = `seed ${seed}: ${problem}`;
      break;
    }
    tell({ judged: no, failure });
    if (failure === null || job.loaded !== null || !cheapest) continue;
    // Leftovers of this fault must not affect the next one.
    const { hash } = await simulator.judged(cheapest.seed);
    if (hash !== cheapest.hash) process.exit(3);
  }
}

if (job.loaded === null && plain.size < job.seeds) await lookAtAll();
else await judgeAll();
process.exit(0);
