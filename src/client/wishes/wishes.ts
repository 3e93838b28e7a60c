import { createActor, type ActorRefFrom } from 'xstate';
import { wishMachine, type WishOutcome } from '../../../machines/wish.machine.ts';
import { contactId, type ContactId, type DraftKey } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message.ts';
import { preferenceLimits } from '../../domain/kept-limits.ts';
import { chatLimits, streamLimits } from '../../domain/limits.ts';
import type { Notice } from '../interface/client.ts';
import type { Wish } from '../state/local-event.ts';
import { wishesOf } from '../state/snapshot-changes.ts';
import type { Pending, State } from '../state/state.ts';
import { outcomeOf } from '../connection/outcome.ts';
import { type SharedNotes, createSharedNotes, earlierEnds } from './shared-notes.ts';
import {
  type FlagWish,
  contends,
  isConfirmed,
  isFlag,
  isOfMessage,
  isPressed,
  isSwitch,
  isThere,
  refusalOf,
  requestOf,
  waitsForMessage,
} from './pending-kinds.ts';
import { TYPED_PREFERENCES, chatOfDraft, draftName } from '../../domain/kept.ts';
import { preferenceOf } from '../../wire/kept.ts';
import { draftOf } from '../state/kept.ts';
import { type Moments, createMoments } from './contending.ts';
import type { MakeWishes, WishParts, Wishes } from './interface.ts';
import { createDrafts, type Drafts } from '../kernel/drafts.ts';
import { endsDraft, giveWay, receiveDraft, confirmSave, typed, unsavedDrafts } from './pending-drafts.ts';
import { nextEdit, returnEdit } from './refused-edits.ts';

interface Live {
  readonly register: keyof Pending;
  readonly conversation: Wish['conversation'];
  readonly actor: ActorRefFrom<typeof wishMachine>;
  /** The value wanted now; the state follows a moment later if the change comes from an effect. */
  wanted: Wish;
  request: Wish | null;
  allowed: boolean;
  /** The change was seen in the state: only then can it vanish from there. */
  hasAppeared: boolean;
  /** Refused, or done without an event. */
  lapsed: boolean;
}

export type { MakeWishes, WishParts, Wishes } from './interface.ts';

type PreferenceRefused = Extract<Notice, { readonly kind: 'preferenceRefused' }>;

export const createWishes: MakeWishes = (parts) => new WishRegisters(parts);

class WishRegisters implements Wishes {
  readonly #parts: WishParts;
  readonly #live = new Map<string, Live>();
  #permitted = false;
  #over = false;
  #asking = 0;
  readonly #turns: (() => void)[] = [];
  readonly #ends: readonly (() => void)[];
  readonly #notes: SharedNotes;
  readonly #drafts: Drafts;
  readonly #moments: Moments;

