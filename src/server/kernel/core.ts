import { assert } from '../../domain/assert.ts';
import type { GlobalConfig } from '../../domain/config.ts';
import { groupLimits } from '../../domain/group-limits.ts';
import type { ClientId, MessageId, StreamId, UserId } from '../../domain/ids.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Clock } from '../../ports/clock.ts';
import type { FilePorts } from '../../ports/files.ts';
import type { HookPosts } from '../../ports/hook-posts.ts';
import type { Forwarding } from '../../ports/forwarding.ts';
import type { Ldap } from '../../ports/ldap.ts';
import type { Log } from '../../ports/log.ts';
import type { Mail } from '../../ports/mail.ts';
import type { Meter } from '../../ports/meter.ts';
import type { OpenIds } from '../../ports/openid.ts';
import type { Pages } from '../../ports/pages.ts';
import type { Passkeys } from '../../ports/passkeys.ts';
import type { Passwords } from '../../ports/passwords.ts';
import type { Push, PushKeys } from '../../ports/push.ts';
import type { Ids, Random } from '../../ports/random.ts';
import type {
  EventFacts,
  EventRow,
  Foretold,
  MessageRow,
  SaidWords,
  Store,
  WriteTx,
} from '../../ports/store.ts';
import type { Damage } from './damage.ts';
import { isGroupLine } from './group-line.ts';
import type { JobBook } from './job.ts';
import type { ServiceMakers } from './live-services.ts';
import type { LoginUses } from './login-uses.ts';
import type { MostSettings } from './settings.ts';
import type { Peers } from './peers.ts';
import { Refusal, writeUnlessRefused } from './refusal.ts';
import type { WireFrame } from './wire-frame.ts';

/** Addresses of files, relative to this server. */
export interface FileLinks {
  /**
   * Private to a conversation: signed over file, conversation and the end of the next day, so that it works
   * in a picture's address and is equal for all members (FILE-1, STREAM-5). It names the file, not only the
   * bytes: others may have uploaded the same bytes under another name (FILE-12).
   */
  file(file: { readonly id: number; readonly key: string }, stream: StreamId): string;
  /** Avatars and emoji: knowledge of the address gives access. */
  picture(key: string): string;
}

/** Push functions of services; absent if pushes are off. */
export interface PushService {
  readonly port: Push;
  readonly keys: PushKeys;
  /** True once a user receives pushes: until then messages skip the work. */
  active: boolean;
}

/** A call in the answer to a bind. */
export interface CallOnBind {
  readonly id: MessageId;
  readonly frames: readonly WireFrame[];
}

/** Reports the state of the store connection; called by the job that checks it once a second. */
export interface StoreWay {
  onAsked(): void;
  answered(): void;
  stop(): void;
}

/** Dependencies of every service. Services own no sockets, requests or clocks. */
export interface Core {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly passwords: Passwords;
  /** Absent: passkeys are off. */
  readonly passkeys?: Passkeys | null;
  /** Absent: provider logins are off. */
  readonly openIds?: OpenIds | null;
  /** Absent: all passwords are kept here. */
  readonly ldap?: Ldap | null;
  /** Absent: the console cannot set up services (CONSOLE-15). */
  readonly makeServices?: ServiceMakers;
  /** Key of what this server signs, kept with the database. */
  readonly secret: string;
  /** Begun by this start of this node; other nodes may have begun newer ones (STREAM-20). */
  readonly chapter?: string;
  /** Null: no codes by mail. */
  readonly mail: (Mail & { readonly fault?: () => string | null }) | null;
  /** Absent: pushes are off. */
  readonly push?: PushService | null;
  /** Absent: web pages are never requested. */
  readonly pages?: Pages | null;
  /** Absent: outgoing hooks are off. */
  readonly hookPosts?: HookPosts | null;
  /** Absent: this node takes no files. */
  readonly uploads?: FilePorts | null;
  readonly log: Log;
  /** Absent: metrics are off. */
  readonly meter?: Meter | null;
  /** Absent: job results are not recorded. */
  readonly jobs?: JobBook;
  /** Absent: damage is not recorded. */
  readonly damage?: Damage;
  /** Present delay of the event loop; absent if it is not measured. */
  readonly lateMs?: () => number;
  /** The engine's own check of its pages; absent without a disk. */
  readonly engineFaults?: () => Promise<readonly string[]>;
  readonly bus: Bus;
  /** Absent: uses of logins are not recorded. */
  readonly uses?: Pick<LoginUses, 'note' | 'stop'> | null;
  /** Absent: devices of group calls are connected directly. */
  readonly forwarding?: Forwarding | null;
  /** The other nodes; absent where there is one. */
  readonly peers?: Peers | null;
  readonly hub: Hub;
  /** The global configuration as last committed. */
  config(): GlobalConfig;
  readonly settings: Settings;
}

