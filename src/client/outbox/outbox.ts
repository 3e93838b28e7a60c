import type { OutboxEffect, OutboxEvent, AttemptResult } from '../../../machines/outbox.machine.ts';
import type { QueueChange, QueueItem } from '../../../machines/outbox.machine.ts';
import type { ContactId, MessageId } from '../../domain/ids.ts';
import { outboxLimits as limits } from '../../domain/limits.ts';
import type { Outgoing } from '../../domain/message.ts';
import { Ages } from './age.ts';
import { afterOf, mustWait } from './beside.ts';
import { createQueue, type Queue } from './queue.ts';
import { WriteRetries } from './write-retries.ts';
import { withoutLeaving } from './leaving.ts';
import { attemptOf, changedItem, createSender, queueItemOf, visibleItemOf } from './sender.ts';
import type { Sender } from './sender.ts';
import type { MakeOutbox, Outbox, OutboxParts } from './interface.ts';
import { lackOf, type StoredItem } from './records.ts';

export type { MakeOutbox, Outbox, OutboxParts } from './interface.ts';

export const createOutbox: MakeOutbox = (parts) =>
  new UserOutbox({ ...parts, records: withoutLeaving(parts.records) });

class UserOutbox implements Outbox {
  readonly #parts: OutboxParts;
  readonly #sender: Sender;
  readonly #items = new Map<string, StoredItem>();
  readonly #queues = new Map<ContactId, Queue>();
  readonly #ends: readonly (() => void)[];
  readonly #retries: WriteRetries;
  readonly #ages: Ages;
  #isLockWanted = false;
  #hasLock = false;
  #permitted = false;
  #over = false;
  #order = 0;
  /** Items that did not fit on the device: only this page has them (SEND-22). */
  readonly #unstored = new Set<string>();
  #lack: ReturnType<typeof lackOf> = 'err.notStored';
  /** Stored items have their own order, and a reading replaces the known state. */
  #reading: Promise<void> | null = null;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.#sender = createSender(parts.sent);
    this.#retries = new WriteRetries(parts.records, parts.clock, (item) => this.#hasRoom([item]));
    this.#ages = new Ages(parts.clock);
    this.#ends = [
      parts.records.onPoke(() => void this.#reload()),
      parts.beside.subscribe(() => this.#release()),
    ];
  }

  load(): Promise<void> {
    const reading = this.#read();
    this.#reading = reading.catch(() => undefined);
    return reading;
  }

  async #read(): Promise<void> {
    const stored = await this.#parts.records.all(this.#parts.user);
    // Items wiped during the reading are never shown.
    if (this.#over || !this.#parts.isLoginCurrent()) return undefined;
    return this.#hasLock ? this.#takeOver(stored) : this.#readAnew(stored);
  }

