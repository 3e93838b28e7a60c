/**
 * The model of docs/scaling.md: its constants are read from the page, its sizes are written into it (OPS-6).
 */
interface Constants {
  /** Processor time of a node for a one-to-one message, in ms. */
  readonly message: number;
  /** CPU for every further frame, in ms. */
  readonly frame: number;
  /** Processor time of an idle socket, in ms per minute. */
  readonly socket: number;
  /** Memory of a socket, in kB. */
  readonly memory: number;
}

/**
 * The most of one core that a node is meant to use, in ms for a second: Node.js uses one, and it needs room
 * for the worst minute.
 */
const CORE_MS = 600;
const HOUR_SEC = 3_600;
/** The busiest minute against the average hour. */
const PEAK = 4;
/** Messages of a user in an hour, and online members in the conversation of an average message. */
const [WRITES, READERS] = [20, 10];
const SIZES = [500, 5_000, 20_000, 50_000, 250_000];

const BEGIN = '<!-- sizes -->\n';
const END = '<!-- end of sizes -->';

function constantsOf(page: string): Constants {
  const value = (name: string): number => {
    const found = new RegExp(`^\\| \`${name}\` \\|[^|]*\\| ([0-9.]+) \\|`, 'm').exec(page);
    if (!found) throw new Error(`docs/scaling.md has no constant ${name}`);
    return Number(found[1]);
  };
  return {
    message: value('message'),
    frame: value('frame'),
    socket: value('socket'),
    memory: value('memory'),
  };
}

export interface Size {
  readonly messagesPerSec: number;
  readonly cpuMsPerSec: number;
  readonly nodes: number;
  readonly memoryMb: number;
}

export function sizeFor(people: number, { message, frame, socket, memory }: Constants): Size {
  const messagesPerSec = (people * WRITES * PEAK) / HOUR_SEC;
  const cpuMsPerSec = messagesPerSec * (message + frame * (READERS - 2)) + (people * socket) / 60;
  const nodes = Math.ceil(cpuMsPerSec / CORE_MS);
  return { messagesPerSec, cpuMsPerSec, nodes, memoryMb: (people / nodes) * memory * 1e-3 };
}

const thousands = (value: number): string => String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Computes the table of sizes of the page from its constants. */
export function withSizes(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.slice(rest.indexOf(END));
  if (before === undefined || after === undefined)
    throw new Error('docs/scaling.md has no place for its sizes');
  const constants = constantsOf(page);
  const rows = SIZES.map((people) => {
    const { messagesPerSec, cpuMsPerSec, nodes, memoryMb } = sizeFor(people, constants);
    return `| ${thousands(people)} | ${thousands(messagesPerSec)} | ${thousands(cpuMsPerSec)} | ${nodes} | ${nodes + 1} | ${thousands(memoryMb)} |\n`;
  });
  const head =
    '| People online | Messages a second | CPU of all nodes, ms a second | Nodes | With one to spare | Sockets of a node, MB |\n|---|---|---|---|---|---|\n';
  return `${before}${BEGIN}${head}${rows.join('')}${after}`;
}
