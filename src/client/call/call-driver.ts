import { createActor } from 'xstate';
import {
  callLockMachine,
  type CallLockEffect,
  type IncomingCall,
} from '../../../machines/call-lock.machine.ts';
import { CALL } from '../../domain/call.ts';
import type { CallKept } from '../../domain/events.ts';
import {
  contactId,
  messageId,
  personContact,
  userId,
  type ContactId,
  type MessageId,
  type UserId,
} from '../../domain/ids.ts';
import { ok, type Result } from '../../domain/result.ts';
import type { MediaPort } from '../../ports/media.ts';
import { isUnreachable } from '../../wire/answers/calling.ts';
import type { CallActions, Calls, CallView } from '../interface/calls.ts';
import type { Failure } from '../interface/client.ts';
import type { Effect } from '../state/effects.ts';
import type { State } from '../state/state.ts';
import { callActions, NOTHING_DONE } from './call-actions.ts';
import type { MakeCallDriver, PairCallDriver, PairCallDriverParts } from './driver.ts';
import { EndedCalls } from './ended-calls.ts';
import { receivedStep, stepsOf, type ReceivedStep } from './received-steps.ts';
import { endsSoon, iceServersOf, isRelayOnly } from './ice-servers.ts';
import { LiveCall, type CallStart } from './live-call.ts';
import { forgetPair, keepTalk, readTalk, type KeptTalk } from './talk-memory.ts';
import { callRefusalOf } from './refusal.ts';
import { createSignalQueue, type SignalStep } from './signal-queue.ts';
import { keepPendingHangup, takePendingHangups } from './pending-hangups.ts';

const NO_SIGNAL = { talkSec: null, sdp: '', candidates: [], path: 0 } as const;

export const createCallDriver: MakeCallDriver = (parts) => new Driver(parts);

class Driver implements PairCallDriver {
  readonly view: Calls;
  readonly actions: CallActions;
  readonly #parts: PairCallDriverParts;
  readonly #lock;
  readonly #queue;
  readonly #listeners = new Set<() => void>();
  /** The call on the page; an ended one stays until it is closed. */
  #call: LiveCall | null = null;
  #currentView: CallView | null = null;
  #minimised = false;
  readonly #past = new EndedCalls();
  /** The call that the last bind named. */
  #boundCallId: MessageId | null = null;
  /** True if the signed-in user has requested the configuration. */
  #configured = false;
  #peerOnline = false;
  /** True if the server lists live calls, so that a later page can learn whether its talk continues. */
  #listed = false;

