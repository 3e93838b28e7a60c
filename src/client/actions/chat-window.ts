import type { ContactId, MsgId } from '../../domain/ids.ts';
import { window as limits } from '../../domain/limits.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { DevicePort } from '../../ports/device.ts';
import { decodePage } from '../../wire/answers/messages.ts';
import { getMessageList } from '../../wire/calls/messages.ts';
import type { Failure } from '../client.ts';
import type { Api } from '../net/api.ts';
import { groupKindOf } from '../net/target.ts';
import type { Wishes } from '../outbox/wishes.ts';
import type { Conversation, State } from '../store/state.ts';
import type { Store } from '../streams/store.ts';

/** The conversation on screen: its pages, and what of it was seen (COUNT-2). Nothing is read while hidden. */
export interface ChatWindow {
  show(id: ContactId | null): void;
  older(id: ContactId): Promise<Result<{ readonly more: boolean }, Failure>>;
  until(id: ContactId, message: MsgId): Promise<Result<boolean, Failure>>;
  /** Everything up to ordinal `n` was seen; null from a server that does not number: everything. */
  read(id: ContactId, n: number | null): void;
  /** The state changed, or everything missed is in: a window that was dropped is loaded again. */
  looked(state: State): void;
  caughtUp(): void;
  /** The line is alive: a first page that was lost on its way is asked for again (STORE-15). */
  alive(): void;
  stop(): void;
}

export interface ChatWindowParts {
  readonly api: Api;
  readonly store: Store;
  readonly device: DevicePort;
  readonly wishes: () => Wishes | null;
}

const LIST = getMessageList.paths[0] ?? '';

export const createChatWindow = (parts: ChatWindowParts): ChatWindow => new OpenChat(parts);

class OpenChat implements ChatWindow {
  readonly #parts: ChatWindowParts;
  readonly #endWatch: () => void;
  #wanted: ContactId | null = null;
  /** The last conversation whose first page was lost on its way. One that was refused stays so. */
  #lost: ContactId | null = null;
  /** The newest request for each conversation that waits for its page. */
  readonly #asked = new Map<ContactId, symbol>();

  constructor(parts: ChatWindowParts) {
    this.#parts = parts;
    this.#endWatch = parts.device.onVisible((visible) => this.#visible(visible));
  }

  show(id: ContactId | null): void {
    this.#wanted = id;
    const { store, device } = this.#parts;
    if (id === null) {
      if (store.get().open !== null) store.dispatch({ type: 'chatClosed' });
      return;
    }
    if (device.isVisible()) this.#open(id);
    void this.#loadIfMissing(id);
  }

  async older(id: ContactId): Promise<Result<{ readonly more: boolean }, Failure>> {
    const { store } = this.#parts;
    const window = store.get().conversations.get(id);
    if (window === undefined || window.complete) return ok({ more: false });
    if (window.loading === 'first' || window.loading === 'older') return ok({ more: true });
    const oldest = window.chunks[0]?.[0];
    if (oldest === undefined) return this.#load(id, 'first', {});
    return this.#load(id, 'older', { last_id: oldest.msgId });
  }

  async until(id: ContactId, message: MsgId): Promise<Result<boolean, Failure>> {
    for (let pages = 0; pages * limits.pageSize <= limits.messagesMax; pages += 1) {
      const window = this.#parts.store.get().conversations.get(id);
      if (window?.chunks.some((chunk) => chunk.some((one) => one.msgId === message))) return ok(true);
      if (window?.complete) return ok(false);
      const answer = await this.older(id);
      if (!answer.ok) return answer;
    }
    return ok(false);
  }

  read(id: ContactId, n: number | null): void {
    const { store, wishes } = this.#parts;
    if (n === null) return this.#readWhole(id);
    const state = store.get();
    const known = Math.max(state.contacts.get(id)?.counting.mark ?? 0, state.pending.read.get(id) ?? 0);
    if (n > known) wishes()?.want({ register: 'read', conversation: id, value: n });
  }

