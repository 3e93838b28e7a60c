import type { HeadlessClient } from '../client/create-client.ts';
import { type ContactId, type UserId } from '../domain/ids.ts';
import { toPlain } from '../domain/markup.ts';
import type { Message } from '../domain/message.ts';
import type { Clock } from '../ports/clock.ts';
import type { SettingsPort } from '../ports/storage.ts';
import { decodePage } from '../wire/answers/messages.ts';
import { getMessageList } from '../wire/calls/messages.ts';
import { libraryLimits as limits } from './limits.ts';
import type { ProgramCall } from './requests.ts';

/** A message of another user. */
export interface Received {
  readonly id: string;
  readonly chat: string;
  /** Its number in the chat: 1, 2, 3 … */
  readonly n: number;
  readonly from: { readonly id: number; readonly name: string };
  readonly type: string;
  /** Plain text: HTML is decoded, characters of Markdown stay. */
  readonly text: string;
  readonly sentAtMs: number;
  /** All that the client knows of it. */
  readonly whole: Message;
}

export type Handler = (message: Received) => unknown;

export interface ReceiverParts {
  readonly client: HeadlessClient;
  readonly call: ProgramCall;
  readonly clock: Clock;
  readonly settings: SettingsPort;
  readonly me: UserId;
  readonly handle: Handler;
  readonly onError: (error: unknown, message: Received | null) => void;
}

const [PAGE = ''] = getMessageList.paths;

/**
 * Passes on each message once and in the order of its chat. Messages have numbers, so those of a time away
 * are the numbers between. A new chat begins behind what its user has read.
 *
 * `const receiver = new Receiver(parts); receiver.start(); … receiver.stop()`
 */
export class Receiver {
  readonly #parts: ReceiverParts;
  readonly #active = new Map<ContactId, Promise<void>>();
  #end: () => void = () => undefined;
  #isOver = false;

  constructor(parts: ReceiverParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#end = this.#parts.client.store.subscribe(() => this.#look());
    this.#look();
  }

  /** Resolves when the messages that are being handled are done. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#end();
    await Promise.all(this.#active.values());
  }

  #look(): void {
    const { client } = this.#parts;
    const { contacts, sync } = client.core.get();
    if (this.#isOver || !sync.ready) return;
    for (const { id, counting } of contacts) {
      if (this.#active.has(id)) continue;
      if (this.#handled(id) === null) this.#note(id, counting.mark);
      if (counting.count <= (this.#handled(id) ?? 0)) continue;
      const done = this.#catchUp(id).finally(() => {
        this.#active.delete(id);
        this.#look();
      });
      this.#active.set(id, done);
    }
  }

  #handled(id: ContactId): number | null {
    const text = this.#parts.settings.get(`handled ${id}`);
    return text === null ? null : Number(text);
  }

  #note(id: ContactId, n: number): void {
    this.#parts.settings.set(`handled ${id}`, String(n));
  }

  #count(id: ContactId): number {
    return this.#parts.client.core.get().contacts.get(id)?.counting.count ?? 0;
  }

  async #catchUp(id: ContactId): Promise<void> {
    let waitMs: number = limits.retryMinMs;
    while (!this.#isOver && this.#count(id) > (this.#handled(id) ?? 0)) {
      try {
        await this.#page(id);
        waitMs = limits.retryMinMs;
      } catch (error) {
        this.#parts.onError(error, null);
        await this.#wait(waitMs);
        waitMs = Math.min(waitMs * 2, limits.retryMaxMs);
      }
    }
  }

  #wait(ms: number): Promise<void> {
    return new Promise((done) => void this.#parts.clock.setTimeout(done, ms));
  }

  async #page(id: ContactId): Promise<void> {
    const [after, count] = [this.#handled(id) ?? 0, this.#count(id)];
    const body = { toContactId: id, after_n: after, limit: limits.pageRows, peek: 1 };
    const { data } = await this.#parts.call(PAGE, body);
    const messages = decodePage(data)
      .messages.filter((one) => one.n !== null && one.n > after)
      .toSorted((a, b) => (a.n ?? 0) - (b.n ?? 0));
    for (const message of messages) {
      if (this.#isOver) return;
      await this.#pass(id, message);
      this.#note(id, message.n ?? 0);
      this.#parts.client.actions.markRead(id, message.n ?? 0);
    }
    // Numbers without a message belong to deleted ones.
    if (messages.length === 0) this.#note(id, count);
  }

  async #pass(chat: ContactId, whole: Message): Promise<void> {
    const { me, handle, onError } = this.#parts;
    const { id, n, from, type, sentAtMs } = whole;
    if (from.id === me || type === 'event' || whole.recalled) return;
    const message: Received = {
      id,
      chat,
      n: n ?? 0,
      from: { id: from.id, name: from.displayName || from.realname },
      type,
      text: toPlain(whole.content),
      sentAtMs,
      whole,
    };
    try {
      await handle(message);
    } catch (error) {
      onError(error, message);
    }
  }
}
