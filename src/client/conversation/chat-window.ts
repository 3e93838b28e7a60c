import type { ContactId, MsgId } from '../../domain/ids.ts';
import { frameLimits } from '../../domain/list-limits.ts';
import { windowLimits as limits } from '../state/limits.ts';
import type { Message } from '../../domain/message.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { DevicePort } from '../../ports/device.ts';
import { decodePage, isCutPage } from '../../wire/answers/messages.ts';
import { getMessageList } from '../../wire/calls/messages.ts';
import type { Failure } from '../interface/client.ts';
import { groupKindOf } from '../connection/api.ts';
import type { Api } from '../connection/api.ts';
import type { PendingChanges } from '../pending-changes/pending-changes.ts';
import type { PlainServer } from '../sync/plain-server.ts';
import { readTo } from '../state/chat-selectors.ts';
import type { Conversation, PageKind, State } from '../state/state.ts';
import { hasPlace } from '../state/windows.ts';
import type { ClientStore } from '../state/store.ts';
import { learnGroup } from './group-facts.ts';
import { path } from '../connection/answers.ts';

/**
 * The conversation on screen and its pages. Only the view knows what was visible, and reports it by `read`
 * (COUNT-2).
 */
export interface ChatWindow {
  show(id: ContactId | null): void;
  older(id: ContactId): Promise<Result<Paged, Failure>>;
  newer(id: ContactId): Promise<Result<Paged, Failure>>;
  /** From now on the window reaches the newest message, wherever it was. */
  newest(id: ContactId): Promise<Result<Paged, Failure>>;
  until(id: ContactId, message: MsgId): Promise<Result<boolean, Failure>>;
  /** Everything up to ordinal `n` was seen; null from a server that does not number: everything. */
  read(id: ContactId, n: number | null): void;
  /** The members of this group changed, on a server that does not report their number (PLAIN-5). */
  count(id: ContactId): void;
  /** The state changed, or everything missed is in: a window that was dropped is loaded again. */
  onChange(state: State): void;
  onCaughtUp(): void;
  /** The connection works again: a lost first page is requested again (STORE-15). */
  alive(): void;
  stop(): void;
}

interface Paged {
  readonly more: boolean;
}

export interface ChatWindowParts {
  readonly api: Api;
  readonly store: ClientStore;
  readonly plain: PlainServer;
  readonly device: DevicePort;
  readonly pendingChanges: () => PendingChanges | null;
}

const LIST = path(getMessageList);

export type MakeChatWindow = (parts: ChatWindowParts) => ChatWindow;

export const createChatWindow: MakeChatWindow = (parts) => new OpenChat(parts);

class OpenChat implements ChatWindow {
  readonly #parts: ChatWindowParts;
  readonly #endWatch: () => void;
  #currentId: ContactId | null = null;
  /** Read position of the chat opened last; its mark may be removed by then (UNREAD-3). */
  #place: number | null = null;
  /** The last conversation whose first page was lost in transit. A refused one stays failed. */
  #failedId: ContactId | null = null;
  /** The newest request of each conversation that waits for its page. */
  readonly #requests = new Map<ContactId, Promise<Result<Page, Failure>>>();

  /** Groups whose members are being counted; true: they changed again. One for each at most. */
  readonly #counts = new Map<ContactId, boolean>();

  constructor(parts: ChatWindowParts) {
    this.#parts = parts;
    this.#endWatch = parts.device.onVisible((visible) => this.#visible(visible));
  }

