import type { StreamId, UserId } from '../../domain/ids.ts';
import { duration } from '../../domain/limits.ts';
import { TextWork } from '../kernel/long-read.ts';
import { nodeLimits, plainLimits as limits, serverLimits } from '../kernel/limits.ts';
import type { BusNote } from '../../ports/bus.ts';
import type { EventFacts, EventRow, ReadTx, StorePoint } from '../../ports/store.ts';
import type { Core, FreshEvent } from '../kernel/core.ts';
import { framer } from '../frames/frame.ts';
import type { FramingContext } from '../frames/load.ts';
import type { SocketSession } from './session.ts';
import { alwaysRead } from './audience.ts';
import type { Audience, LocalUser } from './audience.ts';
import { readBatch, DeliveryQueue, underWay } from './batch.ts';
import type { SendBatch, UnderWay, Waiting } from './batch.ts';
import { Delivered } from './delivered.ts';
import { Profiles } from './profiles.ts';
import type { ProfileReport } from './profiles.ts';
import type { Places } from './returning.ts';

/**
 * A store that failed is asked again after the first, then after twice as long each time, up to the second.
 */
const RETRY_MS = [duration.SECOND, 8 * duration.SECOND] as const;

interface DeliveryPorts {
  readonly core: Pick<Core, 'store' | 'clock' | 'log' | 'meter' | 'config'>;
  readonly audience: Audience;
  readonly context: FramingContext;
  /** Other nodes write into the same store. */
  readonly shared: boolean;
  /** Another node has begun a chapter: our clients' sockets receive a cursor of it at once (STREAM-20). */
  readonly chapterBegan: (session: SocketSession) => void;
  /** A token ended: its sockets here are closed before any other client is notified. */
  readonly tokenEnded: (user: LocalUser, facts: Extract<EventFacts, { kind: 'session' }>) => void;
}

type Woken = Pick<Extract<BusNote, { kind: 'stream' }>, 'stream' | 'seq' | 'row'>;

/**
 * Carries events to sockets. All reads and changes of the audience run one after another in one chain, so
 * that frames of a stream are sent in order and a bind falls between two batches.
 */
export class Delivery {
  readonly delivered = new Delivered();
  private readonly queue = new DeliveryQueue();
  private readonly profiles: Profiles;
  private chain: Promise<unknown> = Promise.resolve();
  private scheduled = false;
  private retry: unknown = null;
  /** Failures since the store last answered. */
  private failures = 0;
  private look: unknown = null;
  private looking = false;
  private stopped = false;
  /** The audience counts what is in it as delivered before it is given. */
  private way = underWay();

  constructor(private readonly ports: DeliveryPorts) {
    this.profiles = new Profiles(ports.audience, ports.core);
    if (ports.shared) this.lookLater();
  }

  published(events: readonly FreshEvent[]): void {
    for (const event of events) this.queue.event(event);
    this.profiles.published(events);
    this.delivered.noteMove();
    this.schedule();
  }

  /** Another node reports that a stream moved, and perhaps the written rows. */
  wake(note: Woken): void {
    const { stream, seq } = note;
    const local = this.ports.audience.stream(stream);
    if (!local || seq <= local.last) return;
    const { row } = note;
    if (row && this.isOfNow(row)) this.queue.event(row);
    else this.queue.wake(stream, seq);
    this.delivered.noteMove();
    this.schedule();
  }

  /** A delayed note, as from a stalled process, may have been rolled back since. */
  private isOfNow({ atMs }: EventRow): boolean {
    return Math.abs(this.ports.core.clock.nowMs() - atMs) < nodeLimits.skewMaxMs;
  }

  /** Looks for a newer cursor when something happened since the last one. */
  refresh(): void {
    if (!this.ports.shared && this.delivered.stale()) this.schedule();
  }

