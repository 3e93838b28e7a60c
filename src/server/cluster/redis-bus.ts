import { Redis } from 'ioredis';
import type { Bus, BusNote, BusState, SaidEvent, SharedRates } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { nodeLimits as limits } from '../kernel/limits.ts';
import { BadSetting } from '../kernel/setting-names.ts';
import { type BusCipher, busCipher } from './bus-cipher.ts';

interface RedisOptions {
  readonly url: string;
  /** Specific to this database: two products on one Redis server must not receive each other's messages. */
  readonly place: string;
  /** Known only to the nodes of this database. */
  readonly secret: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A batch of notes from one node. */
interface Letter {
  readonly from: string;
  readonly sentMs: number;
  readonly notes: readonly BusNote[];
  /** The written rows the notes refer to: a list of `SaidEvent`, encrypted (NODE-15). */
  readonly rows?: string;
}

const OLDEST = 6;
/** Follows the name of the sender. */
const SENT = '"sentMs":';

/**
 * The bus of several machines: one channel of Redis. It never waits and never queues: what cannot be said
 * now is lost, and the nodes find it in the store within a second (NODE-2, NODE-8).
 * @throws BadSetting when a server answers that cannot be used; one that is away is waited for
 */
export async function openRedisBus(options: RedisOptions): Promise<Bus> {
  const common = {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 2_000,
    retryStrategy: (tries: number) => Math.min(tries * 100, 1_000),
  };
  const say = new Redis(options.url, common);
  const hear = new Redis(options.url, { ...common, autoResubscribe: false });
  // Every fault ends in `close` and a retry; the operator is notified once.
  let fault = '';
  for (const one of [say, hear]) one.on('error', (error: Error) => void (fault = error.message));
  // The cause was logged as an error before.
  await Promise.all([say, hear].map((one) => one.connect().catch(() => undefined)));
  try {
    await usable(say, () => fault);
  } catch (error) {
    say.disconnect();
    hear.disconnect();
    throw error;
  }
  return new RedisBus(say, hear, options, () => fault);
}

async function usable(redis: Redis, fault: () => string): Promise<void> {
  if (/NOAUTH|WRONGPASS|NOPERM|invalid password/i.test(fault()))
    throw new BadSetting(`REDIS_URL: the server refuses this program: ${fault()}`);
  if (redis.status !== 'ready') return;
  const info = await redis.info('server').catch((error: unknown) => String(error));
  if (/NOAUTH|WRONGPASS|NOPERM/.test(info))
    throw new BadSetting(`REDIS_URL: the server refuses this program: ${info}`);
  const version = /redis_version:(\S+)/.exec(info)?.[1];
  if (version !== undefined && Number.parseInt(version, 10) < OLDEST)
    throw new BadSetting(`REDIS_URL: the server is Redis ${version}, at least ${OLDEST}.0 is needed`);
}

class RedisBus implements Bus {
  readonly shared = true;
  readonly talks = true;
  readonly rates: Bus['rates'];
  private readonly ears = new Set<(note: BusNote) => void>();
  private readonly channel: string;
  private readonly me: string;
  /** The beginning of all messages of this one. */
  private readonly mine: string;
  private readonly cipher: BusCipher;
  private waiting: BusNote[] = [];
  private sending = false;
  private lastHeardMs: number | null = null;
  /** Time at which silent connections were last replaced. */
  private renewedMs: number;
  private lagMs = 0;
  private lossCount = 0;
  private timer: unknown = null;
  private wasUp = true;
  private readonly stopRates: () => void;

  constructor(
    private readonly out: Redis,
    private readonly ear: Redis,
    private readonly options: RedisOptions,
    private readonly fault: () => string,
  ) {
    this.channel = `parley:${options.place}`;
    this.me = `${process.pid}-${options.clock.nowMs()}-${Math.random()}`;
    this.mine = `{"from":${JSON.stringify(this.me)},`;
    this.cipher = busCipher(options.secret, this.me);
    this.renewedMs = options.clock.elapsedMs();
    const shared = redisRates(out, `${this.channel}:`, options.clock);
    this.rates = shared.rates;
    this.stopRates = shared.stop;
    ear.on('message', (_: string, text: string) => this.receive(text));
    // A restarted server has lost its subscriptions.
    ear.on('ready', () => void this.listen());
    if (ear.status === 'ready') void this.listen();
    this.echo();
  }

  state(): BusState {
    return { up: this.isUp(), lagMs: this.lagMs, losses: this.lossCount };
  }

  publish(note: BusNote): void {
    if (this.waiting.length >= limits.notesWaitingMax || this.out.status !== 'ready')
      return void (this.lossCount += 1);
    this.waiting.push(note);
    if (this.sending) return;
    this.sending = true;
    setImmediate(() => void this.send());
  }

  subscribe(listener: (note: BusNote) => void): () => void {
    this.ears.add(listener);
    return () => this.ears.delete(listener);
  }

  async close(): Promise<void> {
    this.options.clock.clearTimeout(this.timer);
    this.stopRates();
    if (this.waiting.length > 0) await this.send();
    this.ears.clear();
    this.out.disconnect();
    this.ear.disconnect();
  }

  /** Sends one message at a time: notes that arrive in the meantime go together. */
  private async send(): Promise<void> {
    const notes = this.waiting;
    this.waiting = [];
    const letter: Letter = {
      from: this.me,
      sentMs: this.options.clock.elapsedMs(),
      notes: notes.map((note) => (note.kind === 'stream' ? { ...note, row: undefined } : note)),
      ...this.encrypted(notes),
    };
    try {
      await this.out.publish(this.channel, JSON.stringify(letter));
    } catch {
      this.lossCount += notes.length;
    }
    this.sending = this.waiting.length > 0;
    if (this.sending) setImmediate(() => void this.send());
  }

