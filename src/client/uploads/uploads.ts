import { createActor, type ActorRefFrom } from 'xstate';
import { uploadMachine, type UploadEffect } from '../../../machines/upload.machine.ts';
import { type ContactId, messageId, type MessageId } from '../../domain/ids.ts';
import { uploadLimits as limits } from '../../domain/limits.ts';
import { toMarkup } from '../../domain/markup.ts';
import type { Quote } from '../../domain/message.ts';
import { formatOf, type RichMark } from '../../domain/rich-text.ts';
import type { Clock } from '../../ports/clock.ts';
import { uploadFile } from '../../wire/calls/files.ts';
import type { Notice } from '../interface/client.ts';
import type { LocalFile, Uploads, UploadView } from '../interface/files.ts';
import { groupKindOf } from '../connection/api.ts';
import type { Api } from '../connection/api.ts';
import { Ages, type Tried } from '../outbox/age.ts';
import { type OnItsWay, type SentBeside, newest } from '../outbox/beside.ts';
import { type SendAnswerParts, lookUp, sendAnswerHandler } from '../outbox/send-answers.ts';
import { outcomeOf, type RequestOutcome } from '../connection/outcome.ts';
import { asSender, type PlainServer } from '../sync/plain-server.ts';
import type { WatchActors } from '../../ports/watch.ts';
import { UploadsElsewhere } from './elsewhere.ts';
import { type StoredUpload, UploadRecords } from './records.ts';
import type { UploadStore } from './upload-store.ts';
import { extendsOf, viewOf } from './view.ts';
import { path } from '../connection/answers.ts';

/**
 * Files on their way: each its own machine, a few at a time. Those of one chat leave one after another, and
 * its messages wait for them (SEND-6).
 */
export interface UploadQueue extends Uploads, SentBeside {
  add(item: ChosenFile): void;
  cancel(id: MessageId): void;
  retry(id: MessageId): void;
  /** Messages left the outbox: uploads that waited for them may start (UP-8). */
  onChange(): void;
  /** There is a connection again: interrupted uploads continue at once. */
  networkReturned(): void;
  /** A session is open: from now on files are kept on the device. */
  keepIn(store: UploadStore): void;
  /** Continues uploads of an earlier page. */
  restore(): Promise<void>;
  /** The session ended: all transfers stop. Stored uploads stay, for the same user. */
  clear(): void;
}

/** A file as chosen, with its caption as typed. */
export interface ChosenFile extends Omit<NewUpload, 'caption' | 'format'> {
  readonly words: string;
  /** Markup characters in the caption are plain text. */
  readonly asPlain: boolean;
}

export interface NewUpload extends RichMark {
  readonly id: MessageId;
  readonly to: ContactId;
  readonly kind: UploadView['kind'];
  readonly file: LocalFile;
  readonly quote: Quote | null;
  /** The words under it, as markup (MSG-2). */
  readonly caption?: string;
  /** The message, file or forward that must be there before this one is sent; null: none (UP-8). */
  readonly after: MessageId | null;
}

export interface UploadQueueParts extends SendAnswerParts {
  readonly clock: Clock;
  readonly api: Api;
  readonly plain: PlainServer;
  readonly raise: (notice: Notice) => void;
  /** The newest message of the outbox and the newest forward to this chat, while on their way. */
  readonly lastSent: (to: ContactId) => OnItsWay | null;
  /** A message of the outbox, or a forward, is still on its way. */
  readonly pending: (to: ContactId, id: MessageId) => boolean;
  /** False while the device has no connection: cut attempts do not count then. */
  readonly isConnected: () => boolean;
  readonly watch?: WatchActors;
}

interface Item {
  readonly upload: NewUpload;
  readonly actor: ActorRefFrom<typeof uploadMachine>;
  readonly createdAtMs: number;
  /** State of its attempts; null: none yet, or none since a manual retry (SEND-14). */
  attempts: Tried | null;
  /** Failed when read from the device: shown so until the user retries. */
  failure: { readonly reason: string | null } | null;
  transfer: { abort(): void } | null;
  /** It left once, perhaps from an earlier page: its outcome may be open. */
  isTried: boolean;
}

const PATH = path(uploadFile);

export type MakeUploads = (parts: UploadQueueParts) => UploadQueue;

export const createUploads: MakeUploads = (parts) => new Queue(parts);

class Queue implements UploadQueue {
  readonly #parts: UploadQueueParts;
  readonly #items = new Map<MessageId, Item>();
  readonly #running = new Set<MessageId>();
  readonly #waiting: MessageId[] = [];
  readonly #listeners = new Set<() => void>();
  #views: readonly UploadView[] = [];
  #lastMs = 0;
  #records: UploadRecords | null = null;
  #endNews = (): void => undefined;
  readonly #elsewhere: UploadsElsewhere;
  readonly #ages: Ages;
  readonly #answered: ReturnType<typeof sendAnswerHandler>;
  /** Runs once per session: later, other tabs may be working on theirs. */
  #restored = false;

