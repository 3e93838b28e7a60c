import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { duration } from '../../domain/limits.ts';
import type { Gauges, Meter } from '../../ports/meter.ts';
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
  databaseBytes: ['parley_database_bytes', 'What the database takes, for all nodes together'],
  diskFreeBytes: ['parley_disk_free_bytes', 'Free where this node keeps files'],
};

/** Counts for Prometheus. Names of calls are those of the table, so their number is bounded. */
export function createMeter(version = '', late: Lateness = createLateness()): Meter {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectUsual(registry);
  const help = 'Always 1; the label says which program this is';
  new Gauge({ name: 'parley_build_info', help, labelNames: ['version'], registers }).set({ version }, 1);
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
  let refused = 0;
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
  const gauges = Object.entries(GAUGES).map(
    ([key, [name, help]]) => [key as keyof Gauges, new Gauge({ name, help, registers })] as const,
  );
  return {
    call(path) {
      const from = process.hrtime.bigint();
      return (code) => calls.observe({ path, code }, Number(process.hrtime.bigint() - from) / 1e9);
    },
    refused: () => void (refused += 1),
    loginRefused: (reason) => logins.inc({ reason }),
    committed: (commands) => groups.observe(commands),
    frames: (count) => frames.inc(count),
    text(now) {
      for (const [key, gauge] of gauges) gauge.set(Number(now[key]));
      refusals.inc(refused);
      refused = 0;
      loop.set(late.p99Ms());
      return registry.metrics();
    },
  };
}

/**
 * What the library counts of every process, but for the delays of the event loop: it looks at them by a timer
 * of 10 ms, which wakes up a node that nobody uses more often than all else (OPS-13).
 */
function collectUsual(registry: Registry): void {
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: duration.DAY });
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`nodejs_eventloop_lag_${name}_seconds`);
}