  /** Without numbers a conversation is read as a whole, mentions included: so does the server with the page (PLAIN-4). */
  #readWhole(id: ContactId): void {
    const { store, wishes } = this.#parts;
    const contact = store.get().contacts.get(id);
    if (contact === undefined) return;
    // A mention that is not in what was loaded keeps its way there.
    const isAllHere = contact.unread <= (store.get().conversations.get(id)?.size ?? 0);
    if (contact.unread > 0) wishes()?.want({ register: 'read', conversation: id, value: contact.counting.count });
    if (contact.mentions > 0 && isAllHere) wishes()?.want({ register: 'mentionsRead', conversation: id, value: contact.counting.count });
  }

  looked(state: State): void {
    const id = this.#wanted;
    if (id === null || state.open !== id || !state.contacts.has(id)) return;
    const window = state.conversations.get(id);
    if (window === undefined || (!window.live && window.loading === 'no' && window.size === 0)) void this.#loadIfMissing(id);
  }

  caughtUp(): void {
    const id = this.#wanted;
    const { conversations, sync } = this.#parts.store.get();
    // What was missed of a plain server's chat comes with its page.
    if (id !== null && (sync.plain || conversations.get(id)?.loading === 'failed')) void this.#loadIfMissing(id, true);
  }

  alive(): void {
    const id = this.#wanted;
    if (id !== null && id === this.#lost && this.#parts.store.get().conversations.get(id)?.loading === 'failed') void this.#loadIfMissing(id, true);
  }

  stop(): void {
    this.#wanted = null;
    this.#endWatch();
  }

  #visible(visible: boolean): void {
    const id = this.#wanted;
    if (id === null) return;
    if (!visible) return this.#parts.store.dispatch({ type: 'chatClosed' });
    this.#open(id);
    void this.#loadIfMissing(id, true);
  }

  #open(id: ContactId): void {
    const { store } = this.#parts;
    store.dispatch({ type: 'chatOpened', conversation: id });
    const window = store.get().conversations.get(id);
    if (window?.live) this.#readNewest(id, window);
  }

  #readNewest(id: ContactId, window: Conversation): void {
    const newest = window.chunks.at(-1)?.at(-1);
    if (newest !== undefined) this.read(id, newest.n);
  }

  async #loadIfMissing(id: ContactId, quiet = false): Promise<void> {
    const window = this.#parts.store.get().conversations.get(id);
    if (window?.live || window?.loading === 'first') return;
    await this.#load(id, 'first', {}, quiet);
    const state = this.#parts.store.get();
    const loaded = state.conversations.get(id);
    if (state.open === id && loaded?.live) this.#readNewest(id, loaded);
  }

  /** `peek`: what was seen is told by the read mark alone, not by fetching. */
  async #load(id: ContactId, which: 'first' | 'older', from: { readonly last_id?: number }, quiet = false): Promise<Result<{ readonly more: boolean }, Failure>> {
    const { api, store } = this.#parts;
    const self = store.get().self?.id;
    const mine = Symbol(which);
    this.#asked.set(id, mine);
    store.dispatch({ type: 'pageRequested', conversation: id, which });
    const answer = await api.call(LIST, { toContactId: id, is_group: groupKindOf(id), page: 1, limit: limits.pageSize, peek: 1, ...from }, { quiet });
    const newest = this.#asked.get(id) === mine;
    if (newest) this.#asked.delete(id);
    if (store.get().self?.id !== self) return fail({ kind: 'transport', why: 'broken' });
    // The window was dropped meanwhile, or asked anew: this page may be older than what was missed since.
    if (!newest || store.get().conversations.get(id)?.loading !== which) return ok({ more: true });
    if (!answer.ok) {
      if (which === 'first') this.#lost = answer.reason.kind === 'transport' ? id : null;
      store.dispatch({ type: 'pageFailed', conversation: id });
      return answer;
    }
    const { messages, rows } = decodePage(answer.value.data);
    const complete = rows < limits.pageSize;
    store.dispatch({ type: 'pageLoaded', conversation: id, which, messages, complete });
    return ok({ more: !complete });
  }
}
