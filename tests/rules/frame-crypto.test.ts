import { describe, expect, it } from 'vitest';
import { FrameOpener, FrameSealer } from '../../src/client/browser/media/frame-crypto.ts';
import { KeyExchange, compareCode } from '../../src/client/browser/media/key-exchange.ts';
import type { MediaKey } from '../../src/client/browser/media/media-key.ts';
import { TAG_BYTES, TRAILER_BYTES, type MediaFrameKind } from '../../src/domain/frame-layout.ts';
import { groupCallLimits as limits } from '../../src/domain/group-call-limits.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';

const bytes = (length: number, first = 0) => Uint8Array.from({ length }, (_, at) => (first + at) % 251);
const key = (generation: number, step = 0, fill = generation + 1): MediaKey => ({
  generation,
  step,
  secret: new Uint8Array(32).fill(fill),
});

function opener() {
  const clock = createVirtualClock();
  const missing: string[] = [];
  const made = new FrameOpener({
    wait: (ms) => new Promise((done) => void clock.setTimeout(done, ms)),
    nowMs: () => clock.nowMs(),
    missing: (device) => void missing.push(device),
  });
  return { made, clock, missing };
}

async function sealer(first: MediaKey) {
  const made = new FrameSealer();
  await made.use(first);
  return made;
}

/** Real time for the digests of the crypto library, which the virtual clock does not count. */
const settle = () => new Promise((done) => setTimeout(done, 20));

describe('frames', () => {
  it.each(['audio', 'key', 'delta'] as const)(
    'GCALL-18: a frame of %s comes out as it went in, and only its first bytes are clear',
    async (kind) => {
      const { made } = opener();
      await made.accept('a', key(0));
      const seal = (await sealer(key(0))).stream();
      const open = made.receiver('a');
      const frame = bytes(400);
      const sealed = (await seal(kind, frame))!;
      const clear = { audio: 1, key: 10, delta: 3 }[kind];
      expect(sealed.subarray(0, clear)).toEqual(frame.subarray(0, clear));
      expect(sealed).toHaveLength(frame.length + TAG_BYTES + TRAILER_BYTES);
      const rest = sealed.subarray(clear, -TRAILER_BYTES);
      const same = rest.filter((byte, at) => byte === frame[clear + at]).length;
      expect(same).toBeLessThan(20);
      expect(await open(kind, sealed)).toEqual(frame);
      // The same frame again is other bytes.
      expect(await seal(kind, frame)).not.toEqual(sealed);
    },
  );

  it('GCALL-18: an altered, repeated or foreign frame is dropped', async () => {
    const { made, missing } = opener();
    await made.accept('a', key(0));
    const seal = (await sealer(key(0))).stream();
    const open = made.receiver('a');
    const sealed = (await seal('key', bytes(90)))!;
    for (let at = 0; at < sealed.length; at += 1) {
      // A flipped name of the key would be waited for.
      if (at >= sealed.length - 3) continue;
      const altered = sealed.slice();
      altered[at] = (altered[at] ?? 0) ^ 1;
      expect(await open('key', altered)).toBeNull();
    }
    expect(await open('audio', sealed)).toBeNull();
    expect(await open('key', sealed)).toEqual(bytes(90));
    expect(await open('key', sealed)).toBeNull();
    const foreign = (await sealer(key(0, 0, 99))).stream();
    expect(await open('key', (await foreign('key', bytes(90)))!)).toBeNull();
    expect(await open('key', bytes(10))).toBeNull();
    expect(missing).toEqual([]);
  });

  it('GCALL-18: without a key nothing is sent', async () => {
    expect(await new FrameSealer().stream()('audio', bytes(80))).toBeNull();
    // Encrypted, an empty frame of a silent encoder would become a packet.
    expect(await new FrameSealer().stream()('audio', bytes(0))).toHaveLength(0);
  });

  it('GCALL-18: frames wait a second for a late key, and no longer', async () => {
    const { made, clock, missing } = opener();
    const seal = (await sealer(key(0))).stream();
    const open = made.receiver('a');
    const frames = [(await seal('audio', bytes(80)))!, (await seal('audio', bytes(80, 9)))!];
    const first = open('audio', frames[0]!);
    await clock.advance(limits.lateKeyMs - 100);
    await made.accept('a', key(0));
    expect(await first).toEqual(bytes(80));
    expect(missing).toEqual(['a']);

    await made.accept('b', key(0));
    const late = made.receiver('b');
    const next = (await sealer(key(1))).stream();
    const dropped = late('audio', (await next('audio', bytes(80)))!);
    await settle();
    await clock.advance(limits.lateKeyMs);
    expect(await dropped).toBeNull();
    // Later frames of that key do not wait again.
    expect(await late('audio', (await next('audio', bytes(80)))!)).toBeNull();
    await made.accept('b', key(1));
    expect(await late('audio', (await next('audio', bytes(80)))!)).toEqual(bytes(80));
  });
});

