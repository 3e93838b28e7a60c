import { createActor, type Actor } from 'xstate';
import { groupCallKeysMachine, type GroupCallKeysEffect } from '../../../machines/group-call-keys.machine.ts';
import { groupCallRekeyMachine } from '../../../machines/group-call-rekey.machine.ts';
import { groupCallLimits as limits } from '../../domain/group-call-limits.ts';
import type { GroupCallSignal, Participant } from '../../domain/group-call.ts';
import { readKeyMessage, writeKeyMessage } from '../../domain/key-message.ts';
import type { Clock } from '../../ports/clock.ts';
import type { CallCipher, KeyHolder } from '../../ports/media.ts';
import type { WatchActors } from '../../ports/watch.ts';
import type { CallEncryption } from '../interface/group-calls.ts';
import type { OwnSignal } from './signal-lanes.ts';

export interface GroupCallKeysParts {
  readonly clock: Clock;
  readonly watch?: WatchActors | undefined;
  readonly cipher: CallCipher;
  readonly device: string;
  readonly call: () => string;
  readonly send: (signal: OwnSignal) => void;
  readonly changed: () => void;
}

interface Other {
  readonly device: string;
  /** The joins of both devices: one that left and returned gets a new key. */
  readonly since: string;
  readonly actor: Actor<typeof groupCallKeysMachine>;
  publicKey: string;
}

/** Keys of this device and of all others in its call; the cipher holds them (GCALL-19 … GCALL-21). */
export class GroupCallKeys {
  readonly #parts: GroupCallKeysParts;
  readonly #others = new Map<string, Other>();
  readonly #rekey: Actor<typeof groupCallRekeyMachine>;
  #early: readonly GroupCallSignal[] = [];
  /** One task after another: a key is wrapped as it is then. */
  #turn: Promise<unknown> = Promise.resolve();
  #words: readonly number[] | null = null;
  /** The public keys behind the words. */
  #wordsOf = '';
  #isClosed = false;

