// `npm run test:mutation`: how many generated faults are found by the quick tests related to them, and how many by the
// simulator alone. It goes on where it stopped: what was judged is kept in .cache/mutation, one line of JSON each.
//   --judge tests|simulator   one of the two judges (both)
//   --folder NAME             only faults of this folder
//   --faults N                so many of them, drawn alike every time (2000)
//   --seeds N                 how many seeds a fault may live through (300)
//   --limit N                 ends after so many judgments
//   --jobs N                  at once (all cores)
//   --report                  only the table, also into docs/testing.md
//   --survivors               the faults that nobody found
import { appendFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { installDependencies } from './dependencies.mjs';
import { equivalents } from './mutation/equivalents.mjs';
import { mutantsOf } from './mutation/operators.mjs';
import { requireNode } from './node-version.mjs';
import { root, runInstalled, runCommand, stop } from './run-command.mjs';

/** @typedef {import('./mutation/operators.mjs').Mutant} Mutant */
/** @typedef {{ id: string, judge: 'tests' | 'simulator', verdict: 'found' | 'alive' | 'not reached', by: string, ms: number, print: string }} Judgment */

const FOLDERS = [
  'src/domain', 'src/server/services', 'src/server/frames', 'src/server/gateway', 'src/server/store', 'src/server/bus', 'src/client/store', 'src/client/streams',
  'src/client/outbox', 'src/client/session', 'src/client/persistence', 'src/client/call', 'src/client/net', 'machines',
];
const kept = `${root}.cache/mutation/`;
const results = `${kept}results.jsonl`;
const testLimitMs = 180_000;
const seedLimitMs = 400_000;

const args = process.argv.slice(2);
/** @param {string} name @param {string} otherwise */
const option = (name, otherwise) => (args.includes(name) ? (args[args.indexOf(name) + 1] ?? '') : otherwise);
/** @param {string} name @param {number} otherwise */
function number(name, otherwise) {
  const given = Number(option(name, String(otherwise)));
  return Number.isInteger(given) && given > 0 ? given : stop(`${name} takes a whole number above 0.`);
}

/** @param {string} text */
const digest = (text) => createHash('sha256').update(text).digest('hex');

requireNode();
process.chdir(root);
await installDependencies();
mkdirSync(kept, { recursive: true });

const sources = new Map(FOLDERS.flatMap((folder) => filesIn(folder)).map((file) => [file, readFileSync(root + file, 'utf8')]));
/** @param {string} file */
const printOf = (file) => digest(sources.get(file) ?? '').slice(0, 16);
const chosen = sample(number('--faults', 2_000)).filter(({ file }) => file.startsWith(option('--folder', '')));
const done = new Map(read().map((one) => [`${one.judge} ${one.id}`, one]));

/** @param {string} folder @returns {readonly string[]} */
function filesIn(folder) {
  return readdirSync(root + folder).toSorted().flatMap((name) => {
    const path = `${folder}/${name}`;
    if (statSync(root + path).isDirectory()) return filesIn(path);
    return path.endsWith('.ts') && !path.endsWith('.d.ts') ? [path] : [];
  });
}

/**
 * The same faults at every run, of each folder as many as its size deserves: those whose digests come first.
 *
 * @param {number} count
 * @returns {readonly Mutant[]}
 */
function sample(count) {
  const all = [...sources].flatMap(([file, code]) => mutantsOf(file, code)).filter(({ id }) => !(id in equivalents));
  return all.map((one) => ({ one, key: digest(one.id) })).toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, count).map(({ one }) => one);
}

/** What was judged of sources that have not changed since. @returns {readonly Judgment[]} */
function read() {
  if (!existsSync(results)) return [];
  const lines = readFileSync(results, 'utf8').split('\n').filter((line) => line !== '');
  return lines.map((line) => /** @type {Judgment} */ (JSON.parse(line))).filter(({ id, print }) => print === printOf(id.split(':')[0] ?? ''));
}

/**
 * Which test files run which functions, and how long each takes: found by one run of all quick tests.
 *
 * @returns {Promise<(mutant: Mutant) => readonly string[]>}
 */
async function reach() {
  const list = `${kept}marked.json`;
  const out = `${list}.out`;
  const now = digest([...sources].map(([file, code]) => file + code).join('\0'));
  const stamp = `${kept}marks-of`;
  if (!existsSync(out) || !existsSync(stamp) || readFileSync(stamp, 'utf8') !== now) {
    console.log('Which test runs what: one run of the quick tests …');
    rmSync(out, { force: true });
    writeFileSync(list, JSON.stringify([...sources.keys()]));
    await runInstalled('vitest', ['run', '--config', 'src/tools/mutation/vitest.config.mjs', '--reporter=dot'], { quiet: true, silent: true, env: { MUTATION_MARKS: list } });
    writeFileSync(stamp, now);
  }
  const files = readFileSync(out, 'utf8').split('\n').filter((line) => line !== '').map((line) => /** @type {{ file: string, ms: number, marks: string[] }} */ (JSON.parse(line)));
  const by = new Map(files.toSorted((a, b) => a.ms - b.ms).map(({ file, marks }) => [file, new Set(marks)]));
  // What stands outside of all functions runs wherever something of its file does.
  return ({ file, inside }) => [...by].filter(([, marks]) => (inside >= 0 ? marks.has(`${file} ${inside}`) : [...marks].some((mark) => mark.startsWith(`${file} `)))).map(([name]) => name);
}