  /** Rows beyond a message's limit are left to the store. */
  private encrypted(notes: readonly BusNote[]): Pick<Letter, 'rows'> {
    const rows = notes.flatMap((note) => (note.kind === 'stream' && note.row ? [note.row] : []));
    if (rows.length === 0) return {};
    const text = JSON.stringify(rows);
    return text.length > limits.letterRowsMax ? {} : { rows: this.cipher.encrypt(text) };
  }

  private async listen(): Promise<void> {
    try {
      await this.ear.subscribe(this.channel);
    } catch {
      // The connection failed again: the next one listens.
    }
  }

  private receive(text: string): void {
    if (text.startsWith(this.mine)) return this.noteOwnMessage(text);
    let letter: Letter;
    try {
      letter = JSON.parse(text) as Letter;
    } catch {
      return;
    }
    const notes = letter.rows === undefined ? letter.notes : withRows(letter, this.cipher);
    for (const note of notes) for (const listener of this.ears) listener(note);
  }

  private noteOwnMessage(text: string): void {
    this.lastHeardMs = this.options.clock.elapsedMs();
    this.lagMs = this.lastHeardMs - Number.parseFloat(text.slice(this.mine.length + SENT.length));
  }

  private isUp(): boolean {
    return (
      this.out.status === 'ready' &&
      this.lastHeardMs !== null &&
      this.options.clock.elapsedMs() - this.lastHeardMs < limits.echoMaxMs
    );
  }

  /** A connection that a box in the middle has forgotten stays open and leads nowhere: new ones are made. */
  private renewSilent(): void {
    const now = this.options.clock.elapsedMs();
    if (now - Math.max(this.lastHeardMs ?? 0, this.renewedMs) < limits.busSilentMs) return;
    this.renewedMs = now;
    for (const one of [this.out, this.ear]) if (one.status === 'ready') one.disconnect(true);
  }

  /** Sends a message to itself, so that a connected but unresponsive server is noticed, too. */
  private echo(): void {
    const { clock, log } = this.options;
    if (!this.sending && this.out.status === 'ready') {
      this.sending = true;
      void this.send();
    }
    this.renewSilent();
    const up = this.isUp();
    const first = this.lastHeardMs === null;
    if (up && !this.wasUp) log.write('warn', 'Redis is back');
    if (!up && this.wasUp && !first)
      log.write('warn', 'Redis is away: other nodes hear of changes up to a second later', {
        fault: this.fault(),
      });
    if (first && this.out.status !== 'ready' && this.wasUp)
      log.write('warn', 'Redis is not there yet: other nodes hear of changes up to a second later', {
        fault: this.fault(),
      });
    this.wasUp = up || (first && this.out.status === 'ready');
    this.timer = clock.setTimeout(() => this.echo(), limits.echoEveryMs);
  }
}

/** The notes of a message with their rows, which are decrypted when the first of them is read. */
function withRows({ from, notes, rows }: Letter, cipher: BusCipher): readonly BusNote[] {
  let opened: ReadonlyMap<string, SaidEvent> | null = null;
  const open = () => (opened ??= rowsIn(cipher.decrypt(from, rows ?? '')));
  return notes.map((note) =>
    note.kind === 'stream'
      ? {
          ...note,
          get row() {
            return open().get(placeOf(note));
          },
        }
      : note,
  );
}

const placeOf = ({ stream, seq }: Pick<SaidEvent, 'stream' | 'seq'>): string => `${stream} ${seq}`;

const rowsIn = (text: string | null): ReadonlyMap<string, SaidEvent> =>
  new Map(
    (text === null ? [] : (JSON.parse(text) as readonly SaidEvent[])).map((row) => [placeOf(row), row]),
  );

interface Waiting {
  cost: number;
  readonly windowMs: number;
}

/** Counters that calls do not wait for: sums are sent ten times a second and come back (LIMIT-5). */
function redisRates(
  redis: Redis,
  prefix: string,
  clock: Clock,
): { readonly rates: SharedRates; readonly stop: () => void } {
  const waiting = new Map<string, Waiting>();
  let learned: ((key: string, count: number, leftMs: number) => void) | null = null;
  let timer: unknown = null;
  const send = async (): Promise<void> => {
    timer = null;
    const batch = [...waiting];
    waiting.clear();
    if (redis.status !== 'ready') return;
    const line = redis.pipeline();
    for (const [key, { cost, windowMs }] of batch)
      line
        .set(prefix + key, 0, 'PX', Math.max(1, Math.ceil(windowMs)), 'NX')
        .incrby(prefix + key, cost)
        .pttl(prefix + key);
    const answers = await line.exec().catch(() => null);
    for (const [at, [key]] of batch.entries()) {
      const [count, left] = [answers?.[at * 3 + 1]?.[1], answers?.[at * 3 + 2]?.[1]];
      if (typeof count === 'number' && typeof left === 'number' && left > 0) learned?.(key, count, left);
    }
  };
  return {
    rates: {
      add(key, cost, windowMs) {
        const entry = waiting.get(key);
        if (entry) entry.cost += cost;
        else if (waiting.size < limits.ratesWaitingMax) waiting.set(key, { cost, windowMs });
        timer ??= clock.setTimeout(() => void send(), limits.ratesEveryMs);
      },
      learned: (listener) => void (learned = listener),
    },
    stop: () => clock.clearTimeout(timer),
  };
}
