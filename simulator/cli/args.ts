import planted from '../planted.json' with { type: 'json' };
import { FAULT_KINDS, SUBJECTS } from '../plan/step.ts';
import type { Users } from '../plan/plan.ts';
import type { FaultKind, Subject } from '../plan/step.ts';

export interface Args {
  readonly seeds: readonly [from: number, to: number];
  /** Null, like the nodes: each seed draws its own size of World. */
  readonly clients: number | null;
  readonly nodes: number | null;
  /** null: chosen by the seed. */
  readonly steps: number | null;
  readonly hours: number | null;
  readonly faults: 'all' | 'none' | readonly FaultKind[];
  /** Null, like the next: chosen by each seed. */
  readonly users: Users | null;
  /** Activities beyond talking. */
  readonly subjects: readonly Subject[] | null;
  /** Prints how many seeds reached each required mark. */
  readonly marks: boolean;
  readonly script: string | null;
  readonly trace: string | null;
  readonly shrink: boolean;
  readonly explain: boolean;
  /** Computes when the failure became inevitable. */
  readonly inevitable: boolean;
  /** File of results that a sweep adds to. */
  readonly results: string | null;
  /** File of results that is judged. */
  readonly believe: string | null;
  readonly prove: boolean;
  /** A planted bug that is on. */
  readonly planted: string | null;
  /** Repeats every seed in another process under other circumstances. */
  readonly twice: boolean;
  /** Number of protocol-only clients, instead of a few complete ones. */
  readonly light: number | null;
  /** PostgreSQL database below the light clients; null: the embedded one. */
  readonly database: string | null;
  readonly table: boolean;
  readonly report: boolean;
  /** Pairs of actions in every order: of these subjects, of all (empty), or none of it. */
  readonly pairs: readonly string[] | null;
  /** Order of one pair. */
  readonly order: string | null;
  readonly help: boolean;
  readonly jobs: number;
}

export const HELP = `npm run simulate -- [options]

Runs real clients and real server nodes in one process, under a clock and a source of chance that
a seed decides. The same seed is the same run, on every machine.

  --seed N             one seed (1)
  --seeds A..B         many, on all cores; only failures are told
  --clients N          people, each with a device to begin with (2 to 5, as the seed says; 4 beside --nodes)
  --nodes N            server nodes over one database (1 to 3, as the seed says; 2 beside --clients)
  --steps N            what people and faults do in one run (as the seed says)
  --hours H            spreads the steps over so much virtual time
  --faults all|none|LIST   ${FAULT_KINDS.slice(0, 6).join(',')},… (all)
  --users all|calls|plain  what people do: everything, mostly calls, or everything with a plain client beside
                       them (as the seed says: everything, with a plain client in every tenth, and mostly
                       calls in another tenth)
  --subjects none|LIST ${SUBJECTS.slice(0, 6).join(',')},… beside talking (as the seed says)
  --marks              tells of each call, event, frame, refusal, setting and job how many seeds reached it
  --shrink             looks for the fewest steps that still fail, and writes them to a file
  --explain            tells what happened, for people
  --inevitable         of a run that fails: how likely that was after each part of its steps, whatever came then
  --trace FILE         writes every frame, call and row
  --results FILE       adds how each seed ended, a line each
  --believe FILE       how many clean seeds it takes until a fix is believed, by such a file
  --twice              runs each seed once more, in another process with another time zone, language,
                       folder and number of threads, and compares the traces
  --script FILE        runs a file: a shrunk run, or a script of server frames
  --prove              plants known bugs, one by one, and shows which are found
  --planted NAME       with this known bug in it, to see a failure on purpose
  --pairs [A,B]        every two actions of these subjects, or of all, in every order of what they meet at
  --pairs PAIR --order N,N   one of them, as a failure prints it
  --light N            N clients that speak the protocol and store nothing, beside a tenth as many: what
                       a message costs, and that everybody has everything after a node died
  --database A         with --light: over an empty PostgreSQL database of this address
  --table              with --light: over 1, 3 and 10 nodes instead, as a table
  --report             with --table: writes it into docs/scaling.txt
  --jobs N             processes at once
  --help

A failure ends with one line that repeats it.`;

const FLAGS: ReadonlySet<string> = new Set([
  '--shrink',
  '--explain',
  '--inevitable',
  '--prove',
  '--twice',
  '--marks',
  '--table',
  '--report',
  '--help',
]);

const NAMED_OPTIONS: ReadonlySet<string> = new Set([
  '--seed',
  '--seeds',
  '--clients',
  '--nodes',
  '--steps',
  '--hours',
  '--faults',
  '--users',
  '--subjects',
  '--script',
  '--trace',
  '--jobs',
  '--planted',
  '--light',
  '--database',
  '--results',
  '--believe',
  '--pairs',
  '--order',
]);

