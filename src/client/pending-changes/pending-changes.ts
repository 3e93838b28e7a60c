import { createActor, type ActorRefFrom } from 'xstate';
import { pendingChangeMachine, type ChangeOutcome } from '../../../machines/pending-change.machine.ts';
import { contactId, type ContactId, type DraftKey } from '../../domain/ids.ts';
import type { Draft } from '../../domain/message.ts';
import { preferenceLimits } from '../../domain/kept-limits.ts';
import { chatLimits, streamLimits } from '../../domain/limits.ts';
import type { Notice } from '../interface/client.ts';
import type { PendingChange } from '../state/local-event.ts';
import { pendingChangesOf } from '../state/snapshot-changes.ts';
import type { Pending, State } from '../state/state.ts';
import { outcomeOf } from '../connection/outcome.ts';
import { type SharedNotes, createSharedNotes, earlierEnds } from './shared-notes.ts';
import {
  type PendingFlag,
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
import type { MakePendingChanges, PendingChangesParts, PendingChanges } from './interface.ts';
import { createDrafts, type Drafts } from '../kernel/drafts.ts';
import { endsDraft, giveWay, receiveDraft, confirmSave, typed, unsavedDrafts } from './pending-drafts.ts';
import { nextEdit, returnEdit } from './refused-edits.ts';

interface Live {
  readonly register: keyof Pending;
  readonly conversation: PendingChange['conversation'];
  readonly actor: ActorRefFrom<typeof pendingChangeMachine>;
  /** The value wanted now; the state follows a moment later if the change comes from an effect. */
  wanted: PendingChange;
  request: PendingChange | null;
  allowed: boolean;
  /** The change was seen in the state: only then can it vanish from there. */
  hasAppeared: boolean;
  /** Refused, or done without an event. */
  lapsed: boolean;
}

export type { MakePendingChanges, PendingChangesParts, PendingChanges } from './interface.ts';

type PreferenceRefused = Extract<Notice, { readonly kind: 'preferenceRefused' }>;

export const createPendingChanges: MakePendingChanges = (parts) => new PendingRegisters(parts);

class PendingRegisters implements PendingChanges {
  readonly #parts: PendingChangesParts;
  readonly #live = new Map<string, Live>();
  #permitted = false;
  #over = false;
  #asking = 0;
  readonly #turns: (() => void)[] = [];
  readonly #ends: readonly (() => void)[];
  readonly #notes: SharedNotes;
  readonly #drafts: Drafts;
  readonly #moments: Moments;

  constructor(parts: PendingChangesParts) {
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

  want(change: PendingChange): void {
    if (contends(change)) this.#moments.note(change);
    this.#wantAgain(change);
  }

  /** Keeps the moment at which the user made it. */
  #wantAgain(change: PendingChange): void {
    if (change.register === 'recall') this.#notes.recallUndos.remove(change.conversation);
    if (isFlag(change)) this.#notes.flags.tell(change);
    if (isPressed(change)) this.#notes.presses.tell(change);
    this.#parts.dispatch({ type: 'pendingSet', ...change });
    this.#make(change);
  }

  drop(change: PendingChange): void {
    if (change.register === 'recall') this.#notes.recallUndos.add(change.conversation);
    this.#forget(change);
  }

  #forget(change: PendingChange): void {
    this.#parts.dispatch({ type: 'pendingCleared', ...masked(change) });
    this.#live.get(keyOf(change))?.actor.send({ type: 'wish.gone' });
  }

  wantAll(pendingChanges: readonly PendingChange[]): void {
    this.#parts.dispatch({
      type: 'pendingRestored',
      wishes: [...pendingChangesOf(this.#parts.get().pending), ...pendingChanges],
    });
    for (const change of pendingChanges) this.#make(change);
  }

  takeUp(pendingChanges: readonly PendingChange[]): void {
    this.wantAll(pendingChanges);
    this.#applyOtherTabs();
  }

  letGo(pendingChanges: readonly PendingChange[]): void {
    for (const change of pendingChanges) this.#forget(change);
  }

  resume(): void {
    const { settings, user } = this.#parts;
    for (const change of earlierEnds(settings, user, this.#parts.get())) this.want(change);
    const { pending } = this.#parts.get();
    for (const register of Object.keys(pending) as (keyof Pending)[]) {
      for (const [conversation, value] of pending[register])
        this.#make({ register, conversation, value } as PendingChange);
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
    for (const change of unsavedDrafts(this.#drafts)) if (!this.#isOnItsWay(change)) this.#wantAgain(change);
  }

  /** An older draft of the same chat may wait here, and text typed since has its own name. */
  #isOnItsWay(change: PendingChange): boolean {
    const waiting = this.#live.get(keyOf(change))?.wanted;
    return waiting?.register === 'keep' && change.register === 'keep' && waiting.value.op === change.value.op;
  }

  typed(id: DraftKey): void {
    if (nextEdit(this.#drafts, id)) this.#parts.dispatch({ type: 'draftsHeard' });
    const change = typed(this.#drafts, id, this.#parts.newOp);
    if (change === 'gone') {
      const name = draftName(contactId(id));
      const value = this.#parts.get().pending.keep.get(name);
      if (value) this.drop({ register: 'keep', conversation: name, value });
    } else if (change !== null) this.want(change);
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
  #giveWay({ conversation: name }: Extract<PendingChange, { register: 'keep' }>, value: unknown): void {
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
    for (const change of this.#notes.flags.get()) if (this.#waitsOtherwise(change)) this.#press(change);
  }

  #waitsOtherwise({ register, conversation, value }: PendingFlag): boolean {
    const waiting = this.#parts.get().pending[register].get(conversation);
    return waiting !== undefined && waiting !== value;
  }

  #press(change: PendingFlag): void {
    this.#parts.dispatch({ type: 'pendingSet', ...change });
    this.#make(change);
  }

  #isUndone({ register, conversation }: PendingChange): boolean {
    return register === 'recall' && this.#notes.recallUndos.has(conversation);
  }

  #make(change: PendingChange): void {
    const live = this.#machine(change);
    Object.assign(live, { wanted: change, lapsed: false });
    live.actor.send({ type: 'wish.made' });
  }

  #machine(change: PendingChange): Live {
    const { register, conversation } = change;
    const key = keyOf(change);
    const existing = this.#live.get(key);
    if (existing) return existing;
    const rests = register === 'keep' && change.value.value === undefined;
    const pauseMs = rests
      ? preferenceLimits.draftEveryMs
      : register === 'read'
        ? streamLimits.readMarkEveryMs
        : 0;
    const allowed = this.#isAllowed({ wanted: change }, this.#parts.get());
    const input = {
      allowed,
      pauseMs,
      holdMs: rests ? preferenceLimits.draftRestMs : this.#holdMs(change),
      rests,
    };
    const actor = createActor(pendingChangeMachine, {
      id: `wish ${key}`,
      input,
      clock: this.#parts.clock,
      inspect: this.#parts.watch,
    });
    const live: Live = {
      register,
      conversation,
      actor,
      wanted: change,
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
  #holdMs({ register, value }: PendingChange): number {
    return register === 'recall'
      ? Math.min(chatLimits.recallUndoMs, Math.max(0, value - this.#parts.clock.nowMs()))
      : 0;
  }

  async #ask(live: Live): Promise<void> {
    // A whole list that is read must not take every connection of the page.
    if (this.#asking >= streamLimits.changesAtOnce)
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
  #isRefusalShown(change: PendingChange): boolean {
    const refusal = refusalOf(change);
    if (refusal !== 'pending') return refusal === 'always';
    const { pending } = this.#parts.get();
    return (pending[change.register] as ReadonlyMap<string, unknown>).has(change.conversation);
  }

  /** What the user typed is not lost with its reason (EDIT-11, SEND-25). */
  #reportRefusal(change: PendingChange, reason: string): void {
    const typed = typedPreference(change);
    if (change.register === 'edit') returnEdit(this.#parts, this.#drafts, change, reason);
    else if (typed !== null) this.#parts.raise({ kind: 'preferenceRefused', ...typed, text: reason });
    else if (reason !== '') this.#parts.raise({ kind: 'message', text: reason });
  }

  async #request(change: PendingChange): Promise<ChangeOutcome> {
    // The stored record decides: the other tab's notification may still be on its way.
    if (this.#isUndone(change)) return { outcome: 'refused' };
    if (isPressed(change) && this.#notes.presses.isOutdone(change)) return { outcome: 'refused' };
    const { path, body } = requestOf(change, this.#parts.get(), this.#drafts);
    const outcome = outcomeOf(
      await this.#parts.api.ask(path, { ...body, ...(contends(change) && this.#moments.fieldsOf(change)) }),
    );
    switch (outcome.outcome) {
      case 'sent':
        if (!this.#over) this.#parts.took(change);
        return { outcome: 'done' };
      case 'refused':
        if (outcome.overtaken && change.register === 'keep') this.#giveWay(change, outcome.overtaken.value);
        if (!this.#isRefusalShown(change)) return { outcome: 'refused' };
        this.#reportRefusal(change, outcome.reason);
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
function typedPreference(change: PendingChange): Pick<PreferenceRefused, 'name' | 'value'> | null {
  if (change.register !== 'keep') return null;
  const name = TYPED_PREFERENCES.find((one) => one === change.conversation);
  const value = change.value.value ?? null;
  return name === undefined || value === null ? null : { name, value: value as PreferenceRefused['value'] };
}

/** A pending change that ended is named without its text, which may have been erased by now. */
const masked = (one: PendingChange): PendingChange =>
  one.register === 'edit' ? { ...one, value: { ...one.value, content: '', line: '', at: [] } } : one;

const keyOf = ({ register, conversation }: PendingChange): string => `${register} ${conversation}`;
