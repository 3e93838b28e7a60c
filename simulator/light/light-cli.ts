import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { runLight } from './light-run.ts';
import type { LightOutcome } from './light-run.ts';

/** Compares with a tenth of the clients: the cost of a message must not grow with passive ones. */
export async function lightCommand(
  options: {
    readonly clients: number;
    readonly nodes: number;
    readonly seed: number;
    readonly database: string | null;
  },
  say: (line: string) => void,
): Promise<number> {
  const tenth = Math.max(20, Math.ceil(options.clients / 10));
  // Limits the rate so that no client misses more of one group than a catch-up returns.
  const rate = Math.min(100, Math.ceil(tenth / 4));
  const execute = (clients: number): Promise<LightOutcome> => {
    const over = options.database === null ? '' : ' over PostgreSQL';
    say(`${clients} light clients on ${options.nodes} nodes${over}, every tenth note of the bus lost:`);
    return runLight({ ...options, clients, rate, seconds: 30 }, say);
  };
  const few = await execute(tenth);
  const many = await execute(options.clients);
  say('');
  say(row('', 'few', 'many'));
  say(row('messages', few.messages, many.messages));
  say(row('readers of a message', few.readers / few.messages, many.readers / many.messages));
  say(row('frames for a message', few.frames / few.messages, many.frames / many.messages));
  say(row('notes between nodes for a message', few.notes / few.messages, many.notes / many.messages));
  say(row('CPU of all for a message, ms', few.cpuPerMessageMs, many.cpuPerMessageMs));
  say(row('CPU of all for a second of silence, ms', few.cpuPerIdleSecondMs, many.cpuPerIdleSecondMs));
  say(row('calls to catch up', few.syncs, many.syncs));
  say(row('everybody back after a node died, s', few.backMs / 1_000, many.backMs / 1_000));
  const problems = [...few.problems, ...many.problems];
  for (const problem of problems.slice(0, 10)) say(`BROKEN  ${problem}`);
  say(problems.length === 0 ? 'lost 0, doubled 0, one order for everybody' : `${problems.length} problems`);
  return problems.length === 0 ? 0 : 1;
}

const TABLE_NODES = [1, 3, 10] as const;

/** A row of the table, as requested from a separate process. */
export interface LightRow {
  readonly light: { readonly clients: number; readonly nodes: number; readonly seed: number };
}

/** One row, with memory measured: in the same process, remains of the previous row would count to it. */
export function runLightRow({ light }: LightRow, say: (line: string) => void): Promise<LightOutcome> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const memory = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  return runLight({ ...light, rate: 100, seconds: 30, memory }, say);
}

/** The table as printed on a page, and messages lost, duplicated or reordered. */
export interface LightTable {
  readonly lines: readonly string[];
  readonly problems: readonly string[];
}

/**
 * Measures the cost of a message and a user with one, three and ten nodes, as a table. All nodes and clients
 * of a row share one process: CPU is their total, memory the increase per bound user. `keep` receives the
 * table so far after each row.
 */
export async function lightTable(
  options: { readonly clients: number; readonly seed: number },
  rowOf: (row: LightRow) => Promise<LightOutcome>,
  say: (line: string) => void,
  keep: (lines: readonly string[]) => void = () => undefined,
): Promise<LightTable> {
  const lines = [`| ${TABLE_COLUMNS.join(' | ')} |`, `|${'---|'.repeat(TABLE_COLUMNS.length)}`];
  const problems: string[] = [];
  for (const nodes of TABLE_NODES) {
    say(`${options.clients} light clients on ${nodes} nodes, every tenth note of the bus lost:`);
    const of = await rowOf({ light: { ...options, nodes } });
    problems.push(...of.problems.map((problem) => `${nodes} nodes: ${problem}`));
    const serving = of.cpuPerMessageMs - of.clientCpuPerMessageMs;
    const cells = [
      nodes,
      (of.frames / of.messages).toFixed(2),
      (of.notes / of.messages).toFixed(2),
      of.cpuPerMessageMs.toFixed(2),
      (serving / nodes).toFixed(2),
      (of.cpuPerIdleSecondMs / nodes).toFixed(1),
      (of.memoryPerPersonBytes / 1_024).toFixed(1),
      of.problems.length,
    ];
    lines.push(`| ${cells.join(' | ')} |`);
    // The next row may take an hour: an interrupted run has reported this one.
    say(lines.at(-1) ?? '');
    keep(lines);
  }
  say('');
  for (const line of lines) say(line);
  for (const problem of problems.slice(0, 10)) say(`BROKEN  ${problem}`);
  return { lines, problems };
}

const TABLE_COLUMNS = [
  'Nodes',
  'Frames for a message',
  'Notes for a message',
  'CPU of all for a message, ms',
  'of one node without clients, ms',
  'of one node for a second of silence, ms',
  'Memory a person, kB',
  'Lost or doubled',
] as const;

const row = (name: string, ...values: readonly (string | number)[]): string =>
  name.padEnd(42) +
  values
    .map((value) =>
      (typeof value === 'string' || Number.isInteger(value) ? String(value) : value.toFixed(2)).padStart(12),
    )
    .join('');
