import { createActor, type ActorRefFrom } from 'xstate';
import { wishMachine, type WishOutcome } from '../../../machines/wish.machine.ts';
import { parseTarget, type ContactId, type UserId } from '../../domain/ids.ts';
import { chatLimits, streamLimits } from '../../domain/limits.ts';
import type { Clock } from '../../ports/clock.ts';
import { archiveChat, delChat, isNotice, markUnread, setChatTop } from '../../wire/calls/contacts.ts';
import { editMessage, pinMessage, readAtMsg, setMsgIsRead, undoMessage } from '../../wire/calls/messages.ts';
import { vote } from '../../wire/calls/polls.ts';
import { react } from '../../wire/calls/reactions.ts';
import { followThread } from '../../wire/calls/threads.ts';
import type { Notice } from '../interface/client.ts';
import { groupKindOf } from '../connection/api.ts';
import type { Api } from '../connection/api.ts';
import type { LocalEvent, Wish } from '../state/local-event.ts';
import { wishesOf } from '../state/snapshot-changes.ts';
import type { Pending, State } from '../state/state.ts';
import { outcomeOf } from '../connection/outcome.ts';
import type { SettingsPort } from '../../ports/storage.ts';
import { createLastFlag, type FlagWish, type LastFlag } from './last-flag.ts';
import { isFlag, isKept, isOfMessage, isPressed, isSo, isSwitch, isThere, messageOf } from './meant.ts';
import { createLastPress, type LastPress } from './last-press.ts';
import { createUndoneRecalls, type UndoneRecalls } from './undone-recalls.ts';
import type { WatchActors } from '../../ports/watch.ts';

/**
 * Chats on top, mutes, archived and marked ones, hides, read marks, recalls, edits, message pins, reactions
 * and votes on their way to the server (SEND-12, RECALL-4, EDIT-5, PINS-6, REACT-5, POLL-3). What is wanted
 * lies in the state's overlay; here is only when it is asked for, one machine per register and conversation,
 * or message.
 */
export interface Wishes {
  want(wish: Wish): void;
  /** Nobody wants it any more; what is already on its way goes on. */
  drop(wish: Wish): void;
  /** Many at once, with one change of the state. */
  wantAll(wishes: readonly Wish[]): void;
  /** After a restart: everything that still waits. */
  resume(): void;
  permit(on: boolean): void;
  networkReturned(): void;
  /** The state changed: what was confirmed needs no asking. */
  looked(state: State): void;
  stop(): void;
}

export interface WishParts {
  readonly clock: Clock;
  readonly api: Api;
  readonly get: () => State;
  readonly dispatch: (event: LocalEvent) => void;
  /** Its call was answered; from ours the event follows. */
  readonly took: (wish: Wish) => void;
  readonly raise: (notice: Notice) => void;
  readonly settings: SettingsPort;
  readonly user: UserId;
  readonly watch?: WatchActors;
}

interface Live {
  readonly register: keyof Pending;
  readonly conversation: Wish['conversation'];
  readonly actor: ActorRefFrom<typeof wishMachine>;
  /** What is wanted now; the state follows a moment later when the wish comes from an effect. */
  wanted: Wish;
  asked: Wish | null;
  allowed: boolean;
  /** Lay in the state: only then can it be gone from there. */
  seen: boolean;
  /** Refused, or done without an event. */
  lapsed: boolean;
}

export type MakeWishes = (parts: WishParts) => Wishes;

export const createWishes: MakeWishes = (parts) => new WishRegisters(parts);

class WishRegisters implements Wishes {
  readonly #parts: WishParts;
  readonly #live = new Map<string, Live>();
  #permitted = false;
  #over = false;
  #asking = 0;
  readonly #turns: (() => void)[] = [];
  readonly #ends: readonly (() => void)[];
  readonly #undone: UndoneRecalls;
  readonly #lastFlag: LastFlag;
  readonly #lastPress: LastPress;

