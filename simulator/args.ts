import { FAULT_KINDS } from './step.ts';
import type { FaultKind } from './step.ts';

export interface Args {
  readonly seeds: readonly [from: number, to: number];
  readonly clients: number;
  readonly nodes: number;
  readonly steps: number;
  readonly hours: number | null;
  readonly faults: 'all' | 'none' | readonly FaultKind[];
  readonly script: string | null;
  readonly trace: string | null;
  readonly shrink: boolean;
  readonly explain: boolean;
  readonly prove: boolean;
  readonly help: boolean;
  readonly jobs: number;
}

export const HELP = `npm run simulate -- [options]

Runs real clients and real server nodes in one process, under a clock and a source of chance that
a seed decides. The same seed is the same run, on every machine.

  --seed N             one seed (1)
  --seeds A..B         many, on all cores; only failures are told
  --clients N          people, each with a device to begin with (4)
  --nodes N            server nodes over one database (2)
  --steps N            what people and faults do in one run (200)
  --hours H            spreads the steps over so much virtual time
  --faults all|none|LIST   ${FAULT_KINDS.slice(0, 6).join(',')},… (all)
  --shrink             looks for the fewest steps that still fail, and writes them to a file
  --explain            tells what happened, for people
  --trace FILE         writes every frame, call and row
  --script FILE        runs a file: a shrunk run, or a script of server frames
  --prove              plants known bugs, one by one, and shows which are found
  --jobs N             processes at once
  --help

A failure ends with one line that repeats it.`;

/** @throws Error with a text for people */
export function readArgs(given: readonly string[], cores: number): Args {
  const values = new Map<string, string>();
  const flags = new Set(['--shrink', '--explain', '--prove', '--help']);
  const named = new Set(['--seed', '--seeds', '--clients', '--nodes', '--steps', '--hours', '--faults', '--script', '--trace', '--jobs']);
  for (let at = 0; at < given.length; at += 1) {
    const name = given[at] ?? '';
    if (flags.has(name)) values.set(name, '');
    else if (named.has(name) && given[at + 1] !== undefined) values.set(name, given[(at += 1)] ?? '');
    else throw new Error(`${name} is no option, or its value is missing. See --help.`);
  }
  const whole = (name: string, otherwise: number, least = 1): number => {
    const text = values.get(name);
    if (text === undefined) return otherwise;
    if (!/^\d+$/.test(text) || Number(text) < least) throw new Error(`${name} takes a whole number from ${least}, not "${text}".`);
    return Number(text);
  };
  const seed = whole('--seed', 1, 0);
  const range = values.get('--seeds');
  const parts = range === undefined ? null : /^(\d+)\.\.(\d+)$/.exec(range);
  if (range !== undefined && (!parts || Number(parts[1]) > Number(parts[2]))) throw new Error(`--seeds takes A..B, not "${range}".`);
  return {
    seeds: parts ? [Number(parts[1]), Number(parts[2])] : [seed, seed],
    clients: whole('--clients', 4, 2),
    nodes: whole('--nodes', 2),
    steps: whole('--steps', 200),
    hours: values.has('--hours') ? whole('--hours', 1) : null,
    faults: faultsOf(values.get('--faults') ?? 'all'),
    script: values.get('--script') ?? null,
    trace: values.get('--trace') ?? null,
    shrink: values.has('--shrink'),
    explain: values.has('--explain'),
    prove: values.has('--prove'),
    help: values.has('--help'),
    jobs: whole('--jobs', cores),
  };
}

function faultsOf(text: string): Args['faults'] {
  if (text === 'all' || text === 'none') return text;
  const names = text.split(',');
  const known: readonly string[] = FAULT_KINDS;
  const strange = names.find((name) => !known.includes(name));
  if (strange !== undefined) throw new Error(`"${strange}" is no fault. There are: ${FAULT_KINDS.join(', ')}.`);
  return names as readonly FaultKind[];
}