export interface QuotaSettings {
  readonly messages: number;
  readonly files: number;
  readonly filesMb: number;
  readonly allFilesMb: number;
  readonly diskFloorMb: number;
}

export interface Settings {
  readonly registration: 'open' | 'invite';
  /** Daily limits of a user, and the total for uploads; 0 is no limit (LIMIT-14). */
  readonly quota?: QuotaSettings;
  /** How much may be asked; absent: as usual (LIMIT-21). */
  readonly most?: MostSettings;
  /** Maximum wait; further calls are refused until it is shorter (LIMIT-10). */
  readonly waitMs?: number;
  /** `ms` for clients that read message times in milliseconds (WIRE-6). */
  readonly wireTime: 's' | 'ms';
  /** The public origin of this server, such as `https://chat.example.org`; null: unknown. */
  readonly publicUrl?: string | null;
  /** Origins of pages that live elsewhere and may call, all of them with `*` (WIRE-18). */
  readonly allowOrigins?: readonly string[];
  /** Time for which a user still counts as online after their last socket broke (PRES-1). */
  readonly presenceGraceMs?: number;
  /** Secret shared with the TURN relay of calls, for passwords that expire (CALL-21). */
  readonly turnSecret?: string | null;
  /** Many accounts may be disabled at once, as the operator has confirmed (LDAP-10). */
  readonly ldapDisablesMany?: boolean;
  /** Entries of the audit go after so many days; 0 or absent: never (AUDIT-5). */
  readonly auditDays?: number;
  /** The fate of erased accounts' messages to others; absent: they stay (DATA-5). */
  readonly erasedWords?: SaidWords;
  /** Settings of the process for the console, without secrets (CONSOLE-14). */
  readonly environment?: Readonly<Record<string, string>>;
  /** Version of this program, shown in `/readyz` (START-13). */
  readonly version?: string;
  /** Digest of the token for `/metrics`; absent: access is denied. */
  readonly metricsDigest?: string;
  /** Made by the server itself: addresses of files in messages. */
  readonly links?: FileLinks;
}

/** An event of a post, and the users it names: only users who know all of them are notified (MOMENT-3). */
export interface MomentMove {
  readonly author: UserId;
  readonly by: UserId;
  readonly replyTo: UserId | null;
  /** Its time; null: it is not news. */
  readonly atMs: number | null;
  /** A post is news to all who see it, other events to its author and the addressed user. */
  readonly isMoment: boolean;
  /** The chosen users of a limited post; null: all friends of the author (MOMENT-2). */
  readonly seenBy: readonly UserId[] | null;
}

/** Null: a node that may follow such calls did not answer. */
export type CallsOnBind = readonly CallOnBind[] | Promise<readonly CallOnBind[] | null>;

/** The sockets of this node, as services see them. */
export interface Hub {
  /**
   * A command starts; the result is called once it has published or failed. The hub thus knows when
   * everything up to a moment has been published (SYNC-5).
   */
  begin(): () => void;
  /** Called once after the commit, in order; delivers to local sockets and wakes other nodes. */
  published(events: readonly FreshEvent[]): void;
  /** Each listener receives the events of each commit of this node. */
  onPublished(listener: (events: readonly FreshEvent[]) => void): void;
  /**
   * Binds a connected socket to the owner of a token; false if the socket is not here, a refusal if it
   * belongs to another user (ACC-15).
   */
  bind(
    client: ClientId,
    who: { readonly user: UserId; readonly token: string; readonly isMobile: boolean },
  ): Promise<boolean | Refusal>;
  /** The user a socket of this node is bound to, or null. */
  ownerOf(client: ClientId): UserId | null;
  /** The same question about a socket of any node (NODE-6). */
  owns(client: ClientId, user: UserId): Promise<boolean>;
  /**
   * The same, where silence must not pass for a no: null while the node of the socket does not answer
   * (NODE-4).
   */
  isAt(client: ClientId, user: UserId): Promise<boolean | null>;
  unbind(client: ClientId): void;
  /** Sends `offline` to the sockets bound with these tokens, then closes them (ACC-8). */
  endTokens(
    user: UserId,
    tokens: readonly string[],
    by: { readonly client: ClientId | null; readonly isMobile: boolean },
  ): void;
  /** Returns true if a call can reach the user. */
  isReachable(user: UserId): boolean;
  /** Presence as shown to others: all users are offline if the setting hides it (CONF-13). */
  isOnline(user: UserId): boolean;
  /** Local users whose visible device has shown this position of a conversation (PUSH-3). */
  viewersOf(stream: StreamId, seq: number): readonly UserId[];
  /** Neither of the two is shown to the other from now on, or both are again (BLOCK-6). */
  apart(a: UserId, b: UserId, on: boolean): void;
  /** Notifies permitted users of news among moments (MOMENT-6). */
  momentMoved(move: MomentMove): void;
  /** All users shown as online. */
  onlineUsers(): readonly UserId[];
  /**
   * Sends a frame without a place to all devices of a user, such as a call step; a `derived` one only to
   * base-protocol clients.
   */
  tell(user: UserId, frame: WireFrame): void;
  /** Sets the provider of call data for a bind; `had`: the last number of each known call. */
  callsOnBind(
    list: (user: UserId, client: ClientId, had: Readonly<Record<string, number>>) => CallsOnBind,
  ): void;
  configChanged(config: GlobalConfig): void;
  /**
   * Delivered positions may now belong to other events: our clients' sockets bind again, others are closed
   * (STREAM-14).
   */
  historyRenewed(epoch: string): void;
}

