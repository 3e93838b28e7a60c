// Runs the tests of a file as always and notes which faults each of them reaches; or runs each again with the
// faults that it is asked about, one after another, while all is still in memory: a judgment costs one run of
// one test. What happens while a file is loaded needs it loaded anew; that comes last.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { startTests } from '@vitest/runner';
import { TestRunner, vi } from 'vitest';
import { linesOf } from './lines.mjs';
import { Endless, install } from './switch.mjs';

/**
 * Each file has its questions: which faults each test is asked about, and those that it is loaded anew for;
 * without any it only says what it reaches. `first` are faults after which a test failed without one, too:
 * they are asked once more, first of all, in a process of their own.
 *
 * @typedef {{ tests: Record<string, number[]>, anew: number[] }} Questions
 * @typedef {{ count: number, questions: Record<string, Questions> | null, first: Record<string, number[]>, progress: string, at: string }} Job
 */
/** @typedef {import('vitest').RunnerTestCase} Test */

// Tests put clocks of their own in the place of these.
const { setInterval, clearInterval } = globalThis;
/** A test that is idle for so long beyond what it needs hangs; one that works so long does not end. */
const IDLE_MS = 2_000;
const BUSY_MS = 8_000;

/** @type {Job} */
const job = JSON.parse(readFileSync(process.env['MUTATION_JOB'] ?? '', 'utf8'));
const now = install(job.count);
const tell = (/** @type {object} */ line) => appendFileSync(job.progress, `${JSON.stringify(line)}\n`);

export default class MutationRunner extends TestRunner {
  /** @type {Set<number>} */
  found = new Set();
  /** Tests that something is asked of and that have not run. @type {Set<string>} */
  waiting = new Set();
  /** Faults that ran while the file was loaded. @type {number[]} */
  atLoad = [];
  began = performance.now();
  file = '';
  broken = false;
  /** While a file is loaded anew for one fault. @type {number | null} */
  reloaded = null;
  failed = '';
  /** Tests that fail when they are loaded again, without any fault. @type {Set<string>} */
  weak = new Set();
  /** @type {{ phase: 'new' | 'plain' | 'fault' | 'check', queue: number[], fault: number, rounds: number, idleMs: number, busyMs: number } | null} */
  turn = null;

  /** @override @param {import('vitest').RunnerTestFile} file */
  onCollectStart(file) {
    super.onCollectStart(file);
    if (this.reloaded !== null) return;
    this.file = relative(process.cwd(), file.filepath);
    this.found = new Set(linesOf(job.progress).flatMap((line) => line.found ?? []));
    this.waiting = new Set(Object.keys(this.#questions().tests));
    now.hits.fill(0);
  }

  /** @param {import('vitest').RunnerTestFile[]} _files */
  onBeforeRunFiles(_files) {
    if (this.reloaded === null) this.atLoad = hits();
  }

  /** @override @param {Test} test */
  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    const isOver =
      this.reloaded === null
        ? this.broken || (job.questions !== null && this.waiting.size === 0)
        : this.failed !== '';
    if (isOver) test.mode = 'skip';
    if (test.mode !== 'run' && test.mode !== 'queued') return;
    if (this.reloaded !== null) return;
    this.turn = { phase: 'new', queue: [], fault: -1, rounds: 0, idleMs: 0, busyMs: 0 };
    // The library asks before each repetition whether there is another.
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
    const { turn } = this;
    const [idleMax, busyMax] =
      turn?.phase === 'fault' ? [IDLE_MS + 4 * turn.idleMs, BUSY_MS + 10 * turn.busyMs] : [60_000, 120_000];
    now.roundsMax =
      turn?.phase === 'fault' ? 500_000 + 50 * turn.rounds : this.reloaded === null ? Infinity : 50_000_000;
    const limit = this.reloaded === null ? [idleMax, busyMax] : [5_000, 20_000];
    /** @type {ReturnType<typeof setInterval> | undefined} */
    let watch;
    const late = new Promise((_, reject) => {
      watch = setInterval(() => {
        const { idle, active } = performance.eventLoopUtilization(performance.eventLoopUtilization(), before);
        if (idle > (limit[0] ?? 0) || active > (limit[1] ?? 0)) reject(new Error('it does not end'));
      }, 100);
    });
    try {
      await Promise.race([TestRunner.getTestFn(test)(), late]);
    } finally {
      clearInterval(watch);
      const { idle, active } = performance.eventLoopUtilization(performance.eventLoopUtilization(), before);
      if (turn?.phase === 'plain') Object.assign(turn, { idleMs: idle, busyMs: active, rounds: now.rounds });
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
    } else if (this.waiting.delete(test.fullName) && !this.broken)
      tell({ done: test.fullName, file: this.file });
  }

  /**
   * What the last run says, and which comes next.
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
      if (!passed) {
        tell({
          wrong: test.fullName,
          file: this.file,
          error: test.result?.errors?.[0]?.message?.slice(0, 200),
        });
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
        return false;
      }
      turn.queue = (this.#questions().tests[test.fullName] ?? []).filter((no) => !this.found.has(no));
      const first = job.first[test.fullName] ?? [];
      turn.queue.sort((one, other) => Number(first.includes(other)) - Number(first.includes(one)));
    } else if (turn.phase === 'fault') {
      if (!passed) {
        if (job.first[test.fullName]?.includes(turn.fault)) this.#found(turn.fault, test);
        turn.phase = 'check';
        now.on = -1;
        return true;
      }
    } else if (passed) this.#found(turn.fault, test);
    else {
      // It left something behind, or something before it did.
      tell({ doubt: turn.fault, file: this.file, test: test.fullName, rest: turn.queue });
      this.broken = true;
      return false;
    }
    const fault = turn.queue.shift();
    now.on = fault ?? -1;
    if (fault === undefined) return false;
    Object.assign(turn, { phase: 'fault', fault });
    writeFileSync(job.at, JSON.stringify({ no: fault, file: this.file, test: test.fullName }));
    return true;
  }

  /** @param {number} no @param {Test} test */
  #found(no, test) {
    if (this.found.has(no)) return;
    this.found.add(no);
    tell({ found: no, by: titleOf(test) });
  }

  /** @returns {Questions} */
  #questions() {
    return job.questions?.[this.file] ?? { tests: {}, anew: [] };
  }

  /** @override @param {import('vitest').RunnerTestSuite} suite */
  async onAfterRunSuite(suite) {
    await super.onAfterRunSuite(suite);
    if (!('filepath' in suite) || this.reloaded !== null || this.broken) return;
    const waiting = this.#questions().anew.filter((no) => !this.found.has(no));
    if (waiting.length > 0) await this.#anew(suite.file, -1);
    for (const no of waiting) await this.#anew(suite.file, no);
    tell({
      over: this.file,
      ms: Math.round(performance.now() - this.began),
      ...(job.questions === null ? { atLoad: this.atLoad } : {}),
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

const hits = () => [...now.hits.entries()].filter(([, hit]) => hit === 1).map(([no]) => no);

/** @param {Test} test */
const titleOf = (test) => `${relative(process.cwd(), test.file.filepath)} > ${test.name}`;