  constructor(parts: WishParts) {
    this.#parts = parts;
    this.#undone = createUndoneRecalls(parts.settings, parts.user);
    this.#lastFlag = createLastFlag(parts.settings, parts.user);
    this.#lastPress = createLastPress(parts.settings, parts.user);
    this.#ends = [
      this.#undone.onChange(() => this.#undoneElsewhere()),
      this.#lastFlag.onChange((wish) => this.#pressedElsewhere(wish)),
    ];
  }

  want(wish: Wish): void {
    if (wish.register === 'recall') this.#undone.remove(wish.conversation);
    if (isFlag(wish)) this.#lastFlag.tell(wish);
    if (isPressed(wish)) this.#lastPress.tell(wish);
    this.#parts.dispatch({ type: 'pendingSet', ...wish });
    this.#make(wish);
  }

  drop(wish: Wish): void {
    if (wish.register === 'recall') this.#undone.add(wish.conversation);
    this.#forget(wish);
  }

  #forget(wish: Wish): void {
    this.#parts.dispatch({ type: 'pendingCleared', ...named(wish) });
    this.#live.get(keyOf(wish))?.actor.send({ type: 'wish.gone' });
  }

  wantAll(wishes: readonly Wish[]): void {
    this.#parts.dispatch({
      type: 'pendingRestored',
      wishes: [...wishesOf(this.#parts.get().pending), ...wishes],
    });
    for (const wish of wishes) this.#make(wish);
  }

  resume(): void {
    const { pending } = this.#parts.get();
    for (const register of Object.keys(pending) as (keyof Pending)[]) {
      for (const [conversation, value] of pending[register])
        this.#make({ register, conversation, value } as Wish);
    }
    // Undone, or pressed anew, while this page was read from what is stored.
    this.#undoneElsewhere();
    const last = this.#lastFlag.get();
    if (last !== null) this.#pressedElsewhere(last);
  }

  permit(on: boolean): void {
    if (on === this.#permitted) return;
    this.#permitted = on;
    for (const live of this.#live.values()) this.#allow(live, this.#parts.get());
  }

  /** What is said of a message waits behind it (EDIT-5, PINS-6). */
  #isAllowed({ wanted }: Pick<Live, 'wanted'>, state: State): boolean {
    if (!isOfMessage(wanted) || !this.#permitted) return this.#permitted;
    const id = messageOf(wanted);
    return state.outbox.get(wanted.value.to)?.some(({ message }) => message.id === id) !== true;
  }

  #allow(live: Live, state: State): void {
    const isAllowed = this.#isAllowed(live, state);
    if (live.allowed === isAllowed) return;
    live.allowed = isAllowed;
    live.actor.send({ type: isAllowed ? 'sending.allowed' : 'sending.forbidden' });
  }

  networkReturned(): void {
    for (const { actor } of this.#live.values()) actor.send({ type: 'network.returned' });
  }

  looked(state: State): void {
    for (const [key, live] of this.#live) {
      if (isOfMessage(live.wanted)) this.#allow(live, state);
      const { actor, register, conversation } = live;
      if ((state.pending[register] as ReadonlyMap<string, unknown>).has(conversation)) live.seen = true;
      else this.#gone(state, live);
      if (!actor.getSnapshot().matches('idle')) continue;
      actor.stop();
      this.#live.delete(key);
    }
  }

  stop(): void {
    this.#over = true;
    for (const end of this.#ends) end();
    for (const { actor } of this.#live.values()) actor.stop();
    this.#live.clear();
  }

  /**
   * A flag that says what is wanted may be an older change, with another one behind it: the wish goes when
   * its own request was done, or with its conversation (SEND-12).
   */
  #gone(state: State, { actor, wanted, seen, lapsed }: Live): void {
    const now = actor.getSnapshot();
    const isAnswered =
      lapsed ||
      now.matches('idle') ||
      now.matches('confirming') ||
      (now.matches('pausing') && !now.context.wanted);
    if (isSwitch(wanted) && isThere(state, wanted) && !isAnswered)
      this.#parts.dispatch({ type: 'pendingSet', ...wanted });
    else if (seen) actor.send({ type: 'wish.gone' });
  }

  /** Its event may have come before the answer. */
  #done({ asked }: Live): void {
    if (asked !== null && isSwitch(asked) && isSo(this.#parts.get(), asked))
      this.#parts.dispatch({ type: 'pendingCleared', ...asked });
  }

  /** An undo in one tab holds in all (RECALL-4). */
  #undoneElsewhere(): void {
    for (const { wanted } of this.#live.values()) if (this.#isUndone(wanted)) this.#forget(wanted);
  }

  /** What another tab pressed later takes the place of what waits here (SEND-20). */
  #pressedElsewhere(wish: FlagWish): void {
    const waiting = this.#parts.get().pending[wish.register].get(wish.conversation);
    if (waiting === undefined || waiting === wish.value) return;
    this.#parts.dispatch({ type: 'pendingSet', ...wish });
    this.#make(wish);
  }

  #isUndone({ register, conversation }: Wish): boolean {
    return register === 'recall' && this.#undone.has(conversation);
  }

  #make(wish: Wish): void {
    const live = this.#machine(wish);
    Object.assign(live, { wanted: wish, lapsed: false });
    live.actor.send({ type: 'wish.made' });
  }

  #machine(wish: Wish): Live {
    const { register, conversation } = wish;
    const key = keyOf(wish);
    const known = this.#live.get(key);
    if (known) return known;
    const pauseMs = register === 'read' ? streamLimits.readMarkEveryMs : 0;
    const allowed = this.#isAllowed({ wanted: wish }, this.#parts.get());
    const input = { allowed, pauseMs, holdMs: this.#holdMs(wish) };
    const actor = createActor(wishMachine, {
      id: `wish ${key}`,
      input,
      clock: this.#parts.clock,
      inspect: this.#parts.watch,
    });
    const live: Live = {
      register,
      conversation,
      actor,
      wanted: wish,
      asked: null,
      allowed,
      seen: false,
      lapsed: false,
    };
    actor.on('request', () => void this.#ask(live));
    actor.on('lapsed', () => {
      live.lapsed = true;
      if (live.asked) this.#parts.dispatch({ type: 'pendingCleared', ...named(live.asked) });
    });
    actor.start();
    this.#live.set(key, live);
    return live;
  }

  /** A clock that was set meanwhile makes nobody wait longer. */
  #holdMs({ register, value }: Wish): number {
    return register === 'recall'
      ? Math.min(chatLimits.recallUndoMs, Math.max(0, value - this.#parts.clock.nowMs()))
      : 0;
  }

  async #ask(live: Live): Promise<void> {
    // A whole list that is read must not take every connection of the page.
    if (this.#asking >= streamLimits.wishesAtOnce)
      await new Promise<void>((resolve) => this.#turns.push(resolve));
    else this.#asking += 1;
    live.asked = live.wanted;
    const answer = await this.#request(live.wanted);
    const next = this.#turns.shift();
    if (next === undefined) this.#asking -= 1;
    else next();
    if (this.#over || live.actor.getSnapshot().status !== 'active') return;
    live.actor.send({ type: 'request.answered', ...answer });
    if (answer.outcome === 'done') this.#done(live);
  }

  /**
   * A refusal is worth words; of a recall or an edit not when the message has gone meanwhile, as after an
   * unknown outcome.
   */
  #tells({ register, conversation }: Wish): boolean {
    const { pending } = this.#parts.get();
    if (isKept(register)) return (pending[register] as ReadonlyMap<string, unknown>).has(conversation);
    return register !== 'read';
  }

  async #request(wish: Wish): Promise<WishOutcome> {
    // What is stored decides: the word of the other tab may still be on its way.
    if (this.#isUndone(wish)) return { outcome: 'refused' };
    if (isPressed(wish) && this.#lastPress.isOutdone(wish)) return { outcome: 'refused' };
    const { path, body } = requestOf(wish, this.#parts.get());
    const outcome = outcomeOf(await this.#parts.api.ask(path, body));
    switch (outcome.outcome) {
      case 'sent':
        if (!this.#over) this.#parts.took(wish);
        return { outcome: 'done' };
      case 'refused':
        if (outcome.reason !== '' && this.#tells(wish))
          this.#parts.raise({ kind: 'message', text: outcome.reason });
        return { outcome: 'refused' };
      case 'later':
        return { outcome: 'later', waitMs: outcome.waitMs };
      case 'held':
      case 'unknown':
        return { outcome: outcome.outcome };
    }
  }
}

/** What is gone is named without its words, which may have been erased by now. */
const named = (wish: Wish): Wish =>
  wish.register === 'edit' ? { ...wish, value: { ...wish.value, content: '', line: '', at: [] } } : wish;

const keyOf = ({ register, conversation }: Wish): string => `${register} ${conversation}`;
const pathOf = (call: { readonly paths: readonly string[] }): string => call.paths[0] ?? '';

function requestOf(
  wish: Wish,
  state: State,
): { readonly path: string; readonly body: Readonly<Record<string, unknown>> } {
  if (wish.register === 'recall') return { path: pathOf(undoMessage), body: { id: wish.conversation } };
  if (wish.register === 'edit') {
    const { content, at, op, format, preview } = wish.value;
    const mark = { ...(format && { extends: { format } }), ...(preview && { preview: 1 }) };
    return { path: pathOf(editMessage), body: { id: wish.conversation, content, at, op, ...mark } };
  }
  if (wish.register === 'messagePin') {
    const { on, op } = wish.value;
    return { path: pathOf(pinMessage), body: { id: wish.conversation, on: on ? 1 : 0, op } };
  }
  if (wish.register === 'react') {
    const { id, emoji, on } = wish.value;
    return { path: pathOf(react), body: { id, emoji, on: on ? 1 : 0 } };
  }
  if (wish.register === 'vote') {
    const { options, op } = wish.value;
    return { path: pathOf(vote), body: { id: wish.conversation, options, op } };
  }
  if (wish.register === 'follow') {
    const { to, root, on } = wish.value;
    return { path: pathOf(followThread), body: { toContactId: to, root, on: on ? 1 : 0 } };
  }
  const { conversation: id } = wish;
  const is_group = groupKindOf(id);
  switch (wish.register) {
    case 'top':
      return { path: pathOf(setChatTop), body: { id, is_group, is_top: wish.value ? 1 : 0 } };
    case 'notice':
      return { path: pathOf(isNotice), body: { id, is_group, is_notice: wish.value ? 1 : 0 } };
    case 'archive':
      return { path: pathOf(archiveChat), body: { id, is_group, on: wish.value ? 1 : 0 } };
    case 'unread':
      return { path: pathOf(markUnread), body: { id, is_group, on: wish.value ? 1 : 0 } };
    case 'hide':
      return { path: pathOf(delChat), body: { id, is_group } };
    case 'read':
      return {
        path: pathOf(setMsgIsRead),
        body: {
          toContactId: id,
          is_group,
          messages: [shownAt(state, id, wish.value)],
          ...authorOf(state, id),
        },
      };
    case 'mentionsRead':
      return { path: pathOf(readAtMsg), body: { toContactId: id } };
  }
}

/**
 * Whom a plain server tells that it was read: the other one, or whoever wrote last in a group (protocol 2.1).
 */
function authorOf({ sync, contacts }: State, id: ContactId): { readonly fromUser?: number } {
  const target = parseTarget(id);
  if (!sync.plain || target === null) return {};
  return { fromUser: target.kind === 'person' ? target.user : (contacts.get(id)?.last?.from ?? 0) };
}

/** The newest message shown, by its id where we hold it; the ordinal itself is understood by our server. */
function shownAt(
  state: State,
  conversation: Extract<Wish, { register: 'read' }>['conversation'],
  n: number,
): Readonly<Record<string, unknown>> {
  for (const chunk of (state.conversations.get(conversation)?.chunks ?? []).toReversed()) {
    const found = chunk.findLast(
      (message) => message.n === n || (state.sync.plain && message.type !== 'event'),
    );
    if (found) return { id: found.id, n, is_read: 1 };
  }
  return { n, is_read: 1 };
}