const of = (device: string, { publicKey }: KeyExchange) => ({ device, publicKey });

async function holders() {
  const [a, b, c] = await Promise.all([KeyExchange.create(), KeyExchange.create(), KeyExchange.create()]);
  return { a, b, c, ofA: of('a', a), ofB: of('b', b), ofC: of('c', c) };
}

const opens = async (from: MediaKey, has: MediaKey, kind: MediaFrameKind = 'audio') => {
  const { made, clock } = opener();
  await made.accept('a', has);
  const sealed = (await (await sealer(from)).stream()(kind, bytes(60)))!;
  const result = made.receiver('a')(kind, sealed);
  await settle();
  await clock.advance(limits.lateKeyMs);
  return (await result) !== null;
};

describe('keys', () => {
  it('GCALL-19: only the device that a key was wrapped for reads it, in its call only', async () => {
    const { a, b, c, ofA, ofB, ofC } = await holders();
    const box = await a.wrap('call-1', 'a', ofB);
    expect(await b.unwrap('call-1', ofA, 'b', box)).toEqual(a.newest);
    expect(await b.unwrap('call-2', ofA, 'b', box)).toBeNull();
    expect(await b.unwrap('call-1', ofC, 'b', box)).toBeNull();
    expect(await c.unwrap('call-1', ofA, 'c', box)).toBeNull();
    expect(await b.unwrap('call-1', ofA, 'b', 'no box')).toBeNull();
    expect(await b.unwrap('call-1', { device: 'a', publicKey: 'AAAA' }, 'b', box)).toBeNull();
  });

  it('GCALL-20: a new holder decrypts no earlier frame, earlier holders decrypt later ones', async () => {
    const { a } = await holders();
    const before = a.newest;
    await a.advance();
    const after = a.newest;
    expect(await opens(before, after)).toBe(false);
    expect(await opens(after, before)).toBe(true);
    expect(await opens(after, before, 'key')).toBe(true);
  });

  it('GCALL-20: a device that left decrypts nothing after the next key', async () => {
    const { a } = await holders();
    const before = a.newest;
    a.rotate();
    expect(await opens(a.newest, before)).toBe(false);
    await a.advance();
    expect(await opens(a.newest, before)).toBe(false);
  });

  it('GCALL-20: frames of the step before still count shortly after a step', async () => {
    const { a } = await holders();
    const old = await sealer(a.newest);
    const { made } = opener();
    await made.accept('a', a.newest);
    const [early, open] = [old.stream(), made.receiver('a')];
    const late = (await early('audio', bytes(60)))!;
    await a.advance();
    const next = (await sealer(a.newest)).stream();
    expect(await open('audio', (await next('audio', bytes(60)))!)).toEqual(bytes(60));
    expect(await made.receiver('a')('audio', late)).toEqual(bytes(60));
  });

  it('GCALL-21: the words follow the public keys of all, and nothing else', async () => {
    const { c, ofA, ofB, ofC } = await holders();
    const words = await compareCode('call-1', [ofA, ofB, ofC]);
    expect(words).toHaveLength(6);
    expect(words.every((one) => one >= 0 && one < 256)).toBe(true);
    expect(await compareCode('call-1', [ofC, ofA, ofB])).toEqual(words);
    expect(await compareCode('call-1', [ofA, ofB])).not.toEqual(words);
    expect(await compareCode('call-2', [ofA, ofB, ofC])).not.toEqual(words);
    const between = { device: 'b', publicKey: (await KeyExchange.create()).publicKey };
    expect(await compareCode('call-1', [ofA, between, ofC])).not.toEqual(words);
    expect(c.publicKey).not.toBe(between.publicKey);
  });
});