  show(id: ContactId | null): void {
    this.#currentId = id;
    const { store, device } = this.#parts;
    if (id === null) {
      if (store.get().open !== null) store.dispatch({ type: 'chatClosed' });
      return;
    }
    this.#place = readTo(store.get(), id);
    if (device.isVisible()) this.#open(id);
    void this.#settle(id);
    if (this.#parts.plain.is()) void learnGroup(this.#parts, id);
  }

  async older(id: ContactId): Promise<Result<Paged, Failure>> {
    const window = this.#windowOf(id);
    if (window === undefined || window.complete) return ok({ more: false });
    if (isUnderWay(window)) return this.#waitForPage(id);
    const oldest = window.chunks[0]?.[0];
    if (oldest === undefined) return this.#load(id, 'first', {});
    return this.#load(id, 'older', { last_id: oldest.msgId });
  }

  async newer(id: ContactId): Promise<Result<Paged, Failure>> {
    const window = this.#windowOf(id);
    if (window === undefined || window.live) return ok({ more: false });
    if (isUnderWay(window)) return this.#waitForPage(id);
    const last = window.chunks.at(-1)?.at(-1)?.n ?? null;
    if (last === null) return this.#load(id, 'first', {});
    return this.#load(id, 'newer', { after_n: last });
  }

  async newest(id: ContactId): Promise<Result<Paged, Failure>> {
    const window = this.#windowOf(id);
    // The page that opens the chat holds its read position, for which the screen waits (UI-94).
    if (window !== undefined && isUnderWay(window)) await this.#waitForPage(id);
    return this.#windowOf(id)?.live === true ? ok({ more: true }) : this.#load(id, 'first', {});
  }

  /** Loads page by page if the message may be near, so that the window has no gap; otherwise jumps to it. */
  async until(id: ContactId, message: MsgId): Promise<Result<boolean, Failure>> {
    const numbered = isNumbered(this.#parts.store.get(), id);
    const pagesMax = numbered ? limits.searchPages : limits.messagesMax / limits.pageSize;
    for (let pages = 0; pages <= pagesMax; pages += 1) {
      const window = this.#windowOf(id);
      if (window?.chunks.some((chunk) => chunk.some((one) => one.msgId === message))) return ok(true);
      const newest = window?.chunks.at(-1)?.at(-1);
      if (numbered && newest !== undefined && newest.msgId < message && !window?.live) break;
      if (window?.complete) return ok(false);
      const answer = await this.older(id);
      if (!answer.ok) return answer;
    }
    return numbered ? this.#around(id, message) : ok(false);
  }

  read(id: ContactId, n: number | null): void {
    const { store, pendingChanges } = this.#parts;
    if (n === null) return this.#readWhole(id);
    const state = store.get();
    const mark = Math.max(state.contacts.get(id)?.counting.mark ?? 0, state.pending.read.get(id) ?? 0);
    if (n > mark) pendingChanges()?.want({ register: 'read', conversation: id, value: n });
  }

  /**
   * A conversation without numbers is read as a whole, mentions included; the server does the same with the
   * page (PLAIN-4).
   */
  #readWhole(id: ContactId): void {
    const { store, pendingChanges } = this.#parts;
    const contact = store.get().contacts.get(id);
    if (contact === undefined) return;
    // A mention that is not in what was loaded keeps its way there.
    const isAllHere = contact.unread <= (store.get().conversations.get(id)?.size ?? 0);
    if (contact.unread > 0)
      pendingChanges()?.want({ register: 'read', conversation: id, value: contact.counting.count });
    if (contact.mentions > 0 && isAllHere)
      pendingChanges()?.want({ register: 'mentionsRead', conversation: id, value: contact.counting.count });
  }

  count(id: ContactId): void {
    const isAsking = this.#counts.has(id);
    this.#counts.set(id, isAsking);
    if (isAsking) return;
    void learnGroup(this.#parts, id).finally(() => {
      const again = this.#counts.get(id);
      this.#counts.delete(id);
      if (again === true) this.count(id);
    });
  }

  onChange(state: State): void {
    const id = this.#currentId;
    if (id === null || state.open !== id || !state.contacts.has(id)) return;
    const window = state.conversations.get(id);
    if (window === undefined || (!window.live && window.loading === 'no' && window.size === 0))
      void this.#settle(id);
  }