  constructor(parts: UploadQueueParts) {
    this.#parts = parts;
    this.#ages = new Ages(parts.clock);
    this.#answered = sendAnswerHandler(parts);
    this.#elsewhere = new UploadsElsewhere({
      clock: parts.clock,
      records: () => this.#records,
      changed: () => this.#changed(),
      adopt: (one) => void (this.#items.has(one.id) || this.#begin(one, true)),
    });
  }

  get(): readonly UploadView[] {
    return this.#views;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  add({ words, asPlain, ...choice }: ChosenFile): void {
    const after = choice.after ?? newest(this.#parts.lastSent(choice.to), this.last(choice.to))?.id ?? null;
    const message = { ...choice, after, caption: toMarkup(words), ...formatOf(words, asPlain) };
    const createdAtMs = this.#moment();
    const item = this.#begin({ ...message, createdAtMs, failed: null }, false);
    // The first attempt already stores it.
    if (item.attempts === null) this.#save(item, null);
  }

  /** Files that are chosen together begin a millisecond apart: a reload finds their order by that (UP-9). */
  #moment(): number {
    const now = this.#parts.clock.nowMs();
    const ahead = this.#lastMs - now;
    this.#lastMs = ahead >= 0 && ahead < limits.storedMax ? this.#lastMs + 1 : now;
    return this.#lastMs;
  }

  last(to: ContactId): OnItsWay | null {
    const item = [...this.#items.values()].findLast((one) => one.upload.to === to && isGoing(one));
    return item === undefined ? null : { ...item.upload, createdAtMs: item.createdAtMs };
  }

  isGoing(id: MessageId): boolean {
    const item = this.#items.get(id);
    return item === undefined ? this.#elsewhere.isGoing(id) : isGoing(item);
  }

  networkReturned(): void {
    for (const { actor } of this.#items.values()) actor.send({ type: 'network.returned' });
  }

  keepIn(store: UploadStore): void {
    this.#endNews();
    this.#records?.stop();
    this.#records = new UploadRecords(store, this.#parts.clock);
    this.#elsewhere.clear();
    this.#endNews = this.#records.onNews((id, what) => {
      this.#elsewhere.onReport(id, what !== 'again');
      if (what === 'cancelled') this.#items.get(messageId(id))?.actor.send({ type: 'upload.cancel' });
    });
    this.#restored = false;
  }

  async restore(): Promise<void> {
    const records = this.#records;
    if (this.#restored) return;
    this.#restored = true;
    const stored = (await records?.all()) ?? [];
    // A different session may have begun since.
    if (records === null || this.#records !== records) return;
    for (const one of stored) if (!this.#items.has(one.id)) this.#begin(one, true);
  }

  cancel(id: MessageId): void {
    const item = this.#items.get(id);
    if (item === undefined) return;
    item.actor.send({ type: 'upload.cancel' });
    this.#records?.tell(id, 'cancelled');
  }

  retry(id: MessageId): void {
    const item = this.#items.get(id);
    if (item === undefined) return;
    item.attempts = null;
    this.#ages.forget(id);
    this.#save(item, null);
    this.#records?.tell(id, 'again');
    if (item.failure === null) return item.actor.send({ type: 'upload.retry' });
    item.failure = null;
    this.#waiting.push(id);
    this.#grant();
    this.#changed();
  }

  onChange(): void {
    if (this.#waiting.length > 0) this.#grant();
  }

  clear(): void {
    this.#endNews();
    this.#elsewhere.clear();
    this.#records?.stop();
    this.#records = null;
    for (const item of this.#items.values()) {
      item.actor.stop();
      this.#ages.forget(item.upload.id);
      item.transfer?.abort();
      item.transfer = null;
    }
    this.#items.clear();
    this.#running.clear();
    this.#waiting.length = 0;
    this.#changed();
  }

  #begin({ createdAtMs, failed: failure, tried = null, ...upload }: StoredUpload, isTried: boolean): Item {
    const { clock, watch } = this.#parts;
    const actor = createActor(uploadMachine, {
      id: `upload ${upload.id}`,
      input: { sizeBytes: upload.file.body.size },
      clock,
      inspect: watch,
    });
    const item: Item = { upload, actor, createdAtMs, attempts: tried, failure, transfer: null, isTried };
    this.#items.set(upload.id, item);
    actor.on('*', (effect) => this.#perform(item, effect));
    actor.subscribe((snapshot) => {
      if (snapshot.status === 'done') {
        this.#items.delete(upload.id);
        this.#elsewhere.ended(upload.id);
        this.#ages.forget(upload.id);
        this.#records?.remove(upload.id);
        this.#records?.tell(upload.id, 'ended');
      } else if (snapshot.value === 'failed') {
        this.#save(item, { reason: snapshot.context.reason });
        this.#records?.tell(upload.id, 'ended');
      }
      // Uploads that waited for this one may start.
      this.#grant();
      this.#changed();
    });
    actor.start();
    this.#changed();
    return item;
  }

  #save({ upload, createdAtMs, attempts }: Item, failed: StoredUpload['failed']): void {
    this.#records?.save({ ...upload, createdAtMs, tried: attempts, failed });
  }

  #perform(item: Item, effect: UploadEffect): void {
    const { id } = item.upload;
    switch (effect.type) {
      case 'askTurn':
        if (item.failure === null) this.#waiting.push(id);
        return this.#grant();
      case 'startTransfer':
        return this.#attempt(item);
      case 'abortTransfer':
        item.transfer?.abort();
        item.transfer = null;
        return;
      case 'giveTurnBack': {
        const at = this.#waiting.indexOf(id);
        if (at >= 0) this.#waiting.splice(at, 1);
        this.#running.delete(id);
        return this.#grant();
      }
    }
  }

  #grant(): void {
    while (this.#running.size < limits.runningMax) {
      const at = this.#waiting.findIndex((id) => this.#mayGo(id));
      const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
      if (next === undefined) return;
      this.#running.add(next);
      this.#items.get(next)?.actor.send({ type: 'turn.came' });
    }
  }

  /** Returns true once the message it follows exists, or will not come automatically. */
  #mayGo(id: MessageId): boolean {
    const { after = null, to } = this.#items.get(id)?.upload ?? {};
    if (after === null || to === undefined) return true;
    const before = this.#items.get(after);
    if (before !== undefined) return !isGoing(before);
    return !this.#parts.pending(to, after);
  }

  async #lookFirst(item: Item): Promise<void> {
    const mine = { abort: () => undefined };
    item.transfer = mine;
    const lookup = await lookUp(this.#parts.api, item.upload.to, item.upload.id);
    if (item.transfer !== mine) return;
    if (lookup.outcome === 'missing') this.#transfer(item);
    else this.#concluded(item, lookup);
  }

  /** An upload that is too old fails without a request, and waits for a manual retry (SEND-14). */
  #attempt(item: Item): void {
    const { id } = item.upload;
    if (this.#ages.isTooOld(id, item.attempts))
      return item.actor.send({ type: 'answer.refused', reason: '' });
    item.attempts = this.#ages.attempt(id, item.attempts);
    this.#save(item, null);
    if (item.isTried && this.#parts.plain.is()) void this.#lookFirst(item);
    else this.#transfer(item);
  }

  #transfer(item: Item): void {
    item.isTried = true;
    const { id, to, kind, file, quote, caption, format } = item.upload;
    const message = {
      id,
      toContactId: to,
      is_group: groupKindOf(to),
      type: kind,
      content: '',
      fileName: file.name,
      fileSize: file.body.size,
      ...(quote ? { pid: quote.msgId } : {}),
      ...extendsOf(kind, format),
      ...asSender(this.#parts.self(), item.createdAtMs),
    };
    const transfer = this.#parts.api.upload(PATH, {
      fields: { message: JSON.stringify(message), ...(caption && { caption }) },
      file,
      onProgress: (sentBytes) => {
        if (item.transfer === transfer) item.actor.send({ type: 'bytes.sent', sentBytes });
      },
    });
    item.transfer = transfer;
    // The answer of an aborted attempt is ignored.
    void transfer.result.then((result) =>
      item.transfer === transfer ? this.#concluded(item, outcomeOf(result)) : undefined,
    );
  }

  #concluded(item: Item, outcome: RequestOutcome): void {
    item.transfer = null;
    switch (outcome.outcome) {
      case 'sent':
        this.#answered(item.upload.id, outcome.data);
        return item.actor.send({ type: 'answer.accepted' });
      case 'refused':
        if (outcome.reason !== '') this.#parts.raise({ kind: 'message', text: outcome.reason });
        return item.actor.send({ type: 'answer.refused', reason: outcome.reason });
      case 'later':
        // Soon is as after a cut; slow groups let members wait for longer (GROUP-26).
        return item.actor.send(
          outcome.waitMs > limits.retryMs
            ? { type: 'answer.later', waitMs: outcome.waitMs }
            : this.#interruptionEvent(),
        );
      case 'held':
      case 'unknown':
        return item.actor.send(this.#interruptionEvent());
    }
  }

  #interruptionEvent() {
    return { type: this.#parts.isConnected() ? 'transfer.cut' : 'transfer.lost' } as const;
  }

  #changed(): void {
    this.#views = [...this.#items.values()].flatMap(
      ({ upload, createdAtMs, failure, actor }) =>
        viewOf(upload, createdAtMs, failure, actor.getSnapshot()) ?? [],
    );
    for (const listener of this.#listeners) listener();
  }
}

/** It will arrive without the user. */
const isGoing = ({ failure, actor }: Item): boolean => {
  const { value, status } = actor.getSnapshot();
  return failure === null && status !== 'done' && value !== 'failed';
};