  constructor(parts: WishParts) {
    this.#parts = parts;
    this.#notes = createSharedNotes(parts.settings, parts.user);
    this.#drafts = createDrafts(parts.settings);
    const by = parts.newOp().slice(-12);
    this.#moments = createMoments(parts.settings, parts.user, parts.clock, by);
    this.#ends = [
      this.#notes.recallUndos.onChange(() => this.#applyUndos()),
      this.#notes.flags.onChange(() => this.#applyPresses()),
    ];
  }

  want(wish: Wish): void {
    if (contends(wish)) this.#moments.note(wish);
    this.#wantAgain(wish);
  }

  /** Keeps the moment at which the user made it. */
  #wantAgain(wish: Wish): void {
    if (wish.register === 'recall') this.#notes.recallUndos.remove(wish.conversation);
    if (isFlag(wish)) this.#notes.flags.tell(wish);
    if (isPressed(wish)) this.#notes.presses.tell(wish);
    this.#parts.dispatch({ type: 'pendingSet', ...wish });
    this.#make(wish);
  }

  drop(wish: Wish): void {
    if (wish.register === 'recall') this.#notes.recallUndos.add(wish.conversation);
    this.#forget(wish);
  }

  #forget(wish: Wish): void {
    this.#parts.dispatch({ type: 'pendingCleared', ...masked(wish) });
    this.#live.get(keyOf(wish))?.actor.send({ type: 'wish.gone' });
  }

  wantAll(wishes: readonly Wish[]): void {
    this.#parts.dispatch({
      type: 'pendingRestored',
      wishes: [...wishesOf(this.#parts.get().pending), ...wishes],
    });
    for (const wish of wishes) this.#make(wish);
  }

  takeUp(wishes: readonly Wish[]): void {
    this.wantAll(wishes);
    this.#applyOtherTabs();
  }

  letGo(wishes: readonly Wish[]): void {
    for (const wish of wishes) this.#forget(wish);
  }

  resume(): void {
    const { settings, user } = this.#parts;
    for (const wish of earlierEnds(settings, user, this.#parts.get())) this.want(wish);
    const { pending } = this.#parts.get();
    for (const register of Object.keys(pending) as (keyof Pending)[]) {
      for (const [conversation, value] of pending[register])
        this.#make({ register, conversation, value } as Wish);
    }
    this.tellDrafts();
    this.#applyOtherTabs();
  }

  /** Undone, or pressed again, while stored changes were read. */
  #applyOtherTabs(): void {
    this.#applyUndos();
    this.#applyPresses();
  }

  tellDrafts(): void {
    for (const wish of unsavedDrafts(this.#drafts)) if (!this.#isOnItsWay(wish)) this.#wantAgain(wish);
  }

  /** An older draft of the same chat may wait here, and text typed since has its own name. */
  #isOnItsWay(wish: Wish): boolean {
    const waiting = this.#live.get(keyOf(wish))?.wanted;
    return waiting?.register === 'keep' && wish.register === 'keep' && waiting.value.op === wish.value.op;
  }

  typed(id: DraftKey): void {
    if (nextEdit(this.#drafts, id)) this.#parts.dispatch({ type: 'draftsHeard' });
    const wish = typed(this.#drafts, id, this.#parts.newOp);
    if (wish === 'gone') {
      const name = draftName(contactId(id));
      const value = this.#parts.get().pending.keep.get(name);
      if (value) this.drop({ register: 'keep', conversation: name, value });
    } else if (wish !== null) this.want(wish);
  }

  receiveDraft(id: ContactId, draft: Draft, op: string | null): void {
    receiveDraft(this.#drafts, id, draft, op);
    this.#parts.dispatch({ type: 'draftsHeard' });
  }

  permit(on: boolean): void {
    if (on === this.#permitted) return;
    this.#permitted = on;
    for (const live of this.#live.values()) this.#allow(live, this.#parts.get());
  }

  /**
   * Changes of a message wait until it is sent (EDIT-5, PINS-6), and a draft waits behind a send that ends
   * it.
   */
  #isAllowed({ wanted }: Pick<Live, 'wanted'>, state: State): boolean {
    const chat = wanted.register === 'keep' ? chatOfDraft(wanted.conversation) : null;
    if (chat !== null && endsDraft(state, chat)) return false;
    if (!isOfMessage(wanted) || !this.#permitted) return this.#permitted;
    return !waitsForMessage(state, wanted);
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

  onChange(state: State): void {
    for (const [key, live] of this.#live) {
      if (isOfMessage(live.wanted) || live.register === 'keep') this.#allow(live, state);
      const { actor, register, conversation } = live;
      if ((state.pending[register] as ReadonlyMap<string, unknown>).has(conversation))
        live.hasAppeared = true;
      else this.#onRemoved(state, live);
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
   * A flag equal to the wanted value may come from an older change, with another one behind it: the pending
   * change ends when its own request completes, or with its conversation (SEND-12).
   */
  #onRemoved(state: State, { actor, wanted, hasAppeared, lapsed }: Live): void {
    const now = actor.getSnapshot();
    const isAnswered =
      lapsed ||
      now.matches('idle') ||
      now.matches('confirming') ||
      (now.matches('pausing') && !now.context.wanted);
    if (isSwitch(wanted) && isThere(state, wanted) && !isAnswered)
      this.#parts.dispatch({ type: 'pendingSet', ...wanted });
    else if (hasAppeared) actor.send({ type: 'wish.gone' });
  }

  /** Its event may have come before the answer. */
  #onDone({ request }: Live): void {
    if (request?.register === 'keep') {
      const chat = chatOfDraft(request.conversation);
      if (chat !== null) confirmSave(this.#drafts, chat, request.value.op);
    }
    // The next event reports the number left, not the message that was read.
    if (request?.register === 'mentionRead') this.#parts.dispatch({ type: 'pendingCleared', ...request });
    if (request !== null && isSwitch(request) && isConfirmed(this.#parts.get(), request))
      this.#parts.dispatch({ type: 'pendingCleared', ...request });
  }

  /** Shows the newer draft of another device; the user can restore the text typed here (DRAFT-5). */
  #giveWay({ conversation: name }: Extract<Wish, { register: 'keep' }>, value: unknown): void {
    const [chat, preference] = [chatOfDraft(name), preferenceOf(name, value)];
    if (chat === null || preference === null) return;
    giveWay(this.#drafts, chat, draftOf(preference));
    this.#parts.dispatch({ type: 'draftsHeard' });
  }

  /** An undo in one tab holds in all (RECALL-4). */
  #applyUndos(): void {
    for (const { wanted } of this.#live.values()) if (this.#isUndone(wanted)) this.#forget(wanted);
  }

  /** A later press in any tab replaces the value waiting here (SEND-20). */
  #applyPresses(): void {
    for (const wish of this.#notes.flags.get()) if (this.#waitsOtherwise(wish)) this.#press(wish);
  }

  #waitsOtherwise({ register, conversation, value }: FlagWish): boolean {
    const waiting = this.#parts.get().pending[register].get(conversation);
    return waiting !== undefined && waiting !== value;
  }

  #press(wish: FlagWish): void {
    this.#parts.dispatch({ type: 'pendingSet', ...wish });
    this.#make(wish);
  }

  #isUndone({ register, conversation }: Wish): boolean {
    return register === 'recall' && this.#notes.recallUndos.has(conversation);
  }

  #make(wish: Wish): void {
    const live = this.#machine(wish);
    Object.assign(live, { wanted: wish, lapsed: false });
    live.actor.send({ type: 'wish.made' });
  }

  #machine(wish: Wish): Live {
    const { register, conversation } = wish;
    const key = keyOf(wish);
    const existing = this.#live.get(key);
    if (existing) return existing;
    const rests = register === 'keep' && wish.value.value === undefined;
    const pauseMs = rests
      ? preferenceLimits.draftEveryMs
      : register === 'read'
        ? streamLimits.readMarkEveryMs
        : 0;
    const allowed = this.#isAllowed({ wanted: wish }, this.#parts.get());
    const input = {
      allowed,
      pauseMs,
      holdMs: rests ? preferenceLimits.draftRestMs : this.#holdMs(wish),
      rests,
    };
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
      request: null,
      allowed,
      hasAppeared: false,
      lapsed: false,
    };
    actor.on('request', () => void this.#ask(live));
    actor.on('lapsed', () => {
      live.lapsed = true;
      if (live.request) this.#parts.dispatch({ type: 'pendingCleared', ...masked(live.request) });
    });
    actor.start();
    this.#live.set(key, live);
    return live;
  }

  /** A changed clock never lengthens the wait. */
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
    live.request = live.wanted;
    const answer = await this.#request(live.wanted);
    const next = this.#turns.shift();
    if (next === undefined) this.#asking -= 1;
    else next();
    if (this.#over || live.actor.getSnapshot().status !== 'active') return;
    live.actor.send({ type: 'request.answered', ...answer });
    if (answer.outcome === 'done') this.#onDone(live);
  }

  /**
   * Refusals are shown, except for a recall or an edit whose message has gone since, as after an unknown
   * outcome.
   */
  #isRefusalShown(wish: Wish): boolean {
    const refusal = refusalOf(wish);
    if (refusal !== 'pending') return refusal === 'always';
    const { pending } = this.#parts.get();
    return (pending[wish.register] as ReadonlyMap<string, unknown>).has(wish.conversation);
  }

  /** What the user typed is not lost with its reason (EDIT-11, SEND-25). */
  #reportRefusal(wish: Wish, reason: string): void {
    const typed = typedPreference(wish);
    if (wish.register === 'edit') returnEdit(this.#parts, this.#drafts, wish, reason);
    else if (typed !== null) this.#parts.raise({ kind: 'preferenceRefused', ...typed, text: reason });
    else if (reason !== '') this.#parts.raise({ kind: 'message', text: reason });
  }

  async #request(wish: Wish): Promise<WishOutcome> {
    // The stored record decides: the other tab's notification may still be on its way.
    if (this.#isUndone(wish)) return { outcome: 'refused' };
    if (isPressed(wish) && this.#notes.presses.isOutdone(wish)) return { outcome: 'refused' };
    const { path, body } = requestOf(wish, this.#parts.get(), this.#drafts);
    const outcome = outcomeOf(
      await this.#parts.api.ask(path, contends(wish) ? { ...body, ...this.#moments.fieldsOf(wish) } : body),
    );
    switch (outcome.outcome) {
      case 'sent':
        if (!this.#over) this.#parts.took(wish);
        return { outcome: 'done' };
      case 'refused':
        if (outcome.overtaken && wish.register === 'keep') this.#giveWay(wish, outcome.overtaken.value);
        if (!this.#isRefusalShown(wish)) return { outcome: 'refused' };
        this.#reportRefusal(wish, outcome.reason);
        return { outcome: 'refused' };
      case 'later':
        return { outcome: 'later', waitMs: outcome.waitMs };
      case 'held':
      case 'unknown':
        return { outcome: outcome.outcome };
    }
  }
}

/** The preference that a user typed into a form; null: another change. */
function typedPreference(wish: Wish): Pick<PreferenceRefused, 'name' | 'value'> | null {
  if (wish.register !== 'keep') return null;
  const name = TYPED_PREFERENCES.find((one) => one === wish.conversation);
  const value = wish.value.value ?? null;
  return name === undefined || value === null ? null : { name, value: value as PreferenceRefused['value'] };
}

/** A pending change that ended is named without its text, which may have been erased by now. */
const masked = (wish: Wish): Wish =>
  wish.register === 'edit' ? { ...wish, value: { ...wish.value, content: '', line: '', at: [] } } : wish;

const keyOf = ({ register, conversation }: Wish): string => `${register} ${conversation}`;
