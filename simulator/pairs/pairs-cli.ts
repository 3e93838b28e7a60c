import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { realMs } from '../world/guards.ts';
import { ACTIONS, IN_NO_PAIR, SUBJECTS_IN_NO_PAIR } from './catalogue.ts';
import { leftOut, matrixOf, subjectsTable, summaryOf, withPairsPart } from './matrix.ts';
import type { PairsPart } from './matrix.ts';
import bugsOf from '../planted.json' with { type: 'json' };
import { budgetOf, distinct, fitting, ORDERS_MAX, pairsOf, planned, solosOf } from './plan-pairs.ts';
import type { Planned } from './plan-pairs.ts';
import { runPair } from './run-order.ts';
import { orderFrom, pairFrom, pairName } from './spelling.ts';
import { choicesOf, walkPartOf } from './walk.ts';
import type { Walked, WalkPart } from './walk.ts';

type Say = (text: string) => void;
/** Walks a part in another process. */
type InChild = (part: WalkPart, take: (one: Walked) => void) => Promise<void>;

export interface PairsArgs {
  /** Subjects; all: empty. A name with `/` is one pair. */
  readonly pairs: readonly string[];
  readonly order: string | null;
  readonly jobs: number;
  readonly planted: string | null;
  readonly report: boolean;
  /** After the walk, plants each known bug and shows which pairs find it. */
  readonly prove: boolean;
}

/** The arguments, with what a walk needs from the command line. */
interface Walking extends PairsArgs {
  readonly inChild: InChild;
  readonly say: Say;
}

const PAGE = 'docs/simulator-pairs.txt';
const FOLDER = '.cache/pairs';

/** Walks pairs of actions; answers the exit code. */
export async function pairsCommand(args: PairsArgs, inChild: InChild, say: Say): Promise<number> {
  const [one] = args.pairs;
  if (one?.includes('/')) return onePair(one, args.order ?? '', say);
  const subjects = args.pairs.length > 0 ? args.pairs : Object.keys(ACTIONS);
  const unknown = subjects.find((subject) => !(subject in ACTIONS));
  if (unknown !== undefined) {
    say(`"${unknown}" is in no pair. There are: ${Object.keys(ACTIONS).join(', ')}.`);
    return 2;
  }
  const began = realMs();
  const walking: Walking = { ...args, inChild, say };
  // The proof needs what is reached without a bug.
  const file = new Walks(args.prove ? null : args.planted);
  const alone = await walkAll(solosOf(subjects), file, walking);
  const choices = distinct(choicesOf(alone));
  const all = pairsOf(choices, subjects);
  const plan = args.pairs.length > 0 ? all : fitting(all);
  say(budgetOf(plan));
  const results = [...alone, ...(await walkAll(plan, file, walking))];
  if (args.prove) return proveByPairs(results, walking);
  say(subjects.length > 3 ? subjectsTable(results) : matrixOf(results));
  const minutes = ((realMs() - began) / 60_000).toFixed(1);
  say(`${summaryOf(results)} ${minutes} minutes, ${args.jobs} processes.`);
  const failures = results.filter(({ failure }) => failure !== null);
  for (const { name, failure } of failures.slice(0, 40))
    say(
      `BROKEN  ${failure?.checker}: ${failure?.text.slice(0, 300)}\n` +
        `  Repeat: npm run simulate -- --pairs ${name} --order ${failure?.order.join() || '0'}`,
    );
  if (args.report) writePart('summary', reportOf(file.all()));
  return failures.length === 0 ? 0 : 1;
}

/** Puts one part into the generated page. */
function writePart(part: PairsPart, text: string): void {
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
  writeFileSync(PAGE, withPairsPart(page, part, text));
}

/** Every pair within this subject was walked. */
function isWhole(subject: string, byName: ReadonlyMap<string, Walked>): boolean {
  const resultsOf = (planned: readonly Planned[]): readonly Walked[] =>
    planned.flatMap(({ pair }) => byName.get(pairName(pair)) ?? []);
  const solos = solosOf([subject]);
  const alone = resultsOf(solos);
  const pairs = pairsOf(distinct(choicesOf(alone)), [subject]);
  return alone.length === solos.length && resultsOf(pairs).length === pairs.length;
}

/** Actions that were tried alone with every choice, and did nothing in any scene. */
function idleOf(results: readonly Walked[]): Readonly<Record<string, string>> {
  const active = new Map<string, boolean>();
  for (const { name, does } of results) {
    if (does === undefined) continue;
    const { first, turn } = pairFrom(name);
    if (turn === 'none') active.set(first.kind, (active.get(first.kind) ?? false) || does !== '');
  }
  const idle = [...active].filter(([, isActive]) => !isActive);
  return Object.fromEntries(idle.map(([kind]) => [kind, 'has nothing to do in these scenes']));
}