  async add(message: Outgoing): Promise<boolean> {
    const after = afterOf(this.#parts.beside, message);
    await this.#reading;
    if (this.#items.size >= limits.itemsMax) return false;
    this.#order += 1;
    const item: StoredItem = {
      message,
      user: this.#parts.user,
      order: this.#order,
      status: 'queued',
      reason: null,
      discarded: false,
      asked: null,
      ...after,
    };
    // Stored before the first attempt (SEND-3), after those before it that found no room (SEND-6).
    const all = [...this.#items.values()].filter((one) => this.#unstored.has(one.message.id));
    const before = all.filter((one) => one.message.to === message.to);
    const { records } = this.#parts;
    const isStored = await this.#attempt(records.save([...before, item], true), 'outbox.notStored');
    if (isStored) this.#hasRoom(before);
    // The login has ended since, and its data may be wiped already: nothing is promised then (SEND-18).
    if (isStored && !this.#parts.isLoginCurrent()) {
      await this.#attempt(records.remove(item), 'outbox.notRemoved');
      return false;
    }
    // The next page sends items stored while this one closes.
    if (this.#over || !this.#parts.isLoginCurrent()) return false;
    if (this.#items.has(message.id)) return true;
    // A full device must not keep a message from a reachable server (SEND-22).
    if (!isStored) {
      if (this.#unstored.size === 0) this.#parts.sent.raise({ kind: 'text', key: this.#lack });
      this.#unstored.add(message.id);
      this.#retries.add(item, false);
    }
    this.#show(item, 'queued');
    this.#take(item, false);
    return true;
  }

  /** Marks items as stored, so that the sending tab knows them. */
  #hasRoom(items: readonly StoredItem[]): void {
    const unstored = items.filter(({ message }) => this.#unstored.delete(message.id));
    if (unstored.length > 0 && !this.#hasLock) this.#updateQueues();
  }

  retry(id: MessageId): void {
    this.#ask(id, 'retry');
  }

  discard(id: MessageId): void {
    this.#ask(id, 'discard');
  }

  settle(id: MessageId): void {
    this.#tell(id, { type: 'item.settled', id });
  }

  hold(on: boolean): void {
    if (on === this.#isLockWanted) return;
    this.#isLockWanted = on;
    if (!on) {
      this.#hasLock = false;
      for (const item of this.#retries.forget()) this.#askDiscard({ ...item, discarded: false });
      this.#updateQueues();
      return;
    }
    void this.#takeLock();
  }

  permit(on: boolean): void {
    if (on === this.#permitted) return;
    this.#permitted = on;
    this.#updateQueues();
  }

  networkReturned(): void {
    for (const queue of this.#queues.values()) queue.send({ type: 'network.returned' });
  }

  unsent(): number {
    return [...this.#items.values()].filter((item) => !item.discarded && item.asked !== 'discard').length;
  }

  stop(): void {
    this.#over = true;
    this.#retries.forget();
    for (const end of this.#ends) end();
    for (const queue of this.#queues.values()) queue.stop();
  }

  #attempt(work: Promise<void>, what: string): Promise<boolean> {
    return work.then(
      () => true,
      (error: unknown) => {
        this.#lack = lackOf(error);
        this.#parts.log.write('warn', what);
        return false;
      },
    );
  }

  /**
   * Stores the state of an item, now or once the device has room, unless it may be wiped; `isRemoval`: removes it.
   */
  async #keep(item: StoredItem, isRemoval = false): Promise<void> {
    const { records } = this.#parts;
    if (!isRemoval && !this.#parts.isLoginCurrent()) return;
    const isMine = this.#hasLock || this.#unstored.has(item.message.id);
    const write = () => (isMine || item.discarded ? records.save([item]) : records.saveLate([item]));
    const isDone = await (isRemoval
      ? this.#attempt(records.remove(item), 'outbox.notRemoved')
      : this.#attempt(write(), 'outbox.notStored'));
    if (isDone) {
      this.#retries.stored(item.message.id);
      this.#hasRoom([item]);
    } else if (this.#over) return;
    else if (isMine) this.#retries.add(item, isRemoval);
    else if (item.discarded) this.#askDiscard({ ...item, discarded: false });
  }

  async #takeLock(): Promise<void> {
    await this.#reload();
    if (this.#over || !this.#isLockWanted) return;
    // A discard that found no room may have been sent and removed from storage since.
    for (const item of this.#retries.forget()) if (!this.#items.has(item.message.id)) this.#take(item);
    this.#hasLock = true;
    this.#updateQueues();
  }

  #reload(): Promise<boolean> {
    return this.#attempt(this.load(), 'outbox.notRead');
  }

  #tell(id: string, event: OutboxEvent): void {
    const item = this.#items.get(id);
    if (item) this.#queues.get(item.message.to)?.send(event);
  }

  #show(item: StoredItem, status: QueueItem['status']): void {
    const visible = visibleItemOf(item, status);
    this.#parts.dispatch(
      visible ? { type: 'outboxPut', item: visible } : { type: 'outboxRemoved', id: item.message.id },
    );
  }

  #queueOf(to: ContactId): Queue {
    const existing = this.#queues.get(to);
    if (existing) return existing;
    const queue = createQueue(this.#parts, to);
    queue.on('*', (effect) => this.#perform(queue, effect));
    queue.start();
    this.#queues.set(to, queue);
    return queue;
  }

  /**
   * A tab that does not hold the lock sends only messages it alone has, and not before their turn (SEND-6).
   */
  #maySend(to: ContactId): boolean {
    if (!this.#permitted || this.#hasLock) return this.#permitted;
    const open = [...this.#items.values()].filter(
      ({ message, status }) => message.to === to && status !== 'failed',
    );
    return open.length > 0 && open.every(({ message }) => this.#unstored.has(message.id));
  }

  #allow(to: ContactId, queue: Queue): void {
    const isAllowed = this.#maySend(to);
    // A renewed permission would not wait for its next attempt.
    if (isAllowed !== queue.getSnapshot().context.allowed)
      queue.send({ type: isAllowed ? 'sending.allowed' : 'sending.forbidden' });
  }

  #take(item: StoredItem, left = true): void {
    this.#order = Math.max(this.#order, item.order);
    this.#items.set(item.message.id, item);
    const { to } = item.message;
    const queue = this.#queueOf(to);
    queue.send({ type: 'item.queued', item: queueItemOf(item, left, mustWait(this.#parts.beside, item)) });
    this.#allow(to, queue);
  }

  /** A file or forward arrived, failed or was cancelled (SEND-6). */
  #release(): void {
    for (const item of this.#items.values())
      if (item.after !== undefined && !mustWait(this.#parts.beside, item))
        this.#tell(item.message.id, { type: 'item.released', id: item.message.id });
  }

  #perform(queue: Queue, effect: OutboxEffect): void {
    if (effect.type === 'attempt') void this.#try(queue, effect);
    else if (effect.type === 'recall') void this.#recall(queue, effect.attempt, effect.id);
    else effect.changes.forEach((change) => this.#change(change));
  }

  #change(effect: QueueChange): void {
    const item = this.#items.get(effect.id);
    if (item === undefined) return;
    if (effect.type === 'itemGone') {
      this.#items.delete(effect.id);
      this.#ages.forget(effect.id);
      this.#parts.dispatch({ type: 'outboxRemoved', id: item.message.id });
      void this.#keep(item, true);
      this.#unstored.delete(effect.id);
      return;
    }
    const next = changedItem(item, effect);
    this.#items.set(effect.id, next);
    this.#show(next, effect.status);
    // An attempt writes its items itself, because it waits for that.
    if (effect.status !== 'sending' || effect.discarded) void this.#keep(next);
  }

  async #try(
    queue: Queue,
    { attempt, ids, again }: Extract<OutboxEffect, { type: 'attempt' }>,
  ): Promise<void> {
    const batch = ids.flatMap((id) => this.#items.get(id) ?? []);
    const { fresh, refused } = attemptOf(batch, this.#ages);
    for (const item of fresh) this.#items.set(item.message.id, item);
    if (!this.#parts.isLoginCurrent()) return;
    const stored = fresh.filter(({ message }) => !this.#unstored.has(message.id));
    if (await this.#attempt(this.#parts.records.saveLate(stored), 'outbox.notStored'))
      for (const item of stored) this.#retries.stored(item.message.id);
    for (const item of fresh) if (this.#unstored.has(item.message.id)) await this.#keep(item);
    if (this.#over) return;
    // Another tab sends now, which this one did not know when it began: nothing is requested.
    if (!this.#hasLock && !batch.every(({ message }) => this.#unstored.has(message.id)))
      return void this.#reload().then(() => this.#answer(queue, attempt, []));
    const results = [...refused];
    if (fresh.length > 0)
      results.push(
        ...(await this.#sender.send(
          fresh.map((item) => item.message),
          again,
        )),
      );
    this.#answer(queue, attempt, results);
  }

  async #recall(queue: Queue, attempt: number, id: string): Promise<void> {
    const item = this.#items.get(id);
    if (item) this.#answer(queue, attempt, [await this.#sender.recall(item.message)]);
  }

  #answer(queue: Queue, attempt: number, results: readonly AttemptResult[]): void {
    if (!this.#over && queue.getSnapshot().status === 'active')
      queue.send({ type: 'attempt.answered', attempt, results });
  }

  #carryOutAsked(): void {
    for (const item of this.#items.values())
      if (this.#hasLock && item.asked !== null) this.#execute({ ...item, asked: null }, item.asked);
  }

  #execute(item: StoredItem, command: 'retry' | 'discard'): void {
    const { id } = item.message;
    this.#items.set(id, command === 'retry' ? this.#anew(item) : { ...item, discarded: true });
    this.#tell(id, { type: command === 'retry' ? 'item.retried' : 'item.discarded', id });
  }

  /** A manual retry starts with age 0 (SEND-14). */
  #anew(item: StoredItem): StoredItem {
    this.#ages.forget(item.message.id);
    return { ...item, tried: null };
  }

  #updateQueues(): void {
    if (this.#over) return;
    this.#carryOutAsked();
    for (const [to, queue] of this.#queues) this.#allow(to, queue);
  }

  /** A tab that does not send knows only what is stored. */
  #readAnew(stored: readonly StoredItem[]): void {
    for (const queue of this.#queues.values()) queue.stop();
    this.#queues.clear();
    const was = new Map(this.#items);
    this.#items.clear();
    this.#hasRoom(stored);
    const mine = [...was.values()].filter(({ message }) => this.#unstored.has(message.id));
    // A discard by this tab may not be stored yet.
    const items = [...stored, ...mine].map((item) =>
      was.get(item.message.id)?.asked === 'discard' ? { ...item, asked: 'discard' as const } : item,
    );
    for (const item of items) this.#take(item);
    // The tab that sends may have written over the request before it read it.
    const unheard = items.filter((item, at) => item.asked !== (stored[at] ?? item).asked && !item.discarded);
    for (const item of unheard) this.#askHolder(item);
    this.#parts.dispatch({
      type: 'outboxSet',
      items: items.flatMap((item) => visibleItemOf(item, queueItemOf(item).status) ?? []),
    });
  }

  /** The tab that sends knows its own better; others may add, ask, and see something settled. */
  #takeOver(stored: readonly StoredItem[]): void {
    const ids = new Set<string>(stored.map((item) => item.message.id));
    for (const [id, item] of this.#items)
      if (!ids.has(id) && item.status !== 'queued' && !this.#unstored.has(id))
        this.#tell(id, { type: 'item.settled', id });
    for (const item of stored) {
      const mine = this.#items.get(item.message.id);
      if (!mine && item.asked === null && this.#retries.isGone(item.message.id)) continue;
      if (mine === undefined) {
        this.#show(item, item.status);
        // Avoids sending it first and recalling it afterwards.
        this.#take(item.asked === 'discard' ? { ...item, asked: null, discarded: true } : item);
      } else if (item.asked !== null) this.#items.set(item.message.id, { ...mine, asked: item.asked });
    }
    this.#carryOutAsked();
  }

  #ask(id: MessageId, command: 'retry' | 'discard'): void {
    const item = this.#items.get(id);
    if (item === undefined) return;
    if (this.#hasLock || this.#unstored.has(id)) return this.#execute(item, command);
    if (command === 'discard') return this.#askDiscard(item);
    this.#items.set(id, { ...item, asked: command });
    this.#askHolder({ ...item, asked: command });
  }

  /** Another tab may be sending it right now: that tab is asked through the record. */
  #askDiscard(item: StoredItem): void {
    const next: StoredItem = { ...item, asked: 'discard' };
    this.#items.set(item.message.id, next);
    this.#parts.dispatch({ type: 'outboxRemoved', id: item.message.id });
    this.#askHolder(next);
  }

  #askHolder(item: StoredItem): void {
    void this.#attempt(this.#parts.records.save([item], true), 'outbox.notStored').then(
      (isDone) => isDone || this.#over || this.#retries.add(item, false),
    );
  }
}
