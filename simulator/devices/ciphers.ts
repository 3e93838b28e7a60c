import type { CallCipher, KeyHolder } from '../../src/ports/media.ts';
import type { Surroundings } from '../environment/surroundings.ts';
import type { ProcessClock } from '../time/process-clock.ts';

/** A key of a device: steps follow from each other, generations do not. */
interface Key {
  readonly generation: number;
  readonly step: number;
}

interface Box {
  readonly owner: WorldCipher;
  readonly call: string;
  readonly from: string;
  readonly to: KeyHolder;
  readonly key: Key;
}

/** How often a cipher looks whether it can open what arrives. */
const LOOK_MS = 1_000;
/** Time within which a device that left opens no new frame (GCALL-20), and the time until the next look. */
const REKEY_MS = 1_000 + LOOK_MS;

/** A connection of a cipher, as the other side sees it. */
export interface SecretPath {
  /** The device at the other end. */
  readonly other: string;
  /** The cipher at the other end, while the two are connected. */
  readonly far: () => WorldCipher | null;
}

/** Keys of group calls without cryptography: who can open which is known (GCALL-19, GCALL-20). */
export class WorldKeys {
  readonly boxes = new Map<string, Box>();
  #made = 0;

  constructor(readonly around: Surroundings) {}

  /** Text of this length that names nothing else. */
  text(length: number): string {
    this.#made += 1;
    return String(this.#made).padStart(length, '0');
  }

  fault(text: string): void {
    this.around.fault('keys of a call are with its devices only', text);
  }
}

/** The cipher of one device in one call. */
export class WorldCipher implements CallCipher {
  readonly publicKey: string;
  readonly #keys: WorldKeys;
  readonly #clock: ProcessClock;
  readonly #madeMs: number;
  readonly #paths = new Set<SecretPath>();
  readonly #plain = new Set<string>();
  /** Start of the use of each key. */
  readonly #used = new Map<string, number>();
  /** Opened keys, by owner. */
  readonly #opened = new Map<string, readonly Key[]>();
  /** Devices that can open its keys, and the times at which they left. */
  readonly #holders = new Map<string, { readonly device: string; readonly key: Key }>();
  readonly #gone = new Map<string, number>();
  #newest: Key = { generation: 0, step: 0 };
  #current: Key = this.#newest;
  #onMissing: (device: string) => void = () => undefined;
  #timer: unknown = null;
  #lookedMs = 0;

  constructor(
    private readonly name: string,
    keys: WorldKeys,
    clock: ProcessClock,
    private readonly closed: () => void,
  ) {
    this.#keys = keys;
    this.#clock = clock;
    this.publicKey = `B${keys.text(86)}=`;
    this.#madeMs = this.#nowMs();
    this.#lookedMs = this.#madeMs;
    void this.use();
    this.#look();
  }

  advance(): Promise<void> {
    this.#newest = { ...this.#newest, step: this.#newest.step + 1 };
    return Promise.resolve();
  }

  rotate(): void {
    this.#newest = { generation: this.#newest.generation + 1, step: 0 };
  }

  use(): Promise<void> {
    this.#current = this.#newest;
    if (!this.#used.has(nameOf(this.#current))) this.#used.set(nameOf(this.#current), this.#nowMs());
    return Promise.resolve();
  }

  wrap(call: string, from: string, to: KeyHolder): Promise<string> {
    const box = this.#keys.text(84);
    this.#keys.boxes.set(box, { owner: this, call, from, to, key: this.#newest });
    this.#holders.set(to.publicKey, { device: to.device, key: this.#newest });
    this.#gone.delete(to.publicKey);
    return Promise.resolve(box);
  }

  /** A holder opens no frame that was sent before it made its own key (GCALL-20). */
  accept(call: string, from: KeyHolder, to: string, text: string): Promise<boolean> {
    const box = this.#keys.boxes.get(text);
    const isFor = box?.to.device === to && box.to.publicKey === this.publicKey;
    if (!isFor || box.call !== call || box.from !== from.device || box.owner.publicKey !== from.publicKey)
      return Promise.resolve(false);
    const { owner, key } = box;
    const sinceMs = owner.#used.get(nameOf(key)) ?? Number.POSITIVE_INFINITY;
    if (sinceMs < this.#madeMs)
      this.#keys.fault(`${this.name} opens frames that ${owner.name} sent before it came`);
    this.#opened.set(owner.publicKey, [...(this.#opened.get(owner.publicKey) ?? []), key]);
    return Promise.resolve(true);
  }

  setPlain(device: string, isPlain: boolean): void {
    if (isPlain) this.#plain.add(device);
    else this.#plain.delete(device);
  }

  forget(device: string): void {
    this.#plain.delete(device);
    for (const [publicKey, holder] of this.#holders)
      if (holder.device === device) this.#gone.set(publicKey, this.#nowMs());
  }

  /** The same list gives the same words, another list others. */
  words(call: string, holders: readonly KeyHolder[]): Promise<readonly number[]> {
    const names = holders.map(({ device, publicKey }) => `${device} ${publicKey}`).toSorted();
    let hash = 2_166_136_261;
    for (const sign of [call, ...names].join()) hash = Math.imul(hash ^ sign.charCodeAt(0), 16_777_619) >>> 0;
    return Promise.resolve([0, 8, 16, 24, 3, 11].map((bits) => (hash >>> bits) & 255));
  }

  onMissing(listener: (device: string) => void): void {
    this.#onMissing = listener;
  }

  close(): void {
    this.#clock.clearTimeout(this.#timer);
    this.#timer = null;
    this.#paths.clear();
    this.#onMissing = () => undefined;
    this.closed();
  }

  /** Begins to send and receive by a connection; returns its end. */
  through(path: SecretPath): () => void {
    this.#paths.add(path);
    return () => void this.#paths.delete(path);
  }

  #look(): void {
    const nowMs = this.#nowMs();
    // A page that is seldom given time renews its keys as late.
    const isLate = this.#clock.throttled || nowMs - this.#lookedMs > LOOK_MS + 1;
    this.#lookedMs = nowMs;
    this.#timer = this.#clock.setTimeout(() => this.#look(), LOOK_MS);
    for (const { far, other } of this.#paths) {
      const sender = far();
      if (sender === null) continue;
      if (this.#opens(sender)) this.#keys.around.count('mark: heard in a group call');
      else if (!this.#plain.has(other)) this.#onMissing(other);
    }
    for (const [publicKey, sinceMs] of this.#gone) {
      const holder = this.#holders.get(publicKey);
      if (isLate) this.#gone.set(publicKey, nowMs);
      if (isLate || nowMs - sinceMs < REKEY_MS || holder?.key.generation !== this.#current.generation)
        continue;
      this.#keys.fault(`${holder.device} left the call and still opens frames of ${this.name}`);
    }
  }

  #opens(sender: WorldCipher): boolean {
    const { generation, step } = sender.#current;
    const keys = this.#opened.get(sender.publicKey) ?? [];
    return keys.some((key) => key.generation === generation && key.step <= step);
  }

  #nowMs(): number {
    return this.#keys.around.clock.elapsedMs();
  }
}

const nameOf = ({ generation, step }: Key): string => `${generation}.${step}`;
