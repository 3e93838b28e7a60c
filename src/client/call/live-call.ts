import { createActor, type Actor } from 'xstate';
import {
  callMachine,
  type CallEffect,
  type CallEvent,
  type CallInput,
} from '../../../machines/call.machine.ts';
import { CALL } from '../../domain/call.ts';
import { messageId, userId, type MessageId, type UserId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PeerSignal } from '../../ports/media.ts';
import type { CallStage, CallView } from '../interface/calls.ts';
import type { WatchActors } from '../../ports/watch.ts';
import { CallMedia, type CallMediaParts } from './call-media.ts';
import type { ReceivedStep } from './received-steps.ts';
import type { KeptTalk } from './talk-memory.ts';
import type { SignalStep } from './signal-queue.ts';

/**
 * One call of this device: its machine with real devices and signalling, from the first ring to its last
 * line.
 */
export interface LiveCallParts extends Pick<CallMediaParts, 'port' | 'servers' | 'relayOnly'> {
  readonly clock: Clock;
  readonly watch?: WatchActors;
  /** TURN servers may have to be requested again before the first connection. */
  readonly prepare: () => Promise<void>;
  readonly send: (step: SignalStep) => void;
  readonly changed: () => void;
  readonly ended: (call: LiveCall) => void;
}

export interface CallStart extends Omit<CallInput, 'returning'> {
  readonly name: string;
  readonly avatar: string;
  /** State of a talk that an earlier page left, used to resume it (CALL-46). */
  readonly talk?: Pick<KeptTalk, 'sinceMs' | 'path' | 'microphone' | 'camera'>;
}

export class LiveCall {
  readonly media: CallMedia;
  /** The server has confirmed this call, so its lists of live calls include it. */
  confirmed: boolean;
  /** Highest number of a frame of this call (CALL-18). */
  lastNo = 0;
  /** The other side counts connections, so it understands candidates that come together. */
  peerCounts = false;
  readonly #callStart: CallStart;
  readonly #parts: LiveCallParts;
  readonly #actor: Actor<typeof callMachine>;
  /** This device's own acceptance: path 0 when accepting, the last known path when resuming. */
  #accepted: { readonly call: string; readonly path: number } | null = null;
  /** Accepted without the camera, whatever kind of call it is. */
  #soundOnly = false;
  /** Arrived before the answer to my `calling`, which distinguishes busy from offline (CALL-13). */
  #busyHeard = false;
  #prepared: Promise<void> = Promise.resolve();
  #talkingSinceMs: number | null = null;
  #talkSec = 0;
  /** Start of the talk, stored for a later page. */
  #sinceMs: number | null = null;