/** @throws Error with a text for people */
export function readArgs(argv: readonly string[], cores: number): Args {
  const values = new Map<string, string>();
  for (let at = 0; at < argv.length; at += 1) {
    const name = argv[at] ?? '';
    const next = argv[at + 1];
    if (name === '--pairs' && (next === undefined || next.startsWith('--'))) values.set(name, '');
    else if (FLAGS.has(name)) values.set(name, '');
    else if (NAMED_OPTIONS.has(name) && argv[at + 1] !== undefined) values.set(name, argv[(at += 1)] ?? '');
    else throw new Error(`${name} is no option, or its value is missing. See --help.`);
  }
  const whole = (name: string, otherwise: number, least = 1): number => {
    const text = values.get(name);
    if (text === undefined) return otherwise;
    if (!/^\d+$/.test(text) || Number(text) < least)
      throw new Error(`${name} takes a whole number from ${least}, not "${text}".`);
    return Number(text);
  };
  goTogether(values);
  const sized = values.has('--clients') || values.has('--nodes');
  const seed = whole('--seed', 1, 0);
  const range = values.get('--seeds');
  const parts = range === undefined ? null : /^(\d+)\.\.(\d+)$/.exec(range);
  if (range !== undefined && (!parts || Number(parts[1]) > Number(parts[2])))
    throw new Error(`--seeds takes A..B, not "${range}".`);
  return {
    seeds: parts ? [Number(parts[1]), Number(parts[2])] : [seed, seed],
    clients: sized ? whole('--clients', 4, 2) : null,
    nodes: sized ? whole('--nodes', 2) : null,
    steps: values.has('--steps') ? whole('--steps', 1) : null,
    hours: values.has('--hours') ? whole('--hours', 1) : null,
    faults: faultsOf(values.get('--faults') ?? 'all'),
    users: usersOf(values.get('--users')),
    subjects: subjectsOf(values.get('--subjects')),
    marks: values.has('--marks'),
    script: values.get('--script') ?? null,
    trace: values.get('--trace') ?? null,
    shrink: values.has('--shrink'),
    explain: values.has('--explain'),
    inevitable: values.has('--inevitable'),
    results: values.get('--results') ?? null,
    believe: values.get('--believe') ?? null,
    prove: values.has('--prove'),
    planted: plantedOf(values.get('--planted')),
    twice: values.has('--twice'),
    light: values.has('--light') ? whole('--light', 10_000, 100) : null,
    database: databaseOf(values.get('--database')),
    table: values.has('--table'),
    report: values.has('--report'),
    pairs: values.get('--pairs')?.split(',').filter(Boolean) ?? null,
    order: values.get('--order') ?? null,
    help: values.has('--help'),
    jobs: whole('--jobs', cores),
  };
}

function goTogether(values: ReadonlyMap<string, string>): void {
  if (values.has('--report') && !values.has('--pairs') && !(values.has('--light') && values.has('--table')))
    throw new Error('--report writes what --light N --table found; it goes with both.');
  if (values.has('--database') && (!values.has('--light') || values.has('--table')))
    throw new Error('--database is for --light N, without --table.');
}

function databaseOf(url: string | undefined): string | null {
  if (url !== undefined && !/^postgres(?:ql)?:\/\/[^/?#]/.test(url))
    throw new Error('--database takes postgres://user@host/name.');
  return url ?? null;
}

function plantedOf(name: string | undefined): string | null {
  if (name === undefined) return null;
  if (!planted.some((bug) => bug.name === name))
    throw new Error(`"${name}" is no planted bug. There are: ${planted.map((bug) => bug.name).join(', ')}.`);
  return name;
}

function usersOf(text: string | undefined): Users | null {
  if (text === undefined) return null;
  if (text === 'all' || text === 'calls' || text === 'plain') return text;
  throw new Error(`"${text}" is nothing that people do here. There are: all, calls, plain.`);
}

function subjectsOf(text: string | undefined): readonly Subject[] | null {
  if (text === undefined) return null;
  const names = text === 'none' ? [] : text.split(',');
  const allowed: readonly string[] = SUBJECTS;
  const strange = names.find((name) => !allowed.includes(name));
  if (strange !== undefined)
    throw new Error(`"${strange}" is no subject. There are: ${SUBJECTS.join(', ')}.`);
  return names as readonly Subject[];
}

function faultsOf(text: string): Args['faults'] {
  if (text === 'all' || text === 'none') return text;
  const names = text.split(',');
  const allowed: readonly string[] = FAULT_KINDS;
  const strange = names.find((name) => !allowed.includes(name));
  if (strange !== undefined)
    throw new Error(`"${strange}" is no fault. There are: ${FAULT_KINDS.join(', ')}.`);
  return names as readonly FaultKind[];
}

export const plantedOption = ({ planted: bug }: Args): string => (bug === null ? '' : ` --planted ${bug}`);

/** The command that repeats a seed. Options drawn from the seed are omitted. */
export function repeatLine(args: Args, seed: number): string {
  const { clients, nodes, steps, hours, faults, users, subjects } = args;
  const options: readonly (readonly [string, string | number | null])[] = [
    ['seed', seed],
    ['clients', nodes === null ? null : clients],
    ['nodes', clients === null ? null : nodes],
    ['steps', steps],
    ['hours', hours],
    ['faults', typeof faults === 'string' ? faults : faults.join()],
    ['users', users],
    ['subjects', subjects && (subjects.join() || 'none')],
  ];
  const flags = options.flatMap(([name, value]) => (value === null ? [] : [`--${name} ${value}`]));
  return `npm run simulate -- ${flags.join(' ')}${plantedOption(args)} --shrink --explain`;
}
