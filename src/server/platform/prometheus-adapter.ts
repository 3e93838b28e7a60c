import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { duration } from '../../domain/limits.ts';
import type { Counts, Gauges, Meter } from '../../ports/meter.ts';
import type { PushOutcome } from '../../ports/push.ts';
import { createLateness } from './late-adapter.ts';
import type { Lateness } from './late-adapter.ts';

const GAUGES: Readonly<Record<keyof Gauges, readonly [name: string, help: string]>> = {
  sockets: ['parley_sockets', 'Connected sockets of this node'],
  users: ['parley_users_online', 'People online on this node'],
  nodes: ['parley_nodes', 'Other nodes that this one hears'],
  storeWaiting: ['parley_store_waiting', 'Commands and reads that wait for the store'],
  busUp: ['parley_bus_up', '1 while other nodes hear this one at once'],
  busLagMs: ['parley_bus_lag_ms', 'From saying something on the bus to hearing it oneself'],
  busLost: ['parley_bus_lost_total', 'Notes that could not be said since the start'],
  damaged: ['parley_damaged_messages', 'Stored messages found damaged since the start'],
  databaseBytes: ['parley_database_bytes', 'What the database takes, for all nodes together'],
  diskFreeBytes: ['parley_disk_free_bytes', 'Free where this node keeps files'],
  backupAgeSec: ['parley_backup_age_seconds', 'Since the last backup by the command "backup"'],
  certificateEndSec: ['parley_certificate_end_seconds', 'When the certificate ends, since 1970'],
  copiesAgeSec: ['parley_copies_age_seconds', 'All that was committed before is copied'],
  copiesWholeAgeSec: ['parley_copies_whole_age_seconds', 'Since the last whole copy was begun'],
  copiesFilesAgeSec: ['parley_copies_files_age_seconds', 'All files that were stored before are copied'],
  copiesDrillAgeSec: ['parley_copies_drill_age_seconds', 'The moment that the last good drill brought back'],
  copiesBytes: ['parley_copies_bytes', 'What all copies take at their target'],
  copiesFailures: ['parley_copies_failures_total', 'Tries to copy that failed since the start'],
  copiesDrillFailures: ['parley_copies_drill_failures_total', 'Drills that failed since the start'],
};

const OUTCOMES: readonly PushOutcome[] = ['sent', 'gone', 'later', 'refused'];

/** Code under which our own failures are counted. */
const FAULT = 500;

/** Counts the same for the server's own history: Prometheus metrics cannot be read back (CONSOLE-6). */
class Sums {
  #calls = 0;
  #faults = 0;
  frames = 0;
  crowded = 0;
  #lastCrowded = 0;
  readonly #refusals = new Map<string, number>();

  countCall(code: number): void {
    this.#calls += 1;
    if (code === FAULT) this.#faults += 1;
  }

  refused(reason: string): void {
    this.#refusals.set(reason, (this.#refusals.get(reason) ?? 0) + 1);
  }

  /** Since it was asked before. */
  newlyCrowded(): number {
    const newly = this.crowded - this.#lastCrowded;
    this.#lastCrowded = this.crowded;
    return newly;
  }

  counts(): Counts {
    const { user, system } = process.cpuUsage();
    return {
      calls: this.#calls,
      faults: this.#faults,
      frames: this.frames,
      crowded: this.crowded,
      refusals: this.#refusals,
      cpuMs: (user + system) / 1_000,
      memoryBytes: process.memoryUsage.rss(),
    };
  }
}

/** Counts for Prometheus. Names of calls are those of the table, so their number is bounded. */
export function createMeter(version = '', late: Lateness = createLateness()): Meter {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectUsual(registry);
  tellVersion(version, registers);
  const calls = new Histogram({
    name: 'parley_call_seconds',
    help: 'Time of each call by its path and the code of its answer',
    labelNames: ['path', 'code'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const groups = new Histogram({
    name: 'parley_commit_commands',
    help: 'Commands in one durable commit',
    buckets: [1, 2, 4, 8, 16, 32, 64],
    registers,
  });
  const frames = new Counter({
    name: 'parley_frames_total',
    help: 'Frames that went out to sockets',
    registers,
  });
  const logins = new Counter({
    name: 'parley_logins_refused_total',
    help: 'Logins that were refused for what was typed, by reason',
    labelNames: ['reason'],
    registers,
  });
  const mails = countResults('parley_mails_total', 'Mails by result', ['sent', 'failed'], registers);
  const pushes = countResults('parley_pushes_total', 'Pushes by result', OUTCOMES, registers);
  const sums = new Sums();
  const refusals = new Counter({
    name: 'parley_refused_total',
    help: 'Calls that were refused at once since others waited too long',
    registers,
  });
  const loop = new Gauge({
    name: 'parley_event_loop_delay_ms',
    help: '99th percentile since the last reading',
    registers,
  });
  const gauges = makeGauges(registers);
  return {
    call(path) {
      const from = process.hrtime.bigint();
      return (code) => {
        sums.countCall(code);
        calls.observe({ path, code }, Number(process.hrtime.bigint() - from) / 1e9);
      };
    },
    refused: () => void (sums.crowded += 1),
    mail: (result) => mails.inc({ result }),
    push: (result) => pushes.inc({ result }),
    refusal: (reason) => sums.refused(reason),
    loginRefused: (reason) => logins.inc({ reason }),
    committed: (commands) => groups.observe(commands),
    frames: (count) => {
      sums.frames += count;
      frames.inc(count);
    },
    counts: () => sums.counts(),
    text(now) {
      for (const [key, set] of gauges) set(Number(now[key]));
      refusals.inc(sums.newlyCrowded());
      loop.set(late.p99Ms());
      return registry.metrics();
    },
  };
}

/** What only rises is a counter: a gauge would be read wrongly after a restart. */
const makeGauges = (registers: Registry[]) =>
  Object.entries(GAUGES).map(([key, [name, help]]) => {
    const options = { name, help, registers };
    const set = name.endsWith('_total') ? setterOf(new Counter(options)) : setterOf(new Gauge(options));
    return [key as keyof Gauges, set] as const;
  });

const setterOf =
  (metric: Counter | Gauge) =>
  (value: number): void => {
    if (metric instanceof Gauge) return metric.set(value);
    metric.reset();
    // Off: no failures.
    if (!Number.isNaN(value)) metric.inc(value);
  };

/** Each result begins at 0: an alarm sees the first failure as an increase. */
function countResults(
  name: string,
  help: string,
  results: readonly string[],
  registers: Registry[],
): Counter<'result'> {
  const counter = new Counter({ name, help, labelNames: ['result'], registers });
  for (const result of results) counter.inc({ result }, 0);
  return counter;
}

/** START-13 */
function tellVersion(version: string, registers: Registry[]): void {
  const help = 'Always 1; the label says which program this is';
  new Gauge({ name: 'parley_build_info', help, labelNames: ['version'], registers }).set({ version }, 1);
}

/**
 * The library's default metrics, without event-loop delay: its timer of 10 ms would wake an idle node more
 * often than all else (OPS-13).
 */
function collectUsual(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: duration.DAY });
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
}
