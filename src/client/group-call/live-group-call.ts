import { createActor, type Actor } from 'xstate';
import {
  groupCallMachine,
  type GroupCallEffect,
  type GroupCallEvent,
} from '../../../machines/group-call.machine.ts';
import { placesOf, type GroupCall, type GroupCallSignal, type Participant } from '../../domain/group-call.ts';
import type { ContactId, UserId } from '../../domain/ids.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CallCipher, IceServer, MediaPort } from '../../ports/media.ts';
import type { WatchActors } from '../../ports/watch.ts';
import { isQuickReaction } from '../../domain/reactions.ts';
import { OwnDevices } from '../call/own-devices.ts';
import type { CallEncryption, GroupCallStage, GroupCallView } from '../interface/group-calls.ts';
import { CallReactions } from './call-reactions.ts';
import { GroupCallKeys } from './group-call-keys.ts';
import { GroupCallPeers } from './group-call-peers.ts';
import type { GroupCallRequests } from './group-call-requests.ts';
import type { KeptGroupCall } from './kept-group-call.ts';
import { SignalLanes } from './signal-lanes.ts';
import type { UnitWayParts } from './unit-way.ts';

export interface LiveGroupCallParts {
  readonly clock: Clock;
  readonly watch?: WatchActors | undefined;
  readonly port: MediaPort;
  readonly servers: () => readonly IceServer[];
  readonly relayOnly: () => boolean;
  /** Call servers may have to be requested again before the first connection. */
  readonly prepare: () => Promise<void>;
  readonly requests: GroupCallRequests;
  /** Tries to reach the server before the next attempt of the socket is due. */
  readonly reconnect: () => void;
  /** The call that the group has now, by the newest state of this client. */
  readonly listed: () => GroupCall | null;
  /** The user is still in the group. */
  readonly isMember: () => boolean;
  readonly refused: (reason: string) => void;
  readonly changed: () => void;
  readonly ended: (call: LiveGroupCall) => void;
}

export interface GroupCallStart {
  readonly self: UserId;
  readonly group: ContactId;
  readonly device: string;
  readonly video: boolean;
  readonly muted: boolean;
  /** The call that an earlier page left. */
  readonly kept: KeptGroupCall | null;
}

const NO_ENCRYPTION: CallEncryption = { state: 'off', without: [], words: null };

/** Participation of this device in one group call: its machine with real devices and requests (GCALL-11). */
export class LiveGroupCall {
  readonly own: OwnDevices;
  readonly peers: GroupCallPeers;
  readonly reactions: CallReactions;
  readonly #start: GroupCallStart;
  readonly #parts: LiveGroupCallParts;
  readonly #lanes: SignalLanes;
  readonly #actor: Actor<typeof groupCallMachine>;
  /** The call as last listed with this device. */
  #lastCall: GroupCall | null = null;
  #id: string;
  /** The group's list has had this device since the last answer. */
  #wasListed = false;
  #joins = 0;
  #cipher: CallCipher | null = null;
  /** Null: this browser cannot encrypt frames. */
  #keys: GroupCallKeys | null = null;
  #joining: Promise<unknown> = Promise.resolve();
  #hand: boolean | null = null;
  #muteRequests = 0;
  #isPreparing = false;
  #isUnitFull = false;
  /** The page was left; if the browser shows it again, the call continues with the next bind. */
  #isLeft = false;

