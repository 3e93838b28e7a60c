// Runs the tests of a file normally and records which faults each test reaches; or runs each test again with
// the requested faults, one after another, in one process: a verdict costs one run of one test. Faults in
// code that runs at load time need the file loaded again; they come last.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startTests } from '@vitest/runner';
import { TestRunner, vi } from 'vitest';
import { linesOf } from './lines.mjs';
import { Endless, install } from './switch.mjs';

/**
 * Each file has its questions: the faults to try with each test, and those for which the file is loaded
 * again. Without any, the run reports which faults are reached. Cheap files then try all of those at once,
 * except `spoilt` ones: after one of their faults, tests failed without any. `first` are faults after which a
 * test failed without a fault; they are tried again first, in a separate process.
 *
 * @typedef {{ tests: Record<string, number[]>, anew: number[] }} Questions
 * @typedef {{ count: number, progress: string, at: string }} Asked
 * @typedef {Asked & { questions: Record<string, Questions> | null }} Asking
 * @typedef {Asking & { first: Record<string, number[]>, spoilt: readonly string[], atOnceMs: number }} Job
 */
/** @typedef {import('vitest').RunnerTestCase} Test */
/**
 * @typedef {{ phase: 'new' | 'plain' | 'fault' | 'check', queue: number[], fault: number }} Place
 * @typedef {{ rounds: number, idleMs: number, busyMs: number }} Cost
 * @typedef {Place & Cost & { late: boolean, wasLate: boolean, asksAll: boolean }} Turn
 */

// Tests replace these with fake timers.
const { setInterval, clearInterval } = globalThis;
/**
 * A test that idles this much longer than normal hangs; one that computes this long does not end. Work is
 * measured by processor time, because on a busy machine the clock also counts other processes.
 */
const IDLE_MS = 2_000;
const BUSY_MS = 8_000;
/**
 * Other processes may have delayed it: it counts as late only if it exceeds this multiple of the limit again.
 */
const AGAIN = 3;

/** @type {Job} */
const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8'));
const now = install(job.count);
const tell = (/** @type {object} */ line) => appendFileSync(job.progress, `${JSON.stringify(line)}\n`);

export default class MutationRunner extends TestRunner {
  /** @type {Set<number>} */
  found = new Set();
  /** Tests with questions that have not run yet. @type {Set<string>} */
  waiting = new Set();
  /** Faults that ran while this file was loaded, or one before it. @type {Set<number>} */
  atLoad = new Set();
  began = performance.now();
  file = '';
  /** The fault for which a file is being loaded again. @type {number | null} */
  reloaded = null;
  failed = '';
  /** Tests that fail when they are loaded again, without any fault. @type {Set<string>} */
  weak = new Set();
  /** @type {Turn | null} */
  turn = null;