  constructor(callStart: CallStart, parts: LiveCallParts) {
    this.#callStart = callStart;
    this.#parts = parts;
    const { talk, ...input } = callStart;
    this.confirmed = !callStart.caller || talk !== undefined;
    if (talk !== undefined) this.#continues(talk.sinceMs);
    this.media = new CallMedia({
      ...parts,
      before: talk?.path ?? 0,
      signal: (signal, path) => this.#signal(signal, path),
      onEvent: (event) => this.#actor.send({ type: `media.${event}` }),
      changed: parts.changed,
    });
    this.#actor = createActor(callMachine, {
      id: 'call',
      input: { ...input, returning: talk !== undefined },
      clock: parts.clock,
      inspect: parts.watch,
    });
    this.#actor.on('*', (effect) => this.#perform(effect));
    this.#actor.subscribe(parts.changed);
  }

  start(): void {
    // Runs while it rings, or while the user is asked for devices.
    this.#prepared = this.#parts.prepare();
    this.#actor.start();
  }

  get id(): MessageId {
    return messageId(this.#actor.getSnapshot().context.call);
  }

  get peer(): UserId {
    return userId(this.#callStart.peer);
  }

  get over(): boolean {
    return this.#actor.getSnapshot().status === 'done';
  }

  /**
   * True for an unanswered outgoing call: a call from the same user now means that both called at once
   * (CALL-9).
   */
  get mayCross(): boolean {
    const snapshot = this.#actor.getSnapshot();
    return snapshot.context.caller && (snapshot.matches('preparing') || snapshot.matches('calling'));
  }

  get stage(): CallStage {
    const snapshot = this.#actor.getSnapshot();
    if (snapshot.matches({ talking: 'reconnecting' })) return 'reconnecting';
    if (snapshot.matches({ returning: 'asked' })) return 'returning';
    if (snapshot.matches('returning')) return 'preparing';
    const { value } = snapshot;
    if (typeof value !== 'string') return 'talking';
    return value === 'starting' ? 'preparing' : value;
  }

  send(event: CallEvent): void {
    const { call } = this.#actor.getSnapshot().context;
    this.#actor.send(event);
    if (this.#actor.getSnapshot().context.call === call) return;
    // Their call continues: the server itself reported it.
    this.confirmed = true;
    this.lastNo = 0;
  }

  answer(soundOnly: boolean): void {
    this.#soundOnly = soundOnly;
    this.send({ type: 'user.answered' });
  }

  /** A step of this call. What another device of mine does ends it here, unless it was this one (CALL-11). */
  receive({ call, fromSelf, signal }: ReceivedStep): void {
    if (signal.path !== null && !fromSelf) this.peerCounts = true;
    switch (signal.kind) {
      case 'acceptRtc':
        if (fromSelf) return;
        this.send({ type: 'peer.accepted', call });
        if ((signal.path ?? 0) > 0) this.send({ type: 'peer.returned', call });
        return;
      case 'offer':
      case 'answer':
        if (!fromSelf) this.#onSignal({ kind: signal.kind, text: signal.sdp }, signal.path);
        return;
      case 'iceCandidate':
        if (!fromSelf) this.#onSignal({ kind: 'iceCandidate', text: signal.candidate }, signal.path);
        return;
      case 'hangup':
        if (!fromSelf) this.send({ type: 'peer.hungUp', call, code: signal.code });
        return;
      case 'busy':
        this.#busyHeard = true;
        if (this.confirmed && !fromSelf) this.send({ type: 'peer.busy', call });
        return;
      case 'otherOpt':
        if (
          signal.code === CALL.accepted &&
          this.#accepted?.call === call &&
          this.#accepted.path === (signal.path ?? 0)
        )
          return;
        return this.send({ type: 'own.handled', call, code: signal.code });
    }
  }

  /** The server accepted my `calling`; `unreachable`: the peer has no device online. */
  ringing(call: MessageId, unreachable: boolean): void {
    if (call !== this.id) return;
    this.confirmed = true;
    if (unreachable) this.send({ type: 'peer.unreachable', call });
    else if (this.#busyHeard) this.send({ type: 'peer.busy', call });
  }

  view(minimised: boolean): CallView {
    const { context } = this.#actor.getSnapshot();
    const { name, avatar, video } = this.#callStart;
    const { local, remote, quality, words, problem, deviceNews } = this.media;
    return {
      id: this.id,
      peer: this.peer,
      name,
      avatar,
      video,
      caller: context.caller,
      stage: this.stage,
      end: context.end,
      problem,
      talkingSinceMs: this.#talkingSinceMs,
      talkSec: this.#talkSec,
      local,
      remote,
      // No media arrives right now, however good the quality was.
      quality: this.stage === 'reconnecting' ? null : quality,
      words,
      deviceNews,
      minimised,
    };
  }

  /** State a later page needs to resume the talk; null before and after it. */
  talk(): KeptTalk | null {
    if (this.#sinceMs === null || this.over) return null;
    const { context } = this.#actor.getSnapshot();
    const { name, avatar, video, talk } = this.#callStart;
    const { microphone, camera } = this.media.isOpen ? this.media.local : (talk ?? this.media.local);
    return {
      self: userId(context.self),
      call: this.id,
      peer: this.peer,
      caller: context.caller,
      name,
      avatar,
      video,
      sinceMs: this.#sinceMs,
      path: this.media.path,
      microphone,
      camera,
    };
  }

  stop(): void {
    this.#actor.stop();
    this.media.close();
  }

  /** Only the wall clock survives a page; the server limits its errors (CALL-17). */
  #continues(sinceMs: number): void {
    const { clock } = this.#parts;
    this.#sinceMs = sinceMs;
    this.#talkingSinceMs = clock.elapsedMs() - Math.max(0, clock.nowMs() - sinceMs);
  }

  #onSignal(signal: PeerSignal, path: number | null): void {
    const { stage } = this;
    if (stage === 'connecting' || stage === 'talking' || stage === 'reconnecting')
      this.media.take(signal, path);
  }

  #perform(effect: CallEffect): void {
    switch (effect.type) {
      case 'prepareDevices':
        return void this.#prepare();
      case 'sendCalling':
        return this.#say(effect.call, { event: 'calling', code: CALL.ringing });
      case 'sendAccepted':
        this.#accepted = { call: effect.call, path: 0 };
        return this.#say(effect.call, { event: 'acceptRtc', code: CALL.accepted });
      case 'sendReturned':
        this.#accepted = { call: effect.call, path: this.media.path };
        return this.#say(effect.call, { event: 'acceptRtc', code: CALL.accepted, path: this.media.path });
      case 'dropConnection':
        return this.media.drop();
      case 'sendHangup':
        return this.#say(effect.call, { event: 'hangup', code: effect.code, talkSec: this.#length() });
      case 'connectMedia':
        return this.media.connect(effect.initiator);
      case 'repairMedia':
        return this.media.repair(effect.initiator);
      case 'releaseMedia':
        this.#talkSec = this.#length();
        return this.media.close();
      case 'startClock':
        if (this.#talkingSinceMs !== null) return;
        this.#talkingSinceMs = this.#parts.clock.elapsedMs();
        this.#sinceMs = this.#parts.clock.nowMs();
        return;
      case 'ended':
        return this.#parts.ended(this);
      case 'startRinging':
      case 'stopRinging':
        // The page rings by the stage that it is shown.
        return;
    }
  }

  async #prepare(): Promise<void> {
    // After a reload the microphone and camera stay as they were before it.
    const { talk, video } = this.#callStart;
    const [opened] = await Promise.all([
      this.media.open(video && !this.#soundOnly && talk?.camera !== false),
      this.#prepared,
    ]);
    if (opened && talk?.microphone === false) void this.media.setMicrophone(false);
    if (opened !== null) this.send({ type: opened ? 'devices.ready' : 'devices.denied' });
  }

  #signal({ kind, text }: PeerSignal, path: number): void {
    this.#say(this.id, {
      event: kind,
      path,
      ...(kind === 'iceCandidate' ? { candidates: [text] } : { sdp: text }),
    });
  }

  #say(call: string, step: Pick<SignalStep, 'event'> & Partial<SignalStep>): void {
    this.#parts.send({
      call: messageId(call),
      to: this.peer,
      video: this.#callStart.video,
      code: null,
      talkSec: null,
      sdp: '',
      candidates: [],
      path: 0,
      ...step,
    });
  }

  /** Seconds of talk so far. */
  #length(): number {
    return this.#talkingSinceMs === null
      ? 0
      : Math.floor((this.#parts.clock.elapsedMs() - this.#talkingSinceMs) / 1_000);
  }
}
