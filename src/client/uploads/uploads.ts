import { createActor, type ActorRefFrom } from 'xstate';
import { uploadMachine, type UploadEffect } from '../../../machines/upload.machine.ts';
import type { ContactId, MessageId } from '../../domain/ids.ts';
import { upload as limits } from '../../domain/limits.ts';
import type { Quote } from '../../domain/message.ts';
import type { Clock } from '../../ports/clock.ts';
import { uploadFile } from '../../wire/calls/files.ts';
import type { Notice } from '../client.ts';
import type { LocalFile, Uploads, UploadView } from '../files.ts';
import type { Api, Asked } from '../net/api.ts';
import { groupKindOf } from '../net/target.ts';
import { outcomeOf } from '../outbox/outcome.ts';
import type { WatchActors } from '../watch.ts';

/** Files on their way: each its own machine, a few at a time, none holding up messages or each other. */
export interface UploadQueue extends Uploads {
  add(item: NewUpload): void;
  cancel(id: MessageId): void;
  retry(id: MessageId): void;
  /** The session ended: what was on its way is given up. */
  clear(): void;
}

export interface NewUpload {
  readonly id: MessageId;
  readonly to: ContactId;
  readonly kind: UploadView['kind'];
  readonly file: LocalFile;
  readonly quote: Quote | null;
}

export interface UploadQueueParts {
  readonly clock: Clock;
  readonly api: Api;
  readonly raise: (notice: Notice) => void;
  /** The answer is the sent message: an event of its stream like the frame is (SEND-7). */
  readonly answered: (data: unknown) => void;
  readonly watch?: WatchActors;
}

interface Item {
  readonly asked: NewUpload;
  readonly actor: ActorRefFrom<typeof uploadMachine>;
  readonly createdAtMs: number;
  transfer: { abort(): void } | null;
}

const PATH = uploadFile.paths[0] ?? '';

export const createUploads = (parts: UploadQueueParts): UploadQueue => new Queue(parts);

class Queue implements UploadQueue {
  readonly #parts: UploadQueueParts;
  readonly #items = new Map<MessageId, Item>();
  readonly #running = new Set<MessageId>();
  readonly #waiting: MessageId[] = [];
  readonly #listeners = new Set<() => void>();
  #views: readonly UploadView[] = [];

  constructor(parts: UploadQueueParts) {
    this.#parts = parts;
  }

  get(): readonly UploadView[] {
    return this.#views;
  }

  subscribe(run: () => void): () => void {
    this.#listeners.add(run);
    return () => this.#listeners.delete(run);
  }

  add(asked: NewUpload): void {
    const { clock, watch } = this.#parts;
    const actor = createActor(uploadMachine, { id: `upload ${asked.id}`, input: { sizeBytes: asked.file.body.size }, clock, inspect: watch });
    const item: Item = { asked, actor, createdAtMs: clock.nowMs(), transfer: null };
    this.#items.set(asked.id, item);
    actor.on('*', (effect) => this.#perform(item, effect));
    actor.subscribe((snapshot) => {
      if (snapshot.status === 'done') this.#items.delete(asked.id);
      this.#changed();
    });
    actor.start();
    this.#changed();
  }

  cancel(id: MessageId): void {
    this.#items.get(id)?.actor.send({ type: 'upload.cancel' });
  }

  retry(id: MessageId): void {
    this.#items.get(id)?.actor.send({ type: 'upload.retry' });
  }

  clear(): void {
    for (const id of this.#items.keys()) this.cancel(id);
  }

  #perform(item: Item, effect: UploadEffect): void {
    const { id } = item.asked;
    switch (effect.type) {
      case 'askTurn':
        this.#waiting.push(id);
        return this.#grant();
      case 'startTransfer':
        return this.#transfer(item);
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
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#running.add(next);
      this.#items.get(next)?.actor.send({ type: 'turn.came' });
    }
  }

  #transfer(item: Item): void {
    const { id, to, kind, file, quote } = item.asked;
    const message = { id, toContactId: to, is_group: groupKindOf(to), type: kind, content: '', fileName: file.name, fileSize: file.body.size, ...(quote ? { pid: quote.msgId } : {}) };
    const transfer = this.#parts.api.upload(PATH, {
      fields: { message: JSON.stringify(message) },
      file,
      onProgress: (sentBytes) => {
        if (item.transfer === transfer) item.actor.send({ type: 'bytes.sent', sentBytes });
      },
    });
    item.transfer = transfer;
    // The answer of an attempt that was given up says nothing any more.
    void transfer.done.then((asked) => (item.transfer === transfer ? this.#answered(item, asked) : undefined));
  }

  #answered(item: Item, asked: Asked): void {
    item.transfer = null;
    const outcome = outcomeOf(asked);
    switch (outcome.outcome) {
      case 'sent':
        this.#parts.answered(outcome.data);
        return item.actor.send({ type: 'answer.accepted' });
      case 'refused':
        if (outcome.reason !== '') this.#parts.raise({ kind: 'message', text: outcome.reason });
        return item.actor.send({ type: 'answer.refused', reason: outcome.reason });
      case 'later':
      case 'held':
      case 'unknown':
        return item.actor.send({ type: 'transfer.cut' });
    }
  }

  #changed(): void {
    this.#views = [...this.#items.values()].flatMap((item) => viewOf(item) ?? []);
    for (const run of this.#listeners) run();
  }
}

function viewOf({ asked, actor, createdAtMs }: Item): UploadView | null {
  const { value, context } = actor.getSnapshot();
  if (value === 'done' || value === 'cancelled') return null;
  const { id, to, kind, file } = asked;
  return { id, to, kind, file, sizeBytes: context.sizeBytes, sentBytes: context.sentBytes, state: value, reason: context.reason, createdAtMs };
}
