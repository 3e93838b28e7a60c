import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { HELP, plantedOption, readArgs, repeatLine } from './args.ts';
import type { Args } from './args.ts';
import { believe, beliefText, readSeedResults, resultLine } from './believe.ts';
import { ROLLS, cutsOf, cutsText, kneeOf, rolled } from '../report/likelihood.ts';
import type { PlanCut, Rolls } from '../report/likelihood.ts';
import { lightCommand, lightTable, runLightRow } from '../light/light-cli.ts';
import type { LightRow } from '../light/light-cli.ts';
import { lightPage } from '../light/light-page.ts';
import type { LightOutcome } from '../light/light-run.ts';
import type { BrokenSession } from '../devices/record.ts';
import { pairsCommand } from '../pairs/pairs-cli.ts';
import { walkPart } from '../pairs/walk.ts';
import type { WalkPart } from '../pairs/walk.ts';
import { prove } from './prove.ts';
import { runSeed } from '../run/run.ts';
import type { SeedOutcome, RunOptions } from '../run/run.ts';
import { parseLines, worldScriptOf, worldScriptText } from '../scripted/script-file.ts';
import { runServerScript } from '../scripted/scripted.ts';
import { shrink } from './shrink.ts';
import { optionsOf } from './size.ts';
import { story } from '../report/story.ts';
import { answerOf, child, realNowMs, plantBug, runBatch, sweep } from './sweep.ts';
import type { Again, SweepBatch } from './sweep.ts';
import { reportOf, Tally } from '../report/tally.ts';

const SCALING = 'docs/scaling.txt';
const SESSIONS = '.cache/simulator';
/** A hundred thousand clients and ten nodes in one process. */
const LIGHT_HEAP_MB = 10_240;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** The command; answers the exit code. */
export async function main(argv: readonly string[], again: Again): Promise<number> {
  let args: Args;
  try {
    args = readArgs(argv, availableParallelism());
  } catch (error) {
    say(String(error instanceof Error ? error.message : error));
    return 2;
  }
  if (args.help) {
    say(HELP);
    return 0;
  }
  if (args.light !== null && args.table) return lightTableOf(args, args.light, again);
  if (args.light !== null)
    return lightCommand(
      {
        clients: args.light,
        nodes: Math.max(args.nodes ?? 3, 3),
        seed: args.seeds[0],
        database: args.database,
      },
      say,
    );
  plantBug(args.planted);
  if (args.pairs !== null)
    return pairsCommand({ ...args, pairs: args.pairs }, (part, take) => child(part, again, take), say);
  if (args.believe !== null) return believed(args.believe);
  if (args.prove) return prove(args, again, say);
  if (args.script !== null) return fromFile(args, args.script, again);
  if (args.twice) return twice(args, again);
  if (args.seeds[0] === args.seeds[1]) return one(args, optionsOf(args, args.seeds[0]), again);
  return many(args, again);
}

/** Over one, three and ten nodes; with `--report` written to a file, row by row. */
async function lightTableOf(args: Args, clients: number, again: Again): Promise<number> {
  const seed = args.seeds[0];
  const loads = [loadavg()[0] ?? 0];
  const rowOf = async (row: LightRow): Promise<LightOutcome> => {
    const outcome = await answerOf<LightOutcome>(row, { ...again, heapMb: LIGHT_HEAP_MB });
    loads.push(loadavg()[0] ?? 0);
    return outcome;
  };
  const keep = (lines: readonly string[]): void => {
    if (!args.report) return;
    const settings = { clients, seed, node: process.version, atMs: Date.now(), loads };
    writeFileSync(SCALING, lightPage(settings, lines));
  };
  const { problems } = await lightTable({ clients, seed }, rowOf, say, keep);
  return problems.length === 0 ? 0 : 1;
}

/** Entry point for a child of a sweep. */
export function batch(): void {
  process.on('message', (message) => {
    part(message as SweepBatch | Rolls | LightRow | WalkPart).then(
      () => process.disconnect(),
      (error: unknown) => {
        process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
        process.exit(1);
      },
    );
  });
  process.send?.('ready');
}

async function part(job: SweepBatch | Rolls | LightRow | WalkPart): Promise<void> {
  if ('pairs' in job) {
    plantBug(job.planted);
    return walkPart(job, (one) => process.send?.(one));
  }
  if ('light' in job) return void process.send?.(await runLightRow(job, say));
  if (!('cuts' in job)) return runBatch(job, (report) => process.send?.(report));
  plantBug(job.planted);
  await rolled(job, (planCut) => process.send?.(planCut));
}

