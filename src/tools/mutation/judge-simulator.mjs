// The simulator judges: one build with all faults of a part, and processes that run seeds of it
// (`seeds.mjs`).
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { root, runInstalled, stop } from '../run-command.mjs';
import { linesOf } from './lines.mjs';

/** @typedef {import('./faults.mjs').Fault} Fault */

const folder = `${root}.cache/mutation/`;
const built = '.cache/built/mutation';
/** A process at the same seed for this long does not return. */
const STUCK_MS = 120_000;

/**
 * Judges a part, or continues one that was started.
 *
 * @param {readonly Fault[]} sample
 * @param {readonly Fault[]} next the part to begin with, if none was begun
 * @param {{ seeds: number, asked: number, jobs: number }} options `asked`: of the seeds that reach a fault
 * @param {(fault: Fault, verdict: 'found' | 'alive' | 'not reached', by: string) => void} judged
 * @param {() => boolean} isLate
 */
export async function judgeBySimulator(sample, next, { seeds, asked, jobs }, judged, isLate) {
  mkdirSync(folder, { recursive: true });
  const plan = `${folder}simulator.json`;
  const progress = `${folder}seeds.jsonl`;
  /** @type {Record<string, number>} */
  const keys = existsSync(plan)
    ? JSON.parse(readFileSync(plan, 'utf8')).keys
    : Object.fromEntries(next.map(({ key }, no) => [key, no]));
  const byKey = new Map(sample.map((fault) => [fault.key, fault]));
  // Faults in changed code are judged with a later part.
  const part = Object.keys(keys).map((key) => byKey.get(key) ?? null);
  if (part.length === 0) return;
  writeFileSync(plan, JSON.stringify({ keys }));
  await buildWithFaults(plan);
  const print = createHash('sha256')
    .update(readFileSync(`${root}${built}/cli.js`))
    .digest('hex');
  // Recorded seeds are valid while the program is the same.
  if (!existsSync(progress) || !readFileSync(progress, 'utf8').startsWith(`{"print":"${print}"}`))
    writeFileSync(progress, `${JSON.stringify({ print })}\n`);
  const common = { count: part.length, seeds, asked, built, progress };
  while (linesOf(progress).filter(({ seed }) => seed !== undefined).length < seeds) {
    const before = linesOf(progress).length;
    await child('looks', { ...common, faults: [], loaded: null }, () => false);
    if (linesOf(progress).length === before) stop('Seeds without any fault do not end.');
  }
  const lines = linesOf(progress);
  const reached = new Set(lines.flatMap((line) => line.reached ?? []));
  const atLoad = new Set(lines.flatMap((line) => line.atLoad ?? []));
  let turn = 0;
  const failures = () =>
    new Map(
      linesOf(progress).flatMap(({ judged: no, failure }) => (no === undefined ? [] : [[no, failure ?? '']])),
    );
  // Reported in order: taking fast verdicts first would bias a partial result.
  const tell = () => {
    const ended = failures();
    for (let failure = ended.get(turn); failure !== undefined; turn += 1, failure = ended.get(turn)) {
      const fault = part[turn];
      if (fault)
        judged(
          fault,
          failure !== '' ? 'found' : reached.has(turn) || atLoad.has(turn) ? 'alive' : 'not reached',
          failure,
        );
    }
  };
  for (const no of part.keys())
    if (!failures().has(no) && !reached.has(no) && !atLoad.has(no))
      appendFileSync(progress, `${JSON.stringify({ judged: no, failure: null })}\n`);
  await Promise.all(
    Array.from({ length: jobs }, async (_, lane) => {
      const mine = [...part.keys()].filter((no) => no % jobs === lane);
      for (;;) {
        tell();
        const ended = failures();
        const left = mine.filter((no) => !ended.has(no) && reached.has(no));
        if (left.length === 0 || isLate()) break;
        await child(String(lane), { ...common, faults: left, loaded: null }, () => (tell(), isLate()));
      }
      for (const no of mine.filter((one) => !failures().has(one) && atLoad.has(one) && !reached.has(one))) {
        if (isLate()) return;
        await child(String(lane), { ...common, faults: [no], loaded: no }, () => false);
        tell();
      }
    }),
  );
  tell();
  if (turn === part.length) rmSync(plan);
}

/**
 * The simulator with all faults of a part, to be chosen from at run time.
 *
 * @param {string} plan
 */
async function buildWithFaults(plan) {
  const args = [
    'build',
    '--ssr',
    'simulator/cli/cli.ts',
    '--config',
    'src/tools/mutation/simulator.config.mjs',
    '--outDir',
    built,
    '--logLevel',
    'error',
  ];
  const { code, output } = await runInstalled('vite', args, {
    quiet: true,
    silent: true,
    env: { MUTATION_JOB: plan, NODE_ENV: 'production' },
  });
  if (code !== 0) stop(`The simulator with faults could not be built:\n${output}`);
}

/**
 * One process; a fault at which it hangs or ends counts as found.
 *
 * @param {string} name
 * @param {{ progress: string, faults: number[], loaded: number | null } & Record<string, unknown>} job
 * @param {() => boolean} isOver asked now and then
 */
async function child(name, job, isOver) {
  const [jobFile, at] = [`${folder}seeds-${name}.json`, `${folder}seeds-${name}.at`];
  rmSync(at, { force: true });
  writeFileSync(jobFile, JSON.stringify({ ...job, at }));
  const other = spawn(
    process.execPath,
    ['--max-semi-space-size=64', '--single-threaded-gc', 'src/tools/mutation/seeds.mjs', jobFile],
    { cwd: root, stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => other.once('exit', resolve));
  let last = '';
  let since = performance.now();
  let isAsked = false;
  const watch = setInterval(() => {
    const place = existsSync(at) ? readFileSync(at, 'utf8') : '';
    if (place !== last) [last, since] = [place, performance.now()];
    isAsked = isOver();
    if (isAsked || performance.now() - since > STUCK_MS) other.kill('SIGKILL');
  }, 1_000);
  const stopIt = () => other.kill('SIGKILL');
  process.once('exit', stopIt);
  const code = await ended;
  process.off('exit', stopIt);
  clearInterval(watch);
  if (code === 0 || code === 3 || isAsked) return;
  const no = existsSync(at) ? JSON.parse(readFileSync(at, 'utf8')).no : (job.loaded ?? -1);
  if (no >= 0)
    appendFileSync(job.progress, `${JSON.stringify({ judged: no, failure: 'it did not go on' })}\n`);
}