  /** Runs between two batches. */
  inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.chain.then(work);
    this.chain = result.catch(() => undefined);
    return result;
  }

  /** Discards everything delivered or waiting; call it in order. */
  forget(): void {
    this.queue.take();
    this.delivered.forget();
  }

  /** The user's streams and their heads, of one moment; to be called in order. */
  async load(user: UserId): Promise<LocalUser> {
    const { core, audience } = this.ports;
    const { heads, privacy, apart } = await core.store.read(async (tx) => {
      const streams = [...alwaysRead(user), ...(await tx.members.streamsOf(user))];
      const heads = new Map<StreamId, number>(streams.map((stream) => [stream, 0]));
      for (const row of await tx.streams.changedSince(streams, 0)) heads.set(row.stream, row.head);
      if (this.ports.shared) this.profiles.begin(await tx.streams.now());
      return { heads, privacy: await tx.users.privacy(user), apart: await tx.blocked.apart(user) };
    });
    const local = audience.user(user) ?? audience.add(user, heads, apart);
    return Object.assign(local, privacy && { privacy });
  }

  /**
   * Positions up to which each stream was sent to a closing socket of this user: it may close while a batch
   * is read, or at one of its frames.
   */
  placesOf(user: LocalUser): Places {
    const places = new Map(this.ports.audience.placesOf(user));
    const { sends, deliveredCount } = this.way;
    for (const { event, users } of sends.slice(deliveredCount)) {
      if (!users.includes(user)) continue;
      const { stream, seq } = event;
      places.set(stream, Math.min(places.get(stream) ?? seq, seq - 1));
    }
    return places;
  }

  /**
   * Frames a base-protocol client missed since these positions; call it in order. If there are too many, the
   * newest.
   */
  async replayMissed(user: LocalUser, had: Places): Promise<readonly string[]> {
    const { core, audience, context } = this.ports;
    const { newest, made } = await core.store.read(async (tx) => {
      const events: EventRow[] = [];
      for (const [stream, last] of audience.placesOf(user)) {
        const place = had.get(stream);
        if (place !== undefined && place >= last) continue;
        const base = alwaysRead(user.id).includes(stream)
          ? 0
          : (await tx.members.get(stream, user.id))?.fromSeq;
        if (base === undefined) continue;
        const from = Math.max(place ?? base, base, last - limits.replayMax);
        events.push(...(await tx.streams.events(stream, from, last - from)));
      }
      const newest = events
        .toSorted((a, b) => a.tx - b.tx || rank(a) - rank(b) || a.seq - b.seq)
        .slice(-limits.replayMax);
      const batchFramer = await framer(
        tx,
        newest.map((event) => ({ event, viewers: [user.id] })),
        context,
      );
      return { newest, made: batchFramer };
    });
    const [texts, work]: [string[], TextWork] = [[], new TextWork(core.store)];
    for (const event of newest) {
      texts.push(...made.plain(event, user.id));
      await work.read(made.costOf(event));
    }
    return texts;
  }

  stop(): void {
    this.stopped = true;
    this.ports.core.clock.clearTimeout(this.retry);
    this.ports.core.clock.clearTimeout(this.look);
  }

  /** Resolves when everything published so far was delivered. */
  async idle(): Promise<void> {
    while (this.scheduled) await this.chain;
    await this.chain;
  }

  private schedule(): void {
    if (this.scheduled || this.stopped) return;
    this.scheduled = true;
    void this.inOrder(() => this.deliver());
  }

  /** A wake-up of another node may be lost: once a second the store itself is asked (NODE-2). */
  private lookLater(): void {
    const { clock } = this.ports.core;
    this.look = clock.setTimeout(() => {
      this.looking = true;
      if (this.failures === 0) this.schedule();
      this.lookLater();
    }, serverLimits.lookEveryMs);
  }

  private async deliver(): Promise<void> {
    this.scheduled = false;
    if (this.ports.shared) return this.deliverShared();
    const { core, audience, context } = this.ports;
    const ready = this.delivered.ready();
    const waiting = this.queue.take();
    const local = [...waiting.keys()].some((stream) => audience.stream(stream));
    if (local || ((this.delivered.stale() || this.profiles.isWaiting) && !audience.empty)) {
      const way = this.begin();
      try {
        const { batch, now, profiles } = await core.store.read(async (tx) => ({
          batch: await readBatch(tx, waiting, audience, context, way),
          now: await tx.streams.now(),
          profiles: await this.profiles.read(tx, null),
        }));
        this.failures = 0;
        this.delivered.noteSeen(now);
        this.send(batch);
        this.tell(profiles);
      } catch (error) {
        this.takeBack(way);
        this.again(waiting, error);
        return;
      }
    }
    if (ready || (this.queue.empty && this.delivered.ready())) this.delivered.promote();
  }

  /** Other nodes publish too, so only a look at the store determines the position. */
  private async deliverShared(): Promise<void> {
    const { core, audience, context } = this.ports;
    const [looking, waiting] = [this.looking, this.queue.take()];
    this.looking = false;
    if (audience.empty) {
      // The failed read has no waiting client any longer; counting it would block every later look.
      this.failures = 0;
      return;
    }
    const way = this.begin();
    try {
      const { batch, now, chapter, profiles } = await core.store.read(async (tx) => {
        // Only a look reveals the store's position; a wake-up names its stream.
        const now = looking ? await tx.streams.now() : null;
        const hasMoved = looking && now !== this.delivered.current;
        if (hasMoved) await wakeMoved(tx, waiting, audience, this.delivered.current ?? 0);
        return {
          batch: await readBatch(tx, waiting, audience, context, way),
          now,
          chapter: looking ? (await tx.history.chapters())[0]?.id : undefined,
          profiles: await this.profiles.read(tx, hasMoved ? now : null),
        };
      });
      this.failures = 0;
      this.send(batch);
      this.tell(profiles);
      if (now !== null && this.delivered.noteReached(now, chapter) !== null) this.tellChapter();
    } catch (error) {
      this.takeBack(way);
      this.looking ||= looking;
      this.again(waiting, error);
    }
  }

  private again(waiting: ReadonlyMap<StreamId, { readonly upTo: number }>, error: unknown): void {
    const { clock, log } = this.ports.core;
    log.write('error', 'delivery failed', { error: String(error) });
    for (const [stream, { upTo }] of waiting) this.queue.wake(stream, upTo);
    clock.clearTimeout(this.retry);
    this.retry = clock.setTimeout(
      () => this.schedule(),
      Math.min(RETRY_MS[0] * 2 ** this.failures, RETRY_MS[1]),
    );
    this.failures += 1;
  }

  private begin(): UnderWay {
    this.way = underWay();
    return this.way;
  }

  private takeBack({ undo }: UnderWay): void {
    this.way = underWay();
    for (const back of undo.toReversed()) back();
  }

  private send({ sends, framer }: SendBatch): void {
    for (const { event, users } of sends) {
      for (const user of users) {
        if (event.facts.kind === 'session') this.ports.tokenEnded(user, event.facts);
        if (user.sessions.size === 0) continue;
        const framed = framer.framed(event, user.id);
        for (const session of user.sessions) {
          if (session.ours) session.send(framed.text());
          else session.sendAll(framer.plain(event, user.id));
        }
        this.ports.core.meter?.frames(user.sessions.size);
      }
      this.way.deliveredCount += 1;
    }
  }

  /** Limits the time in which a device has events of the new chapter under a cursor of the previous one. */
  private tellChapter(): void {
    for (const user of this.ports.audience.all())
      for (const session of user.sessions) if (session.ours) this.ports.chapterBegan(session);
  }

  /** Ours alone: the contract has no frame for it. */
  private tell(profiles: readonly ProfileReport[]): void {
    for (const { text, users } of profiles) {
      for (const user of users) for (const session of user.sessions) if (session.ours) session.send(text);
    }
  }
}

/** The own stream determines the others. */
const rank = ({ stream }: EventRow): number => (stream.startsWith('u') ? 0 : 1);

/** Streams read here that moved since that moment, on any node. */
async function wakeMoved(
  tx: ReadTx,
  waiting: Map<StreamId, Waiting>,
  audience: Audience,
  since: StorePoint,
): Promise<void> {
  for (const { stream, head } of await tx.streams.changedSince(audience.names(), since)) {
    const entry = waiting.get(stream);
    if (!entry) waiting.set(stream, { upTo: head, rows: [] });
    else entry.upTo = Math.max(entry.upTo, head);
  }
}