  constructor(start: GroupCallStart, parts: LiveGroupCallParts) {
    this.#start = start;
    this.#parts = parts;
    this.#id = start.kept?.call ?? '';
    const { device } = start;
    const { clock, watch, port, changed, servers, relayOnly, requests } = parts;
    this.own = new OwnDevices({ port, changed });
    this.reactions = new CallReactions(clock, changed);
    this.#lanes = new SignalLanes({ clock, send: (signal) => requests.signal(start, this.#id, signal) });
    this.peers = new GroupCallPeers({
      clock,
      watch,
      port,
      servers,
      relayOnly,
      cipher: () => this.#cipher ?? undefined,
      changed,
      device,
      send: (signal) => this.#lanes.push(signal),
      drop: (other) => this.#lanes.drop(other),
      offer: (...offer) => this.#offerToUnit(...offer),
    });
    this.#actor = createActor(groupCallMachine, {
      id: 'group-call',
      input: { returning: start.kept !== null },
      clock,
      inspect: watch,
    });
    this.#actor.on('*', (effect) => this.#perform(effect));
    this.#actor.subscribe(changed);
  }

  start(): void {
    this.#actor.start();
  }

  get group(): ContactId {
    return this.#start.group;
  }

  get device(): string {
    return this.#start.device;
  }

  get id(): string {
    return this.#id;
  }

  get isOver(): boolean {
    return this.#actor.getSnapshot().status === 'done';
  }

  get isReturning(): boolean {
    return this.#start.kept !== null;
  }

  /** An offer to return that the user has not taken. */
  get isOffer(): boolean {
    return this.isReturning && !this.#isPreparing;
  }

  get stage(): GroupCallStage {
    const { value } = this.#actor.getSnapshot();
    const state = typeof value === 'string' ? value : Object.keys(value)[0];
    return state === 'starting' ? 'opening' : (state as GroupCallStage);
  }

  send(event: GroupCallEvent): void {
    if (event.type === 'server.back') this.#isLeft = false;
    this.#actor.send(event);
  }

  /** Compares the group's list with what this device knows. */
  look(): void {
    const { stage } = this;
    if (this.#isLeft) return;
    if (stage === 'returning' || stage === 'opening') {
      if (this.isReturning && this.#listedCall() === null) this.send({ type: 'call.over' });
      return;
    }
    if (stage !== 'inCall' && stage !== 'reconnecting') return;
    if (this.#listedSelf() !== null) {
      this.#wasListed = true;
      this.#lastCall = this.#listedCall();
      this.send({ type: 'self.listed' });
    } else if (this.#wasListed) this.#reportAbsence();
    this.#connect();
  }

  receive(signal: GroupCallSignal): void {
    const isForAll = signal.kind === 'reaction' && signal.to === '';
    const isOthers = (signal.to !== this.device && !isForAll) || signal.group !== this.group;
    if (isOthers || (this.#lastCall !== null && signal.call !== this.#id)) return;
    if (signal.kind === 'key') return this.#keys?.take(signal);
    if (signal.kind !== 'muteRequest' && signal.kind !== 'reaction') return this.peers.take(signal);
    if (!this.#others().some(({ device }) => device === signal.from)) return;
    if (isForAll && isQuickReaction(signal.text)) this.reactions.show(signal.from, signal.text);
    if (signal.kind === 'reaction') return;
    this.#muteRequests += 1;
    this.#parts.changed();
  }

  /** Shown until the list has it, or the server refused it. */
  setHand(on: boolean | null): void {
    this.#hand = on;
    this.#parts.changed();
  }

  view(minimised: boolean): GroupCallView {
    const { local, problem, deviceNews } = this.own;
    const self = this.#lastCall?.participants.find(({ device }) => device === this.device);
    return {
      group: this.group,
      id: this.#id,
      stage: this.stage,
      end: this.#actor.getSnapshot().context.end,
      problem,
      deviceNews,
      startedAtMs: this.#lastCall?.startedAtMs ?? 0,
      local,
      isHandRaised: this.#hand ?? self?.isHandRaised ?? false,
      muteRequests: this.#muteRequests,
      isUnitFull: this.#isUnitFull && (this.#lastCall?.unit ?? '') !== '',
      reactions: this.reactions.shown,
      others: this.isOver ? [] : this.#others().map((one) => this.peers.view(one)),
      speaker: this.peers.speaker,
      device: this.device,
      minimised,
      encryption: this.#keys?.encryption ?? NO_ENCRYPTION,
    };
  }

  /** State that a later page needs to return; null before the first answer and after the end. */
  toKeep(): KeptGroupCall | null {
    const { self, group } = this.#start;
    if (this.#lastCall === null || this.isOver) return null;
    return {
      self,
      group,
      call: this.#id,
      microphone: this.own.local.microphone,
      camera: this.own.local.camera,
    };
  }

  /** The server may still have this device: the page or the session ends. */
  leaveAtOnce(): Promise<unknown> | null {
    const isThere = ['joining', 'inCall', 'reconnecting'].includes(this.stage);
    this.#isLeft = true;
    return isThere ? this.#parts.requests.leaveAtOnce(this.#start) : null;
  }

  #listedCall(): GroupCall | null {
    const call = this.#parts.listed();
    return call?.id === this.#id ? call : null;
  }

  #listedSelf(): Participant | null {
    return this.#listedCall()?.participants.find(({ device }) => device === this.device) ?? null;
  }

  #others(): readonly Participant[] {
    const { self } = this.#start;
    const call = this.#lastCall;
    if (call === null) return [];
    return call.participants.filter(({ user }) => user !== self).slice(0, placesOf(call) - 1);
  }

  #reportAbsence(): void {
    const call = this.#listedCall();
    if (call === null) return this.send({ type: this.#parts.isMember() ? 'call.over' : 'self.noMember' });
    const isElsewhere = call.participants.some(({ user }) => user === this.#start.self);
    this.send({ type: isElsewhere ? 'self.elsewhere' : 'self.absent' });
  }

  /** The list never had this device. It may be late, so only the server's answer ends the call. */
  #checkList(): void {
    if (this.#listedSelf() !== null) return this.look();
    if (this.#listedCall() === null) return this.send({ type: 'self.absent' });
    this.#reportAbsence();
  }

  #connect(): void {
    const { devices } = this.own;
    const self = this.#lastCall?.participants.find(({ device }) => device === this.device);
    if (devices === null || this.isOver) return;
    this.#keys?.list(this.#others(), self?.joinedAtMs ?? 0);
    this.peers.list(this.#others(), self?.joinedAtMs ?? 0, devices, this.#lastCall?.unit ?? '');
  }

  async #offerToUnit(...offer: Parameters<UnitWayParts['offer']>): Promise<string | null> {
    const { answer, isFull } = await this.#parts.requests.connect(this.#start, this.#id, ...offer);
    if (isFull !== this.#isUnitFull) {
      this.#isUnitFull = isFull;
      this.#parts.changed();
    }
    return answer;
  }

  #perform(effect: GroupCallEffect): void {
    switch (effect.type) {
      case 'prepareDevices':
        return void this.#prepare();
      case 'join':
        this.#joining = this.#join();
        return;
      case 'leave':
        // A leave that overtakes its join would leave the device behind.
        return void this.#joining.then(() => this.#parts.requests.leave(this.#start));
      case 'reconnect':
        return this.#parts.reconnect();
      case 'checkList':
        return this.#checkList();
      case 'releaseMedia':
        this.#keys?.close();
        this.reactions.close();
        this.peers.close();
        this.#lanes.clear();
        return this.own.close();
      case 'ended':
        return this.#parts.ended(this);
    }
  }

  async #prepare(): Promise<void> {
    this.#isPreparing = true;
    // After a reload the microphone and the camera stay as they were before it.
    const { video, muted } = this.#start;
    const [isOpen] = await Promise.all([this.own.open(video), this.#parts.prepare(), this.#makeKeys()]);
    if (isOpen === true && muted) void this.own.setMicrophone(false);
    if (isOpen !== null) this.send({ type: isOpen ? 'devices.ready' : 'devices.denied' });
  }

  /** Without a cipher the call works, and its page shows that it is not encrypted end to end. */
  async #makeKeys(): Promise<void> {
    const { clock, watch, port, changed } = this.#parts;
    const cipher = (await port.cipher?.().catch(() => null)) ?? null;
    if (cipher === null) return;
    if (this.isOver) return cipher.close();
    this.#cipher = cipher;
    this.#keys = new GroupCallKeys({
      clock,
      watch,
      cipher,
      changed,
      device: this.device,
      call: () => this.#id,
      send: (signal) => this.#lanes.push(signal),
    });
  }

  async #join(): Promise<void> {
    this.#joins += 1;
    const no = this.#joins;
    const answer = await this.#parts.requests.join(this.#start);
    if (no !== this.#joins || this.isOver) return;
    if (answer.kind === 'failed') return this.send({ type: 'join.failed' });
    if (answer.kind === 'refused') {
      if (answer.end === 'refused') this.#parts.refused(answer.reason);
      return this.send({ type: 'join.refused', end: answer.end });
    }
    // The call ended before this request, which began another one without the user.
    const isOther = this.#id !== '' && answer.call.id !== this.#id;
    if (isOther) {
      void this.#parts.requests.leave(this.#start);
      return this.send({ type: 'join.refused', end: 'over' });
    }
    this.#id = answer.call.id;
    this.#wasListed = false;
    this.#lastCall = answer.call;
    this.peers.keepEarly(this.#id);
    this.#keys?.keepEarly(this.#id);
    this.send({ type: 'join.accepted' });
    this.look();
    this.#connect();
  }
}
