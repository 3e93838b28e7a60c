import type { GlobalConfig } from '../domain/config.ts';
import type { ClientId, StreamId, UserId } from '../domain/ids.ts';
import type { Bus } from '../ports/bus.ts';
import type { Clock } from '../ports/clock.ts';
import type { FilePorts } from '../ports/files.ts';
import type { Log } from '../ports/log.ts';
import type { Mail } from '../ports/mail.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { Ids, Random } from '../ports/random.ts';
import type { EventFacts, EventRow, Store, WriteTx } from '../ports/store.ts';
import type { WireFrame } from './frames/wire-frame.ts';
import type { CallOnBind } from './services/calls/book.ts';
import type { Links } from './files/links.ts';

/** What every service is given. No service knows a socket, a request or a clock of its own. */
export interface Core {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly passwords: Passwords;
  /** Key of what this server signs, kept with the database. */
  readonly secret: string;
  /** Null: no codes by mail. */
  readonly mail: Mail | null;
  /** Absent: this node takes no files. */
  readonly uploads?: FilePorts | null;
  readonly log: Log;
  readonly bus: Bus;
  readonly hub: Hub;
  /** The global configuration as last committed. */
  config(): GlobalConfig;
  readonly settings: Settings;
}

export interface Settings {
  readonly registration: 'open' | 'invite';
  /** `ms` for clients that read message times in milliseconds (WIRE-6). */
  readonly wireTime: 's' | 'ms';
  /** Made by the server itself: addresses of files in messages. */
  readonly links?: Links;
}

/** The sockets of this node, as services see them. */
export interface Hub {
  /**
   * A command starts; the answer is called once it has published or failed. So the hub knows when
   * everything up to a moment has been published (SYNC-5).
   */
  begin(): () => void;
  /** Called once after the commit, in order; delivers to local sockets and wakes other nodes. */
  published(events: readonly EventRow[]): void;
  /** Binds a connected socket to the owner of a token; false when the socket is not here. */
  bind(client: ClientId, who: { readonly user: UserId; readonly token: string; readonly isMobile: boolean }): Promise<boolean>;
  /** Who the socket is bound to, or null. */
  ownerOf(client: ClientId): UserId | null;
  unbind(client: ClientId): void;
  /** Tells the sockets bound with these tokens (`offline`), then lets them go (ACC-8). */
  endTokens(user: UserId, tokens: readonly string[], by: { readonly client: ClientId | null; readonly isMobile: boolean }): void;
  isOnline(user: UserId): boolean;
  /** Everybody online on this node. */
  onlineUsers(): readonly UserId[];
  /** A frame without a place, to all devices of a person: steps of a call. */
  tell(user: UserId, frame: WireFrame): void;
  /** Who says what a device that binds must know of calls; `had` by call, the last number it knows. */
  callsOnBind(list: (user: UserId, had: Readonly<Record<string, number>>) => readonly CallOnBind[]): void;
  configChanged(config: GlobalConfig): void;
}

/** Writes one event: moves the head, then appends, in the command's transaction (STREAM-3). */
export interface Recorder {
  event(stream: StreamId, facts: EventFacts): Promise<{ readonly seq: number; readonly atMs: number }>;
  /** The same for an event that lists a message: the facts need the ordinal that the place brings. */
  listed<T>(
    stream: StreamId,
    write: (place: { readonly seq: number; readonly n: number; readonly atMs: number }) => Promise<{ readonly facts: EventFacts; readonly value: T }>,
  ): Promise<T>;
}

/** Runs one command: a transaction, then, after its durable commit, publication (COMMIT-1). */
export async function command<T>(core: { readonly store: Store; readonly hub: Pick<Hub, 'begin' | 'published'> }, work: (tx: WriteTx, record: Recorder) => Promise<T>): Promise<T> {
  // Reset inside: a store that repeats a transaction must not publish the first try's events.
  let events: EventRow[] = [];
  const done = core.hub.begin();
  try {
    const answer = await core.store.write(async (tx) => {
      events = [];
      return work(tx, recorder(tx, events));
    });
    if (events.length > 0) core.hub.published(events);
    return answer;
  } finally {
    done();
  }
}

function recorder(tx: WriteTx, events: EventRow[]): Recorder {
  const append = async (stream: StreamId, seq: number, atMs: number, facts: EventFacts) => {
    await tx.write.append({ stream, seq, atMs, facts });
    events.push({ stream, seq, tx: 0, atMs, facts });
  };
  return {
    event: async (stream, facts) => {
      const { seq, atMs } = await tx.write.advance(stream, false);
      await append(stream, seq, atMs, facts);
      return { seq, atMs };
    },
    listed: async (stream, write) => {
      const place = await tx.write.advance(stream, true);
      const { facts, value } = await write(place);
      await append(stream, place.seq, place.atMs, facts);
      return value;
    },
  };
}