  constructor(parts: GroupCallKeysParts) {
    this.#parts = parts;
    const { clock, watch, cipher } = parts;
    this.#rekey = createActor(groupCallRekeyMachine, { id: 'group-call-rekey', clock, inspect: watch });
    this.#rekey.on('rotate', () => this.#inTurn(() => this.#rotate()));
    this.#rekey.on('use', () => this.#inTurn(() => cipher.use()));
    this.#rekey.start();
    cipher.onMissing((device) => this.#others.get(device)?.actor.send({ type: 'frames.missing' }));
  }

  list(others: readonly Participant[], selfJoinedAtMs: number): void {
    const since = new Map(others.map((one) => [one.device, `${selfJoinedAtMs} ${one.joinedAtMs}`]));
    for (const other of Array.from(this.#others.values()))
      if (since.get(other.device) !== other.since) this.#drop(other);
    for (const [device, joined] of since) if (!this.#others.has(device)) this.#begin(device, joined);
  }

  /** Keeps messages of a device that this one does not list yet. */
  take(signal: GroupCallSignal): void {
    const other = this.#others.get(signal.from);
    if (other === undefined) this.#early = [...this.#early, signal].slice(-limits.earlySignalsMax);
    else this.#inTurn(() => this.#read(other, signal.text));
  }

  /** Drops what came early for another call than this one. */
  keepEarly(call: string): void {
    this.#early = this.#early.filter((one) => one.call === call);
  }

  /** `on` only if every device decrypts and encrypts. */
  get encryption(): CallEncryption {
    const all = [...this.#others.values()];
    const without = all.filter(isWithout).map(({ device }) => device);
    if (without.length > 0) return { state: 'partial', without, words: null };
    const isReady = all.length > 0 && all.every(isKnown);
    return { state: isReady ? 'on' : 'waiting', without: [], words: isReady ? this.#words : null };
  }

  close(): void {
    this.#isClosed = true;
    for (const other of Array.from(this.#others.values())) this.#drop(other);
    this.#rekey.send({ type: 'call.left' });
    this.#early = [];
    this.#parts.cipher.close();
  }

  #begin(device: string, since: string): void {
    const { clock, watch, changed } = this.#parts;
    const actor = createActor(groupCallKeysMachine, {
      id: `group-call-keys ${device}`,
      clock,
      inspect: watch,
    });
    const other: Other = { device, since, actor, publicKey: '' };
    this.#others.set(device, other);
    actor.on('*', (effect) => this.#perform(other, effect));
    actor.subscribe(changed);
    actor.start();
    const early = this.#early.filter(({ from }) => from === device);
    this.#early = this.#early.filter(({ from }) => from !== device);
    for (const signal of early) this.take(signal);
    void this.#findWords();
  }

  #drop(other: Other): void {
    this.#others.delete(other.device);
    other.actor.send({ type: 'device.gone' });
    if (this.#isClosed) return;
    this.#parts.cipher.forget(other.device);
    if (other.publicKey !== '') this.#rekey.send({ type: 'device.left' });
    void this.#findWords();
  }

  #perform(other: Other, effect: GroupCallKeysEffect): void {
    const { cipher } = this.#parts;
    switch (effect.type) {
      case 'ask':
        return this.#send(other, { type: 'ask', publicKey: cipher.publicKey });
      case 'share':
        return this.#inTurn(() => this.#share(other));
      case 'plain':
        return cipher.setPlain(other.device, effect.isPlain);
    }
  }

  /** The public key goes along: the other device may have missed the request. */
  async #share(other: Other): Promise<void> {
    if (this.#others.get(other.device) !== other || other.publicKey === '') return;
    const { cipher, device, call } = this.#parts;
    const box = await cipher.wrap(call(), device, holderOf(other));
    this.#send(other, { type: 'key', publicKey: cipher.publicKey, box });
  }

  async #read(other: Other, text: string): Promise<void> {
    const message = readKeyMessage(text);
    if (message === null || this.#others.get(other.device) !== other) return;
    if (message.publicKey !== other.publicKey) await this.#greet(other, message.publicKey);
    else if (message.type === 'ask') other.actor.send({ type: 'key.asked' });
    if (message.type !== 'key') return;
    const { cipher, device, call } = this.#parts;
    if (await cipher.accept(call(), holderOf(other), device, message.box))
      other.actor.send({ type: 'key.received' });
  }

  /** A new holder cannot decrypt earlier frames: the key goes one step on before it gets it (GCALL-20). */
  async #greet(other: Other, publicKey: string): Promise<void> {
    const { cipher } = this.#parts;
    other.publicKey = publicKey;
    await cipher.advance();
    // A key that was sent but is not used yet comes into use by its own time.
    if (!this.#rekey.getSnapshot().matches('sending')) await cipher.use();
    other.actor.send({ type: 'greeting.received' });
    void this.#findWords();
  }

  async #rotate(): Promise<void> {
    this.#parts.cipher.rotate();
    for (const other of this.#others.values()) other.actor.send({ type: 'key.changed' });
  }

  async #findWords(): Promise<void> {
    const { cipher, device, call, changed } = this.#parts;
    const own = { device, publicKey: cipher.publicKey };
    const holders = [own, ...Array.from(this.#others.values(), holderOf)];
    const name = holders
      .map((one) => `${one.device} ${one.publicKey}`)
      .toSorted()
      .join('\n');
    if (name === this.#wordsOf) return;
    this.#wordsOf = name;
    this.#words = null;
    if (holders.length < 2 || holders.some(({ publicKey }) => publicKey === '')) return;
    const words = await cipher.words(call(), holders);
    if (this.#wordsOf !== name) return;
    this.#words = words;
    changed();
  }

  #send(to: Other, message: Parameters<typeof writeKeyMessage>[0]): void {
    this.#parts.send({ to: to.device, kind: 'key', text: writeKeyMessage(message), candidates: [], path: 0 });
  }

  #inTurn(task: () => Promise<unknown>): void {
    this.#turn = this.#turn.then(() => (this.#isClosed ? null : task())).catch(() => undefined);
  }
}

const holderOf = ({ device, publicKey }: Other): KeyHolder => ({ device, publicKey });

const isWithout = ({ actor }: Other): boolean =>
  (['without', 'plain'] as const).some((other) => actor.getSnapshot().matches({ exchanging: { other } }));

const isKnown = ({ actor }: Other): boolean =>
  actor.getSnapshot().matches({ exchanging: { other: 'known', own: 'shared' } });