/** One seed of a sweep: which promise broke, if any, and the hash of its trace. */
export async function judgeSeed(
  seed: number,
): Promise<{ readonly problem: string | null; readonly hash: string }> {
  const {
    problems: [problem],
    hash,
  } = await runSeed(optionsOf(readArgs(['--seeds', '1..300'], 1), seed));
  return { problem: problem ? `${problem.checker}: ${problem.text}` : null, hash };
}

async function one(args: Args, options: RunOptions, again: Again): Promise<number> {
  const keepTrace = args.trace !== null || args.explain;
  const outcome = await runSeed({ ...options, keepTrace, keepSession: true });
  return tellOutcome(args, { ...options, keepSession: true }, outcome, again);
}

async function tellOutcome(
  args: Args,
  options: RunOptions,
  outcome: SeedOutcome,
  again: Again,
): Promise<number> {
  if (args.trace !== null)
    writeFileSync(
      args.trace,
      outcome.lines.map(({ atMs, what, text }) => `${atMs.toFixed(3)} ${what} ${text}\n`).join(''),
    );
  let last = outcome;
  if (args.shrink && outcome.problems.length > 0) {
    const shrunk = await shrink(options, outcome);
    if (shrunk) {
      const { plan } = shrunk.outcome;
      const file = `simulator-seed-${options.seed}.jsonl`;
      writeFileSync(file, worldScriptText({ ...options, plan }));
      const seconds = (shrunk.workedMs / 1_000).toFixed(1);
      say(
        `Shrunk from ${outcome.plan.length} to ${plan.length} steps in ${shrunk.runs} runs, ${seconds} s: ` +
          `npm run simulate -- --script ${file}${plantedOption(args)} --explain`,
      );
      last = args.explain ? await runSeed({ ...options, plan, keepTrace: true }) : shrunk.outcome;
    }
  }
  if (args.inevitable && last.problems.length > 0) await inevitable(args, options, last, again);
  if (args.explain) say(story(last));
  const tally = new Tally();
  tally.add(reportOf(outcome));
  say(tally.summary(outcome.realMs));
  sayWhereToLook(options.seed, last.session ?? outcome.session);
  say(`Trace hash ${outcome.hash}.`);
  for (const { checker, text } of outcome.problems.slice(0, 5)) say(`BROKEN  ${checker}: ${text}`);
  if (outcome.problems.length === 0) return 0;
  say(`Repeat: ${repeatLine(args, options.seed)}`);
  return 1;
}

/** One line that opens the inspector where the device differs from what it should show. */
function sayWhereToLook(seed: number, session: BrokenSession | null): void {
  if (session === null) return;
  mkdirSync(SESSIONS, { recursive: true });
  const file = `${SESSIONS}/seed-${seed}-${session.device}.jsonl`;
  writeFileSync(file, session.script);
  say(`See it: npm run inspect -- ${file}`);
}

async function fromFile(args: Args, file: string, again: Again): Promise<number> {
  const lines = parseLines(readFileSync(file, 'utf8'));
  const script = worldScriptOf(lines);
  if (script) {
    const options = { ...optionsOf(args, script.seed), eyes: 0, ...script };
    return tellOutcome(
      args,
      options,
      await runSeed({ ...options, keepTrace: args.trace !== null || args.explain, keepSession: true }),
      again,
    );
  }
  const result = await runServerScript(lines);
  for (const line of result.story) if (args.explain) say(line);
  for (const line of result.problems) say(`BROKEN  ${line}`);
  say(`${result.frames} frames, ${result.checks} facts looked at, ${result.problems.length} wrong.`);
  return result.problems.length === 0 ? 0 : 1;
}

/**
 * Prints how likely the failure was after each part of the plan, and writes it into the plan's file for the
 * page (SIM-24).
 */
