import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  authenticated,
  clearBytes,
  COUNTER_MAX,
  nonceOf,
  readTrailer,
  ReplayWindow,
  TAG_BYTES,
  TRAILER_BYTES,
  writeTrailer,
  type FrameTrailer,
} from '../../src/domain/frame-layout.ts';
import { readKeyMessage, writeKeyMessage } from '../../src/domain/key-message.ts';

const trailers: fc.Arbitrary<FrameTrailer> = fc.record({
  stream: fc.integer({ min: 0, max: 0xffff }),
  counter: fc.maxSafeNat().map((one) => one % (COUNTER_MAX + 1)),
  generation: fc.integer({ min: 0, max: 0xffff }),
  step: fc.integer({ min: 0, max: 0xff }),
});

it('GCALL-18: a trailer is read as it was written, behind any frame', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: TAG_BYTES }), trailers, (frame, trailer) => {
      const bytes = writeTrailer(trailer);
      expect(bytes).toHaveLength(TRAILER_BYTES);
      expect(readTrailer(Uint8Array.of(...frame, ...bytes))).toEqual(trailer);
    }),
  );
});

it('GCALL-18: frames of different streams or counters have different nonces', () => {
  fc.assert(
    fc.property(trailers, trailers, (one, other) => {
      const isSame = one.stream === other.stream && one.counter === other.counter;
      expect(String(nonceOf(one)) === String(nonceOf(other))).toBe(isSame);
    }),
  );
});

it('GCALL-18: sound and pictures authenticate different bytes', () => {
  const [clear, trailer] = [
    Uint8Array.of(1),
    writeTrailer({ stream: 1, counter: 2, generation: 3, step: 4 }),
  ];
  expect(authenticated('audio', clear, trailer)).not.toEqual(authenticated('delta', clear, trailer));
  expect([
    clearBytes('audio', 80),
    clearBytes('key', 900),
    clearBytes('delta', 900),
    clearBytes('key', 4),
  ]).toEqual([1, 10, 3, 4]);
});

it('GCALL-18: any short bytes are no frame, and any text no key message', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: TRAILER_BYTES + TAG_BYTES - 1 }), fc.string(), (bytes, text) => {
      expect(readTrailer(bytes)).toBeNull();
      expect(readKeyMessage(text)).toBeNull();
      expect(readKeyMessage(writeKeyMessage({ type: 'ask', publicKey: text }))).toBeNull();
    }),
  );
});

it('GCALL-18: each frame of a stream is accepted once, in any order of the last hundred', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 400 }), (counters) => {
      const window = new ReplayWindow();
      const accepted = counters.filter((one) => {
        const isNew = window.isNew(one);
        if (isNew) window.note(one);
        return isNew;
      });
      expect(new Set(accepted).size).toBe(accepted.length);
      let newest = -1;
      for (const one of counters) {
        if (one > newest - 100) expect(accepted).toContain(one);
        newest = Math.max(newest, one);
      }
    }),
  );
});