  onCaughtUp(): void {
    const id = this.#currentId;
    // Missed events of a plain server's chat come with its page.
    if (id !== null && (this.#parts.store.get().sync.plain || this.#windowOf(id)?.loading === 'failed'))
      void this.#settle(id, true);
  }

  alive(): void {
    const id = this.#currentId;
    if (id !== null && id === this.#failedId && this.#windowOf(id)?.loading === 'failed')
      void this.#settle(id, true);
  }

  stop(): void {
    this.#currentId = null;
    this.#counts.clear();
    this.#endWatch();
  }

  #windowOf(id: ContactId): Conversation | undefined {
    return this.#parts.store.get().conversations.get(id);
  }

  #visible(visible: boolean): void {
    const id = this.#currentId;
    if (id === null) return;
    if (!visible) return this.#parts.store.dispatch({ type: 'chatClosed' });
    this.#open(id);
    // Messages on screen keep their place.
    if ((this.#windowOf(id)?.size ?? 0) === 0) void this.#settle(id, true);
  }

  #open(id: ContactId): void {
    const { store, pendingChanges } = this.#parts;
    const { pending, contacts } = store.get();
    if (pending.unread.get(id) ?? contacts.get(id)?.marked)
      pendingChanges()?.want({ register: 'unread', conversation: id, value: false });
    store.dispatch({ type: 'chatOpened', conversation: id });
    this.#readUnnumbered(id);
  }

  /** Without numbers the view cannot report how far it was read: the chat on screen is read as a whole. */
  #readUnnumbered(id: ContactId): void {
    const window = this.#windowOf(id);
    if (this.#parts.store.get().open === id && window?.live && window.chunks.at(-1)?.at(-1)?.n === null)
      this.read(id, null);
  }

  /** Loads the read position: the first unread message with context before it, or the end. */
  async #settle(id: ContactId, quiet = false): Promise<void> {
    const state = this.#parts.store.get();
    const window = state.conversations.get(id);
    const after = isNumbered(state, id) ? (this.#place ?? readTo(state, id)) : null;
    if (window?.loading === 'first' || window?.loading === 'around') return;
    if (window && hasPlace(window, after)) return this.#clearPlace(id);
    const behind = after === null ? 0 : (state.contacts.get(id)?.counting.count ?? 0) - after;
    const rows = behind + limits.contextRows;
    if (after === null || rows <= frameLimits.pageLimitMax)
      await this.#load(id, 'first', { limit: Math.max(rows, limits.pageSize) }, quiet);
    else
      await this.#load(
        id,
        'around',
        { after_n: Math.max(0, after - limits.contextRows), limit: limits.pageSize + limits.contextRows },
        quiet,
      );
    this.#readUnnumbered(id);
    await this.#reach(id, after);
    this.#clearPlace(id);
  }

  #clearPlace(id: ContactId): void {
    if (this.#currentId === id) this.#place = null;
  }

  /**
   * The context before it may be gone, or pages were cut because they are large: loads page by page until the
   * position or the end is reached.
   */
  async #reach(id: ContactId, after: number | null): Promise<void> {
    for (let pages = 0; pages < frameLimits.pageLimitMax; pages += 1) {
      const loaded = this.#windowOf(id);
      if (this.#currentId !== id || !loaded || loaded.loading !== 'no' || hasPlace(loaded, after)) return;
      const newest = loaded.chunks.at(-1)?.at(-1)?.n ?? null;
      const answer =
        after !== null && newest !== null && newest <= after ? await this.newer(id) : await this.older(id);
      if (!answer.ok || !answer.value.more) return;
    }
  }

  /** An answer older than a clear or drop of the window does not replace it. */
  async #around(id: ContactId, message: MsgId): Promise<Result<boolean, Failure>> {
    const { store } = this.#parts;
    for (let tries = 0; tries < limits.jumpTriesMax; tries += 1) {
      store.dispatch({ type: 'jumpRequested', conversation: id });
      const answer = await this.#page(id, { last_id: message + 1 });
      if (!answer.ok && answer.reason === CHAT_GONE) return answer;
      if (this.#windowOf(id)?.aside !== true) continue;
      if (!answer.ok || answer.value.messages.at(-1)?.msgId !== message) {
        store.dispatch({ type: 'jumpEnded', conversation: id });
        return answer.ok ? ok(false) : answer;
      }
      const { messages, ended } = answer.value;
      this.#requests.delete(id);
      store.dispatch({ type: 'pageLoaded', conversation: id, which: 'around', messages, complete: ended });
      await this.newer(id);
      return ok(true);
    }
    return ok(false);
  }

  /** Loads one page at a time: later callers wait for the page already requested (STORE-17). */
  async #waitForPage(id: ContactId): Promise<Result<Paged, Failure>> {
    const answer = await this.#requests.get(id);
    return answer === undefined || answer.ok ? ok({ more: true }) : answer;
  }

  async #load(id: ContactId, which: PageKind, from: From, quiet = false): Promise<Result<Paged, Failure>> {
    const { store } = this.#parts;
    store.dispatch({ type: 'pageRequested', conversation: id, which });
    const page = this.#page(id, from, quiet);
    this.#requests.set(id, page);
    const answer = await page;
    const newest = this.#requests.get(id) === page;
    if (newest) this.#requests.delete(id);
    if (!answer.ok && answer.reason === CHAT_GONE) return answer;
    // The window was dropped or requested again since: this page may be older than the missed events.
    if (!newest || this.#windowOf(id)?.loading !== which) return ok({ more: true });
    if (!answer.ok) {
      if (which === 'first' || which === 'around')
        this.#failedId = answer.reason.kind === 'transport' ? id : null;
      store.dispatch({ type: 'pageFailed', conversation: id });
      return answer;
    }
    const { messages, ended } = answer.value;
    const towardsEnd = from.after_n !== undefined;
    store.dispatch({
      type: 'pageLoaded',
      conversation: id,
      which,
      messages,
      complete: ended && !towardsEnd,
      reachesEnd: ended && towardsEnd,
    });
    return ok({ more: !ended });
  }

  /** `peek`: only the read mark reports messages as read; fetching does not. */
  async #page(id: ContactId, from: From, quiet = false): Promise<Result<Page, Failure>> {
    const { api, store } = this.#parts;
    const self = store.get().self?.id;
    const answer = await api.call(
      LIST,
      { toContactId: id, is_group: groupKindOf(id), page: 1, limit: limits.pageSize, peek: 1, ...from },
      { quiet },
    );
    if (store.get().self?.id !== self) return fail(CHAT_GONE);
    if (!answer.ok) return answer;
    const { messages, rows } = decodePage(answer.value.data);
    // A heavy page is short before the end is reached (LIMIT-15).
    return ok({ messages, ended: rows < (from.limit ?? limits.pageSize) && !isCutPage(answer.value.whole) });
  }
}

interface Page {
  readonly messages: readonly Message[];
  readonly ended: boolean;
}

interface From {
  readonly last_id?: number;
  readonly after_n?: number;
  readonly limit?: number;
}

/** A different user signed in since. */
const CHAT_GONE: Failure = { kind: 'transport', why: 'broken' };

const isUnderWay = ({ loading }: Conversation): boolean => loading !== 'no' && loading !== 'failed';

const isNumbered = (state: State, id: ContactId): boolean =>
  (state.contacts.get(id)?.stream ?? null) !== null;