  constructor(parts: PairCallDriverParts) {
    const { ports, api } = parts;
    this.#parts = parts;
    this.#lock = createActor(callLockMachine, { id: 'call-lock', clock: ports.clock, inspect: ports.watch });
    this.#lock.on('*', (effect) => this.#perform(effect));
    this.#lock.start();
    this.#queue = createSignalQueue({
      clock: ports.clock,
      ids: ports.ids,
      api,
      joins: (call) => this.#call?.id === call && this.#call.peerCounts,
      sent: (step, data) => step.event === 'calling' && this.#call?.ringing(step.call, isUnreachable(data)),
      refused: (step, reason) => this.#refused(step, reason),
      failed: (step) => this.#failed(step),
    });
    this.view = {
      get: () => this.#currentView,
      subscribe: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
      mayCall: (id) =>
        callRefusalOf(parts.store.get(), id, {
          supported: ports.media?.supported ?? false,
          busy: this.isBusy && this.#ringingFrom(id) === null,
        }),
    };
    this.actions = callActions({
      current: () => this.#current(),
      devices: () => this.#current()?.media ?? parts.otherDevices?.() ?? null,
      media: ports.media,
      start: (to, how) => this.#start(to, how),
      minimise: (on) => {
        this.#minimised = on;
        this.#changed();
      },
      close: () => this.#close(),
    });
  }

  get isBusy(): boolean {
    const { context } = this.#lock.getSnapshot();
    return context.pageCall !== null || this.#current() !== null || context.peer !== null;
  }

  occupy(call: string | null): void {
    this.#lock.send(call === null ? { type: 'page.closed' } : { type: 'page.opened', call });
  }

  signalled(effect: Extract<Effect, { type: 'callSignal' }>): void {
    const self = this.#parts.self();
    const step = self === null ? null : receivedStep(effect, self);
    if (step !== null) this.#onStep(step);
  }

  callsToReport(): Readonly<Record<string, number>> {
    const call = this.#current();
    this.#boundCallId = call?.confirmed === true ? call.id : null;
    return this.#boundCallId === null || call === null ? {} : { [this.#boundCallId]: call.lastNo };
  }

  bound(calls: readonly CallKept[] | null): void {
    const self = this.#parts.self();
    for (const step of self === null ? [] : takePendingHangups(this.#parts.ports.settings, self)) {
      // The server does not know it yet, so its list still has this call.
      this.#over(step.call);
      this.#queue.push(step);
    }
    // Later pongs of the same server omit calls; its support for listing them is known from the bind.
    if (calls !== null) this.#listed = true;
    if (calls === null || self === null) return;
    this.#offerReturn(calls, self);
    for (const storedCall of calls) {
      const steps = stepsOf(storedCall, self);
      // Answered by another device already: it must not even begin to ring here.
      if (storedCall.id !== this.#current()?.id && steps.some((step) => step.signal.kind === 'otherOpt'))
        this.#past.remember(storedCall.id);
      for (const step of steps) this.#onStep(step);
    }
    const call = this.#current();
    if (call !== null && call.id === this.#boundCallId && !calls.some((one) => one.id === call.id))
      this.#dropCall(call);
    this.#lock.send({ type: 'calls.listed', calls: calls.map((one) => one.id) });
  }

  onChange(state: State): void {
    const { peer } = this.#lock.getSnapshot().context;
    const user = this.#current()?.peer ?? (peer === null ? null : userId(peer));
    const online = user !== null && (state.contacts.get(personContact(user))?.isOnline ?? false);
    const was = this.#peerOnline;
    this.#peerOnline = online;
    if (user === null || online || !was) return;
    this.#lock.send({ type: 'peer.offline', user });
    this.#current()?.send({ type: 'peer.offline' });
  }

  left(what: 'page' | 'session'): Promise<unknown> | null {
    const call = this.#current();
    const canResume =
      what === 'page' && this.#listed && this.#parts.ports.tabMemory !== undefined && call?.talk() !== null;
    return this.#queue.leave(() => {
      if (call !== null && call.stage !== 'ringing' && !canResume) call.send({ type: 'user.hungUp' });
    });
  }

  closed(): void {
    const call = this.#current();
    this.#queue.clear();
    call?.send({ type: 'own.handled', call: call.id, code: null });
    this.#close();
    this.#lock.send({ type: 'calls.listed', calls: [] });
    this.#past.clear();
    forgetPair(this.#parts.ports.tabMemory);
    this.#configured = false;
  }

  stop(): void {
    void this.left('session');
    this.#call?.stop();
    this.#lock.stop();
  }

  #start(
    to: UserId,
    { video, name, avatar }: Parameters<CallActions['startCall']>[1],
  ): Result<MessageId, Failure> {
    const self = this.#parts.self();
    const { media, ids } = this.#parts.ports;
    if (self === null || media === undefined || this.view.mayCall(contactId(to)) !== null)
      return NOTHING_DONE;
    // Both users called at the same time, and the other call was first (CALL-9).
    const theirs = this.#ringingFrom(contactId(to));
    if (theirs !== null) {
      theirs.answer(!video);
      return ok(theirs.id);
    }
    const id = messageId(ids.uuid());
    this.#lock.send({ type: 'page.opened', call: id });
    this.#begin(media, { self, peer: to, call: id, caller: true, video, name, avatar });
    return ok(id);
  }

  /** The call here that is not over. */
  #current(): LiveCall | null {
    return this.#call !== null && !this.#call.over ? this.#call : null;
  }

  /** The call that rings here from this person. */
  #ringingFrom(id: ContactId): LiveCall | null {
    const call = this.#current();
    return call?.stage === 'ringing' && personContact(call.peer) === id ? call : null;
  }

  #onStep(step: ReceivedStep): void {
    const call = this.#current();
    const { no, kind } = step.signal;
    if (call?.id === step.call && no !== null) {
      if (no <= call.lastNo) return;
      call.lastNo = no;
    }
    if (kind === 'calling') return this.#onCall(step);
    const { peer, fromSelf, signal } = step;
    this.#lock.send({ type: 'signal.received', call: step.call, kind, code: signal.code, peer, fromSelf });
    if (kind === 'hangup' || kind === 'busy') this.#past.remember(step.call);
    if (call?.id === step.call) return call.receive(step);
    if (kind === 'otherOpt') this.#past.remember(step.call);
  }

  // A missed call rings only while its record on the server does.
  /** A user calls; a missed call is never answered busy (CALL-18). */
  #onCall(step: ReceivedStep): void {
    const { call, peer, signal, how, name, avatar } = step;
    if (step.fromSelf || this.#past.has(call) || !(signal.code === null || signal.code === CALL.ringing))
      return;
    const current = this.#current();
    if (current?.id === call) return;
    if (current?.peer === peer && current.mayCross) {
      current.send({ type: 'peer.called', call });
      if (current.id === call) this.#lock.send({ type: 'page.opened', call });
      return;
    }
    const isOnPage = current !== null || this.#lock.getSnapshot().context.pageCall !== null;
    if (isOnPage && how !== 'live') return;
    this.#lock.send({
      type: 'calling.received',
      incoming: { call, from: peer, video: signal.video, name, avatar },
    });
  }

  #perform(effect: CallLockEffect): void {
    switch (effect.type) {
      case 'openCallPage':
        return this.#ring(effect.incoming);
      case 'answerBusy': {
        const { call, from, video, name } = effect.incoming;
        this.#over(messageId(call));
        this.#parts.raise({ kind: 'missedCall', id: personContact(userId(from)), name });
        return this.#queue.push({
          call: messageId(call),
          to: userId(from),
          video,
          event: 'busy',
          code: CALL.busy,
          ...NO_SIGNAL,
        });
      }
    }
  }

  #ring({ call, from, video, name, avatar }: IncomingCall): void {
    const self = this.#parts.self();
    const { media } = this.#parts.ports;
    // A page that cannot call at all leaves the ring to other devices.
    if (self === null || media?.supported !== true) return this.#lock.send({ type: 'page.closed' });
    this.#begin(media, { self, peer: from, call, caller: false, video, name, avatar });
  }

  /**
   * An earlier page left a talk. If the server still lists it, the user is asked; this device then joins as
   * new, so frames the server kept of it are skipped. If it is not listed, its record may still be open.
   */
  #offerReturn(calls: readonly CallKept[], self: UserId): void {
    const { media, tabMemory } = this.#parts.ports;
    const talk = this.#call === null ? readTalk(tabMemory) : null;
    if (talk === null || talk.self !== self) return this.#call === null ? forgetPair(tabMemory) : undefined;
    const stored = calls.find((one) => one.id === talk.call);
    if (stored === undefined || media?.supported !== true || this.#past.has(talk.call)) {
      forgetPair(tabMemory);
      this.#over(talk.call);
      return this.#queue.push(hangupOf(talk));
    }
    this.#lock.send({ type: 'page.opened', call: talk.call });
    const { call, peer, caller, name, avatar, video } = talk;
    this.#begin(
      media,
      { self, peer, call, caller, video, name, avatar, talk },
      Math.max(0, ...stepsOf(stored, self).map(({ signal }) => signal.no ?? 0)),
    );
  }

  #begin(port: MediaPort, callStart: CallStart, lastNo = 0): void {
    const { ports, store } = this.#parts;
    this.#call?.stop();
    this.#minimised = false;
    const call = new LiveCall(callStart, {
      port,
      clock: ports.clock,
      watch: ports.watch,
      servers: () => iceServersOf(store.get().config),
      relayOnly: () => isRelayOnly(ports.settings),
      prepare: async () => {
        // Before signing in the configuration came without the call servers.
        if (this.#configured && !endsSoon(store.get().config, ports.clock.nowMs())) return;
        this.#configured = true;
        await this.#parts.actions()?.refreshConfig();
      },
      send: (step) => this.#queue.push(step),
      changed: () => this.#changed(),
      ended: (ended) => this.#ended(ended),
    });
    call.lastNo = lastNo;
    this.#call = call;
    this.#peerOnline = store.get().contacts.get(personContact(call.peer))?.isOnline ?? false;
    call.start();
    this.#changed();
  }

  #ended(call: LiveCall): void {
    if (call !== this.#call) return;
    const { end } = call.view(false);
    this.#past.remember(call.id);
    this.#queue.over(call.id);
    forgetPair(this.#parts.ports.tabMemory);
    this.#lock.send({ type: 'page.closed' });
    // Another device of this user may still be in the call, or about to join. Other ends need no such care.
    if (end !== 'elsewhere' && end !== 'missed' && end !== 'offline') this.#over(call.id);
    if (end === 'elsewhere') this.#close();
  }

  #over(call: MessageId): void {
    this.#past.remember(call);
    this.#lock.send({ type: 'call.over', call });
  }

  /** The server knows of no such call any more; its record may still be open (CALL-16). */
  #dropCall(call: LiveCall): void {
    const { id, peer, stage } = call;
    call.send({ type: 'peer.hungUp', call: id, code: null });
    if (stage !== 'ringing')
      this.#queue.push({
        call: id,
        to: peer,
        video: false,
        event: 'hangup',
        code: CALL.ended,
        ...NO_SIGNAL,
        talkSec: call.view(false).talkSec,
      });
  }

  #refused({ event, call }: SignalStep, reason: string): void {
    if (event === 'calling') {
      if (reason !== '') this.#parts.raise({ kind: 'message', text: reason });
      this.#current()?.send({ type: 'calling.failed', call });
    }
    // Another device of this user accepted first.
    if (event === 'acceptRtc') this.#current()?.send({ type: 'own.handled', call, code: null });
  }

  #failed(step: SignalStep): void {
    if (step.event === 'calling') this.#current()?.send({ type: 'calling.failed', call: step.call });
    const self = this.#parts.self();
    if (step.event === 'hangup' && self !== null) keepPendingHangup(this.#parts.ports.settings, self, step);
  }

  #close(): void {
    if (this.#current() !== null) return;
    this.#call = null;
    this.#minimised = false;
    this.#changed();
  }

  #changed(): void {
    this.#currentView = this.#call?.view(this.#minimised) ?? null;
    const talk = this.#call?.talk() ?? null;
    if (talk !== null) keepTalk(this.#parts.ports.tabMemory, talk);
    for (const listener of this.#listeners) listener();
  }
}

const hangupOf = ({ call, peer, video }: KeptTalk): SignalStep => ({
  call,
  to: peer,
  video,
  event: 'hangup',
  code: CALL.ended,
  ...NO_SIGNAL,
});