/** Everything that this code has walked on this machine, and what no walk can reach. */
function reportOf(results: readonly Walked[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const subjects = new Set(results.flatMap(({ subjects: both }) => both));
  const byName = new Map(results.map((one) => [one.name, one]));
  const missing = Object.keys(ACTIONS).filter((subject) => !subjects.has(subject));
  const startedSubjects = [...subjects].filter((subject) => !isWhole(subject, byName));
  return [
    `${new Date().toISOString().slice(0, 10)}, commit ${commit}. ${summaryOf(results)}`,
    `Only begun: ${startedSubjects.join(', ') || 'none'}. Not walked: ${missing.join(', ') || 'none'}.`,
    subjectsTable(results),
    `In no pair\n\n${leftOut(SUBJECTS_IN_NO_PAIR, IN_NO_PAIR, idleOf(results))}`,
  ].join('\n\n');
}

/**
 * `worldsMax`: about so many Worlds for each bug. `usual`: so many pairs are walked in their usual order
 * first, then all pairs in every order.
 */
const PROOF = { worldsMax: 600, usual: 300 };

/**
 * Plants each known bug in turn, and walks pairs that reach its place until one fails: first in their usual
 * order, then in others.
 */
async function proveByPairs(
  results: readonly Walked[],
  { planted, jobs, report, inChild, say }: Walking,
): Promise<number> {
  const bugs = bugsOf.filter(({ name }) => planted === null || name === planted);
  const waiting = [...bugs];
  const rows: string[] = [];
  let findings = 0;
  const began = realMs();
  const worker = async (): Promise<void> => {
    for (let bug = waiting.shift(); bug !== undefined; bug = waiting.shift()) {
      const { name } = bug;
      const reaching = inHashOrder(results.filter(({ reached }) => reached.includes(name)));
      let [worlds, workedMs, where] = [0, 0, 'not found'];
      await inChild(
        walkPartOf(
          [...reaching.slice(0, PROOF.usual).map((one) => ({ ...one, most: 1 })), ...reaching],
          name,
          {
            untilFound: true,
            worldsMax: PROOF.worldsMax,
          },
        ),
        (one) => {
          worlds += one.runs;
          workedMs += one.workedMs;
          if (one.failure) where = `${one.name}: ${one.failure.checker}`;
        },
      );
      if (where !== 'not found') findings += 1;
      const row =
        `${name.padEnd(30)} ${String(reaching.length).padStart(5)} pairs ` +
        `${String(worlds).padStart(4)} Worlds ${(workedMs / 1_000).toFixed(1).padStart(6)} s  ${where}`;
      rows.push(row);
      say(row);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  const seconds = ((realMs() - began) / 1_000).toFixed(0);
  const sum = `${findings} of ${bugs.length} planted bugs found, ${seconds} s.`;
  say(sum);
  if (report) writePart('planted faults', [...rows.toSorted(), '', sum].join('\n'));
  return 0;
}

/** Pairs sorted by a hash of their names: the same order on every machine, mixed from all subjects. */
const inHashOrder = (results: readonly Walked[]): readonly Planned[] =>
  results
    .filter(({ failure }) => failure === null)
    .map(({ name, subjects }) => ({
      hash: sha256(name),
      planned: planned(pairFrom(name), ORDERS_MAX, subjects),
    }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
    .map((one) => one.planned);

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

/** Results on disk, so that an interrupted walk continues. Each build of the code has its own file. */
class Walks {
  readonly #file: string;
  readonly #results = new Map<string, Walked>();

  constructor(planted: string | null) {
    const code = sha256(readFileSync(fileURLToPath(import.meta.url)));
    this.#file = `${FOLDER}/${code.slice(0, 12)}${planted === null ? '' : `-${planted}`}.jsonl`;
    mkdirSync(FOLDER, { recursive: true });
    if (!existsSync(this.#file)) return;
    for (const line of readFileSync(this.#file, 'utf8').split('\n')) {
      if (!line.endsWith('}')) continue;
      const one = JSON.parse(line) as Walked;
      this.#results.set(one.name, one);
    }
  }

  all(): readonly Walked[] {
    return [...this.#results.values()];
  }

  walkOf(name: string): Walked | undefined {
    return this.#results.get(name);
  }

  keep(one: Walked): void {
    this.#results.set(one.name, one);
    appendFileSync(this.#file, `${JSON.stringify(one)}\n`);
  }
}

async function walkAll(
  planned: readonly Planned[],
  file: Walks,
  { jobs, planted, prove, inChild, say }: Walking,
): Promise<readonly Walked[]> {
  const left = planned.filter(({ pair }) => file.walkOf(pairName(pair)) === undefined);
  let [finished, failures, lastReport] = [0, 0, 0];
  const take = (one: Walked): void => {
    file.keep(one);
    finished += 1;
    if (one.failure) failures += 1;
    const line = `${finished} of ${left.length} pairs, ${failures} failures`;
    if (process.stdout.isTTY) {
      const width = Math.round((30 * finished) / left.length);
      process.stdout.write(
        `\r[${'#'.repeat(width)}${'.'.repeat(30 - width)}] ${line}${finished === left.length ? '\n' : ''}`,
      );
    } else if (finished === left.length || finished - lastReport >= left.length / 10) {
      lastReport = finished;
      say(line);
    }
  };
  const parts = Math.min(jobs, left.length);
  await Promise.all(
    Array.from({ length: parts }, (_, job) =>
      inChild(
        walkPartOf(
          left.filter((_one, at) => at % parts === job),
          prove ? null : planted,
        ),
        take,
      ),
    ),
  );
  return planned.flatMap(({ pair }) => file.walkOf(pairName(pair)) ?? []);
}

/** One order, point by point; recorded sessions of its pages for the inspector. */
async function onePair(name: string, order: string, say: Say): Promise<number> {
  const { transitions, problems, sessions, missCount, workedMs } = await runPair(
    pairFrom(name),
    orderFrom(order),
    {
      keep: true,
    },
  );
  for (const [at, { id, enabled }] of transitions.entries())
    say(`${String(at).padStart(4)} ${id}${enabled[0] === id ? '' : `   ← before ${enabled[0]}`}`);
  say(
    `${transitions.length} points, ${missCount} could not come as the order says; ${workedMs.toFixed(0)} ms.`,
  );
  for (const { checker, text } of problems.slice(0, 5)) say(`BROKEN  ${checker}: ${text}`);
  if (problems.length === 0) return 0;
  for (const [tab, session] of sessions) {
    const file = `pair-${tab}.jsonl`;
    writeFileSync(file, session);
    say(`  Inspect: npm run inspect -- ${file}`);
  }
  return 1;
}