/** An event to append; with its row, delivery need not read it again. */
interface Listed<T> {
  readonly facts: EventFacts;
  readonly value: T;
  readonly message?: MessageRow;
}

/** An event as this node has just written it. */
export interface FreshEvent extends EventRow {
  readonly message?: MessageRow | undefined;
}

/** A place that a listed message got, and the time of its command. */
export interface MessagePlace {
  readonly seq: number;
  readonly n: number;
  readonly atMs: number;
}

/** Writes events: moves the heads, then appends, in the command's transaction (STREAM-3). */
export interface EventRecorder {
  event(stream: StreamId, facts: EventFacts): Promise<{ readonly seq: number; readonly atMs: number }>;
  /** The same for an event that lists a message: the facts need the ordinal that the place brings. */
  listed<T>(stream: StreamId, write: (place: MessagePlace) => Promise<Listed<T>>): Promise<T>;
  /** The same for many, of one stream or several: each head moves once. */
  listedAll(
    streams: readonly StreamId[],
    write: (places: readonly MessagePlace[]) => Promise<readonly Omit<Listed<unknown>, 'value'>[]>,
  ): Promise<void>;
}

/**
 * Runs one command: a transaction, then, after its durable commit, publication (COMMIT-1). A command that
 * returns a refusal is rolled back.
 */
export async function command<T>(
  core: { readonly store: Store; readonly hub: Pick<Hub, 'begin' | 'published'> },
  work: (tx: WriteTx, record: EventRecorder) => Promise<T>,
  foretold: Foretold | null = null,
): Promise<T> {
  // Reset inside: a store that repeats a transaction must not publish the first try's events.
  let events: FreshEvent[] = [];
  const end = core.hub.begin();
  try {
    const answer = await writeUnlessRefused(
      core.store,
      async (tx) => {
        events = [];
        return work(tx, recorder(tx, events));
      },
      foretold,
    );
    if (events.length > 0 && !(answer instanceof Refusal)) core.hub.published(events);
    return answer;
  } finally {
    end();
  }
}

function recorder(tx: WriteTx, events: FreshEvent[]): EventRecorder {
  const append = async (fresh: readonly FreshEvent[]) => {
    await tx.streams.append(...fresh);
    events.push(...fresh);
  };
  return {
    event: async (stream, facts) => {
      const { seq, n, atMs } = await tx.streams.advance(stream, false);
      await append([{ stream, seq, tx: 0, atMs, facts }]);
      if (isGroupLine(facts))
        await tx.groupLines.insert({ stream, afterN: n, seq, atMs, facts }, groupLimits.linesMax);
      return { seq, atMs };
    },
    listed: async (stream, write) => {
      const { seq, n, atMs } = await tx.streams.advance(stream, true);
      const { facts, value, message } = await write({ seq, n, atMs });
      await append([{ stream, seq, tx: 0, atMs, facts, message }]);
      return value;
    },
    listedAll: async (streams, write) => {
      const places = await placesIn(tx, streams);
      const listed = await write(places);
      await append(
        places.map(({ stream, seq, atMs }, at) => ({
          stream,
          seq,
          tx: 0,
          atMs,
          ...(listed[at] as Listed<unknown>),
        })),
      );
    },
  };
}

/** A place for each of these, in their order. */
async function placesIn(
  tx: WriteTx,
  streams: readonly StreamId[],
): Promise<readonly (MessagePlace & { readonly stream: StreamId })[]> {
  const counts = new Map<StreamId, number>();
  for (const stream of streams) counts.set(stream, (counts.get(stream) ?? 0) + 1);
  const next = new Map<StreamId, { seq: number; n: number; readonly atMs: number }>();
  for (const [stream, count] of counts) {
    const { seq, n, atMs } = await tx.streams.advance(stream, true, count);
    next.set(stream, { seq: seq - count, n: n - count, atMs });
  }
  return streams.map((stream) => {
    const at = next.get(stream);
    assert(at, 'each stream has moved');
    return { stream, seq: (at.seq += 1), n: (at.n += 1), atMs: at.atMs };
  });
}
