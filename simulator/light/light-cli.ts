import { runLight } from './light-run.ts';
import type { LightOutcome } from './light-run.ts';

/** A tenth as many beside it: what a message costs must not grow with those who only listen. */
export async function lightCommand(
  options: { readonly clients: number; readonly nodes: number; readonly seed: number },
  say: (line: string) => void,
): Promise<number> {
  const tenth = Math.max(20, Math.ceil(options.clients / 10));
  // So that nobody misses more of one group than catching up gives.
  const rate = Math.min(100, Math.ceil(tenth / 4));
  const run = (clients: number): Promise<LightOutcome> => {
    say(`${clients} light clients on ${options.nodes} nodes, every tenth note of the bus lost:`);
    return runLight({ ...options, clients, rate, seconds: 30 }, say);
  };
  const few = await run(tenth);
  const many = await run(options.clients);
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

const row = (name: string, ...values: readonly (string | number)[]): string =>
  name.padEnd(42) +
  values
    .map((value) =>
      (typeof value === 'string' || Number.isInteger(value) ? String(value) : value.toFixed(2)).padStart(12),
    )
    .join('');