  /** @override @param {import('vitest').RunnerTestFile} file */
  onCollectStart(file) {
    super.onCollectStart(file);
    if (this.reloaded !== null) return;
    this.began = performance.now();
    this.file = relative(process.cwd(), file.filepath);
    this.found = new Set(linesOf(job.progress).flatMap((line) => line.found ?? []));
    this.waiting = new Set(Object.keys(this.#questions().tests));
    now.hits.fill(0);
  }

  /** @param {import('vitest').RunnerTestFile[]} _files */
  onBeforeRunFiles(_files) {
    if (this.reloaded === null) for (const no of hits()) this.atLoad.add(no);
  }

  /** @override @param {Test} test */
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    const isOver =
      this.reloaded === null ? job.questions !== null && this.waiting.size === 0 : this.failed !== '';
    if (isOver) test.mode = 'skip';
    if (test.mode !== 'run' && test.mode !== 'queued') return;
    if (this.reloaded !== null) return;
    this.turn = {
      phase: 'new',
      queue: [],
      fault: -1,
      rounds: 0,
      idleMs: 0,
      busyMs: 0,
      late: false,
      wasLate: false,
      asksAll: false,
    };
    // The library asks before each repetition whether another follows.
    test.repeats = /** @type {number} */ (
      /** @type {unknown} */ ({ valueOf: () => (this.#next(test) ? Infinity : -1) })
    );
  }

  /** @param {Test} test @param {{ retry: number, repeats: number }} options */
  // @ts-expect-error the library hands over more than its own class takes
  onBeforeTryTask(test, options) {
    // @ts-expect-error see above
    super.onBeforeTryTask(test, options);
    if (test.result) {
      test.result.state = 'run';
      delete test.result.errors;
    }
    now.rounds = 0;
    if (!this.turn) return;
    if (this.turn.phase === 'plain') now.hits.fill(0);
  }

  /** @param {Test} test */
  async runTask(test) {
    const before = performance.eventLoopUtilization();
    const worked = workedMs();
    const { turn } = this;
    const [idleMax, busyMax] =
      turn?.phase === 'fault' ? [IDLE_MS + 4 * turn.idleMs, BUSY_MS + 10 * turn.busyMs] : [60_000, 120_000];
    now.roundsMax =
      turn?.phase === 'fault' ? 500_000 + 50 * turn.rounds : this.reloaded === null ? Infinity : 50_000_000;
    const limit = this.reloaded === null ? [idleMax, busyMax] : [5_000, 20_000];
    const times = turn?.phase === 'fault' && turn.late ? AGAIN : 1;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let watch;
    const late = new Promise((_, reject) => {
      watch = setInterval(() => {
        const { idle } = performance.eventLoopUtilization(performance.eventLoopUtilization(), before);
        if (idle <= (limit[0] ?? 0) * times && workedMs() - worked <= (limit[1] ?? 0) * times) return;
        reject(new Late('it does not end'));
      }, 100);
    });
    try {
      await Promise.race([TestRunner.getTestFn(test)(), late]);
    } catch (error) {
      if (turn) turn.wasLate = error instanceof Late;
      throw error;
    } finally {
      clearInterval(watch);
      const { idle } = performance.eventLoopUtilization(performance.eventLoopUtilization(), before);
      if (turn?.phase === 'plain')
        Object.assign(turn, { idleMs: idle, busyMs: workedMs() - worked, rounds: now.rounds });
      now.roundsMax = Infinity;
    }
  }

  /** @override @param {Test} test */
  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    now.on = this.reloaded ?? -1;
    delete test.repeats;
    if (this.reloaded !== null) {
      if (test.result?.state !== 'fail') return;
      if (this.reloaded < 0) this.weak.add(test.fullName);
      else if (!this.weak.has(test.fullName)) this.failed ||= titleOf(test);
    } else if (this.waiting.delete(test.fullName)) tell({ done: test.fullName, file: this.file });
  }

  /**
   * Evaluates the last run and selects the next one.
   *
   * @param {Test} test
   * @returns {boolean} whether there is another run of this test
   */
  #next(test) {
    const { turn } = this;
    if (!turn) return false;
    const passed = test.result?.state === 'pass';
    if (turn.phase === 'new') {
      turn.phase = 'plain';
      return true;
    }
    if (turn.phase === 'plain') {
      const questions = this.#questions().tests[test.fullName] ?? [];
      if (!passed) {
        tell({
          wrong: test.fullName,
          file: this.file,
          error: test.result?.errors?.[0]?.message?.slice(0, 200),
        });
        if (questions.length > 0) this.#end({ spoilt: test.fullName, file: this.file });
        return false;
      }
      if (job.questions === null) {
        tell({
          test: test.fullName,
          file: this.file,
          busyMs: Math.round(turn.busyMs),
          idleMs: Math.round(turn.idleMs),
          reached: hits(),
        });
      }
      turn.queue = (job.questions === null ? this.#atOnce(turn.busyMs + turn.idleMs) : questions).filter(
        (no) => !this.found.has(no),
      );
      turn.asksAll = job.questions === null && turn.queue.length > 0;
      const first = job.first[test.fullName] ?? [];
      turn.queue.sort((one, other) => Number(first.includes(other)) - Number(first.includes(one)));
    } else if (turn.phase === 'fault') {
      if (!passed && turn.wasLate && !turn.late) {
        turn.late = true;
        return true;
      }
      if (!passed) {
        if (job.first[test.fullName]?.includes(turn.fault)) this.#found(turn.fault, test);
        turn.phase = 'check';
        now.on = -1;
        return true;
      }
    } else if (passed) this.#found(turn.fault, test);
    else {
      // It left something behind, or something before it did.
      this.#end({ doubt: turn.fault, file: this.file, test: test.fullName, rest: turn.queue });
    }
    const fault = turn.queue.shift();
    now.on = fault ?? -1;
    if (fault === undefined) {
      if (turn.asksAll) tell({ asked: test.fullName });
      return false;
    }
    Object.assign(turn, { phase: 'fault', fault, late: false, wasLate: false });
    writeFileSync(job.at, JSON.stringify({ no: fault, file: this.file, test: test.fullName }));
    return true;
  }

  /** @param {number} no @param {Test} test */
  #found(no, test) {
    if (this.found.has(no)) return;
    this.found.add(no);
    tell({ found: no, by: titleOf(test) });
  }

  /**
   * Ends this process, whose results are unreliable from here on; the next one continues. @param {object}
   * line
   */
  #end(line) {
    tell(line);
    process.kill(process.pid, 'SIGKILL');
  }