async function inevitable(
  args: Args,
  options: RunOptions,
  { plan, steps, problems: [problem] }: SeedOutcome,
  again: Again,
): Promise<void> {
  const all = cutsOf({ steps });
  const jobs = Math.min(args.jobs, all.length);
  const cuts: PlanCut[] = [];
  const take = (planCut: PlanCut): void => {
    cuts.push(planCut);
    if (process.stdout.isTTY) process.stdout.write(`\r${cuts.length} of ${all.length} cuts `);
  };
  const task = {
    options: { ...options, plan },
    checker: problem?.checker ?? '',
    rolls: ROLLS,
    planted: args.planted,
  };
  await Promise.all(
    Array.from({ length: jobs }, (_, job) =>
      child({ ...task, cuts: all.filter((_one, at) => at % jobs === job) } satisfies Rolls, again, take),
    ),
  );
  cuts.sort((a, b) => a.steps - b.steps);
  const file = `simulator-seed-${options.seed}.jsonl`;
  writeFileSync(file, worldScriptText({ ...options, plan, cuts }));
  const knee = kneeOf(cuts);
  say(`\n${cutsText(cuts)}`);
  say(
    knee
      ? `It became inevitable between step ${knee.from} and step ${knee.to}: npm run inspect -- ${file}`
      : 'It was as likely at the beginning as at the end.',
  );
  for (const step of knee ? plan.slice(knee.from, knee.to) : [])
    say(`  ${(step.atMs / 1_000).toFixed(3)} s  ${step.kind} ${step.who} ${step.a} ${step.b}`);
}

function believed(file: string): number {
  try {
    const belief = believe(readSeedResults(readFileSync(file, 'utf8')));
    say(belief === null ? 'Nothing ever failed in this file.' : beliefText(belief));
    return belief !== null && belief.clean >= belief.needed ? 0 : 1;
  } catch (error) {
    say(String(error instanceof Error ? error.message : error));
    return 2;
  }
}

/** The same seeds under other circumstances: zone, language, folder, threads (SIM-1). */
async function twice(args: Args, again: Again): Promise<number> {
  const jobs = Math.max(1, Math.floor(args.jobs / 2));
  const elsewhere: Again = {
    ...again,
    cwd: tmpdir(),
    env: {
      ...again.env,
      TZ: 'Pacific/Chatham',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
      UV_THREADPOOL_SIZE: '1',
    },
  };
  const tallies = await Promise.all([
    sweep({ ...args, jobs }, again, () => undefined),
    sweep({ ...args, jobs }, elsewhere, () => undefined),
  ]);
  const [here, there] = tallies.map((tally) => tally.hashes);
  const others = [...(here ?? [])].filter(([seed, hash]) => there?.get(seed) !== hash).map(([seed]) => seed);
  const count = here?.size ?? 0;
  say(
    `${count} seeds in two processes, the second in ${elsewhere.cwd} with TZ Pacific/Chatham, ` +
      `LANG tr_TR and one thread: ${count - others.length} traces are the same.`,
  );
  if (others.length > 0) say(`DIFFERENT  seeds ${others.slice(0, 50).join(', ')}`);
  return others.length === 0 ? 0 : 1;
}

async function many(args: Args, again: Again): Promise<number> {
  const began = realNowMs();
  const [from, to] = args.seeds;
  const all = to - from + 1;
  let reportedCount = 0;
  const progress = (count: number, failures: number) => {
    const line = `${count} of ${all} seeds, ${failures} failures`;
    if (process.stdout.isTTY) {
      const width = Math.round((30 * count) / all);
      process.stdout.write(
        `\r[${'#'.repeat(width)}${'.'.repeat(30 - width)}] ${line}${count === all ? '\n' : ''}`,
      );
    } else if (count === all || count - reportedCount >= all / 10) {
      reportedCount = count;
      say(line);
    }
  };
  const tally = await sweep(args, again, progress);
  say(tally.summary(realNowMs() - began));
  if (args.marks) say(tally.finalPhaseText());
  const failures = tally.failures.toSorted((a, b) => a.seed - b.seed);
  if (args.results !== null) {
    const broke = new Map(failures.map(({ seed, problem }) => [seed, problem?.checker ?? null]));
    appendFileSync(
      args.results,
      [...tally.hashes.keys()]
        .toSorted((a, b) => a - b)
        .map((seed) => resultLine({ seed, broke: broke.get(seed) ?? null }))
        .join(''),
    );
  }
  for (const { seed, problem } of failures.slice(0, 10))
    say(`BROKEN  seed ${seed}: ${problem?.checker}: ${problem?.text}\n  Repeat: ${repeatLine(args, seed)}`);
  if (failures.length > 10)
    say(
      `… and ${failures.length - 10} more: seeds ${failures
        .slice(10, 60)
        .map((one) => one.seed)
        .join(', ')}`,
    );
  return failures.length === 0 ? 0 : 1;
}
