/**
 * The model of docs/scaling.md: its constants are read from the page, its sizes are written into it (OPS-6).
 */
interface Constants {
  /** Processor time of a node for a one-to-one message with the embedded database, in ms. */
  readonly message: number;
  /** The same with PostgreSQL, of one node and of three together. */
  readonly messagePostgres: number;
  readonly messageThree: number;
  /** CPU for every further frame, in ms. */
  readonly frame: number;
  /** Processor time of an idle socket, in ms per minute. */
  readonly socket: number;
  /** Memory of a socket, in kB. */
  readonly memory: number;
}

const HOUR_SEC = 3_600;
/** The busiest minute against the average hour. */
const PEAK = 4;
/** Messages of a user in an hour, and online members in the conversation of an average message. */
const [WRITES, READERS] = [20, 10];
/** Up to what one node carries: more was not measured. */
const SIZES = [500, 2_000, 5_000, 20_000];

const BEGIN = '<!-- sizes -->\n';
const END = '<!-- end of sizes -->';

function constantsOf(page: string): Constants {
  const value = (name: string): number => {
    const match = new RegExp(`^\\| \`${name}\` \\|[^|]*\\| ([0-9.]+) \\|`, 'm').exec(page);
    if (!match) throw new Error(`docs/scaling.md has no constant ${name}`);
    return Number(match[1]);
  };
  return {
    message: value('message'),
    messagePostgres: value('messagePostgres'),
    messageThree: value('messageThree'),
    frame: value('frame'),
    socket: value('socket'),
    memory: value('memory'),
  };
}

/** Messages a second; CPU with each database, in ms for a second; memory of the sockets, in MB. */
function sizeFor(people: number, constants: Constants): readonly number[] {
  const { message, messagePostgres, messageThree, frame, socket, memory } = constants;
  const messagesPerSec = (people * WRITES * PEAK) / HOUR_SEC;
  const cpuOf = (one: number) => messagesPerSec * (one + frame * (READERS - 2)) + (people * socket) / 60;
  return [
    messagesPerSec,
    cpuOf(message),
    cpuOf(messagePostgres),
    cpuOf(messageThree),
    people * memory * 1e-3,
  ];
}

const thousands = (value: number): string => String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Computes the table of sizes of the page from its constants. */
export function withSizes(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.slice(rest.indexOf(END));
  if (before === undefined || after === undefined)
    throw new Error('docs/scaling.md has no place for its sizes');
  const constants = constantsOf(page);
  const rows = SIZES.map(
    (people) => `| ${[people, ...sizeFor(people, constants)].map(thousands).join(' | ')} |\n`,
  );
  const head =
    '| Users online | Messages a second | CPU, embedded database | PostgreSQL, one node | PostgreSQL, three nodes |' +
    ' Sockets, MB |\n|---|---|---|---|---|---|\n';
  return `${before}${BEGIN}${head}${rows.join('')}${after}`;
}