  /**
   * Faults found while recording what a test reaches need no question later.
   *
   * @param {number} ms what the test costs
   */
  #atOnce(ms) {
    if (job.spoilt.includes(this.file)) return [];
    const all = hits().filter((no) => !this.found.has(no));
    return all.length * Math.max(ms, 1) <= job.atOnceMs ? all : [];
  }

  /** @returns {Questions} */
  #questions() {
    return job.questions?.[this.file] ?? { tests: {}, anew: [] };
  }

  /** @override @param {import('vitest').RunnerTestSuite} suite */
  async onAfterRunSuite(suite) {
    await super.onAfterRunSuite(suite);
    if (!('filepath' in suite) || this.reloaded !== null) return;
    const waiting = this.#questions().anew.filter((no) => !this.found.has(no));
    if (waiting.length > 0) await this.#anew(suite.file, -1);
    for (const no of waiting) await this.#anew(suite.file, no);
    if (waiting.length > 0) vi.resetModules();
    tell({
      over: this.file,
      ms: Math.round(performance.now() - this.began),
      ...(job.questions === null ? { atLoad: [...this.atLoad] } : {}),
    });
  }

  /** @override */
  onAfterRunFiles() {
    if (this.reloaded === null) super.onAfterRunFiles();
  }

  /** @param {import('vitest').RunnerTestFile} file @param {number} no */
  async #anew(file, no) {
    this.reloaded = no;
    this.failed = '';
    this.turn = null;
    now.on = no;
    now.rounds = 0;
    now.roundsMax = 100_000_000;
    writeFileSync(job.at, JSON.stringify({ no, file: this.file, test: 'loading' }));
    vi.resetModules();
    try {
      const [again] = await startTests([file.filepath], this);
      if (again?.result?.errors?.length) this.failed ||= 'loading';
    } catch (error) {
      this.failed ||= error instanceof Endless ? 'loading' : String(error);
    }
    now.on = -1;
    this.reloaded = null;
    if (no >= 0 && this.failed !== '') tell({ found: no, by: `${this.file} > ${this.failed}` });
  }
}

/** A test that had to be ended. */
class Late extends Error {}

/** The processor's time of this process. */
const workedMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const hits = () => [...now.hits.entries()].filter(([, hit]) => hit === 1).map(([no]) => no);

/** @param {Test} test */
const titleOf = (test) => `${relative(process.cwd(), test.file.filepath)} > ${test.name}`;