/**
 * @param {Mutant} mutant
 * @param {readonly string[]} files
 * @returns {Promise<Pick<Judgment, 'verdict' | 'by'>>}
 */
async function byTests(mutant, files) {
  if (files.length === 0) return { verdict: 'not reached', by: '' };
  const { code, output } = await runInstalled('vitest', ['run', '--config', 'src/tools/mutation/vitest.config.mjs', '--bail', '1', '--reporter=dot', ...files], {
    quiet: true, silent: true, timeoutMs: testLimitMs, env: { MUTANT: JSON.stringify(mutant), NO_COLOR: '1' },
  });
  if (code === 0) return { verdict: 'alive', by: '' };
  return { verdict: 'found', by: /FAIL\s+(?:\S+\s+)?(\S+\.test\.tsx? > .*)/.exec(output)?.[1]?.slice(0, 120) ?? 'the run did not end well' };
}

/**
 * @param {Mutant} mutant
 * @param {number} lane
 * @returns {Promise<Pick<Judgment, 'verdict' | 'by'>>}
 */
async function bySimulator(mutant, lane) {
  const out = `.cache/built/mutation-${lane}`;
  const env = { MUTANT: JSON.stringify(mutant), NODE_ENV: 'production' };
  const built = await runInstalled('vite', ['build', '--ssr', 'simulator/cli.ts', '--config', 'src/tools/mutation/simulator.config.mjs', '--outDir', out, '--logLevel', 'error'], { quiet: true, silent: true, env });
  if (built.code !== 0) return { verdict: 'found', by: 'it could not be built' };
  const { code, output } = await runCommand(process.execPath, ['src/tools/mutation/seeds.mjs', out, String(number('--seeds', 300))], { quiet: true, silent: true, timeoutMs: seedLimitMs });
  if (code === 0) return { verdict: 'alive', by: '' };
  return { verdict: 'found', by: output.trim().split('\n').at(-1)?.slice(0, 160) ?? '' };
}

async function judgeAll() {
  const judges = option('--judge', 'both') === 'both' ? /** @type {const} */ (['tests', 'simulator']) : [/** @type {'tests' | 'simulator'} */ (option('--judge', ''))];
  const waiting = judges.flatMap((judge) => chosen.filter(({ id }) => !done.has(`${judge} ${id}`)).map((mutant) => ({ judge, mutant }))).slice(0, number('--limit', 1_000_000));
  if (waiting.length === 0) return;
  const filesOf = judges.includes('tests') ? await reach() : () => [];
  const all = waiting.length;
  let ended = 0;
  const lane = async (/** @type {number} */ no) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { judge, mutant } = next;
      const began = performance.now();
      const verdict = judge === 'tests' ? await byTests(mutant, filesOf(mutant)) : await bySimulator(mutant, no);
      /** @type {Judgment} */
      const one = { id: mutant.id, judge, ...verdict, ms: Math.round(performance.now() - began), print: printOf(mutant.file) };
      appendFileSync(results, `${JSON.stringify(one)}\n`);
      done.set(`${judge} ${one.id}`, one);
      ended += 1;
      console.log(`${ended} of ${all}  ${judge.padEnd(9)} ${one.verdict.padEnd(11)} ${one.id}${one.by === '' ? '' : `  (${one.by})`}`);
    }
  };
  await Promise.all(Array.from({ length: number('--jobs', availableParallelism()) }, (_, no) => lane(no)));
}

/** The score of each folder by each judge: found of those judged. @returns {readonly string[]} */
function table() {
  const rows = [...FOLDERS, ''].map((folder) => {
    const here = chosen.filter(({ file }) => file.startsWith(folder));
    const score = (/** @type {'tests' | 'simulator'} */ judge) => {
      const judged = here.flatMap(({ id }) => done.get(`${judge} ${id}`) ?? []);
      const found = judged.filter(({ verdict }) => verdict === 'found').length;
      return judged.length === 0 ? '–' : `${((100 * found) / judged.length).toFixed(0)} % of ${judged.length}`;
    };
    return `| ${folder === '' ? 'all' : `\`${folder}\``} | ${here.length} | ${score('tests')} | ${score('simulator')} |`;
  });
  return ['| Folder | Faults | Quick tests | Simulator alone |', '|---|---|---|---|', ...rows];
}

/** Keeps the table between the two marks of the guide. */
function intoGuide() {
  const path = `${root}docs/testing.md`;
  const text = readFileSync(path, 'utf8');
  const [begin, end] = ['<!-- mutation score, made by npm run test:mutation -- --report -->', '<!-- end of the mutation score -->'];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) return;
  writeFileSync(path, `${text.slice(0, from + begin.length)}\n${table().join('\n')}\n${text.slice(to)}`);
}

if (!args.includes('--report') && !args.includes('--survivors')) await judgeAll();
if (args.includes('--survivors')) {
  for (const one of done.values()) if (one.verdict !== 'found') console.log(`${one.judge.padEnd(9)} ${one.verdict.padEnd(11)} ${one.id}`);
} else {
  for (const line of table()) console.log(line);
  if (args.includes('--report')) intoGuide();
}
