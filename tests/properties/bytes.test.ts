import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventLog } from '../../src/client/state/log.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { State } from '../../src/client/state/state.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';
import { userId } from '../../src/domain/ids.ts';
import { decodeUp } from '../../src/wire/up.ts';
import { decodeConfig } from '../../src/wire/down/config.ts';
import { decodeContactRows } from '../../src/wire/down/contact.ts';
import { decodeFrame } from '../../src/wire/down/down.ts';
import { decodeMessageRow } from '../../src/wire/down/message.ts';
import { decodeSelf } from '../../src/wire/down/self.ts';
import { decodeSync } from '../../src/wire/down/sync.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { recordedFrames } from '../support/recorded-frames.ts';
import { runs } from '../support/runs.ts';
import { facts, self } from '../support/contacts.ts';
import { asScript, type SmallestLine } from '../support/smallest.ts';

const ME = userId(7);
const RECORDED = recordedFrames().map(({ text }) => text);

/** Any bytes, and frames of a real server with some of their bytes changed. */
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((raw) => new TextDecoder().decode(raw)),
  fc.json(),
  fc
    .record({
      at: fc.nat({ max: 10_000 }),
      cuts: fc.array(
        fc.record({
          from: fc.nat({ max: 4_000 }),
          length: fc.nat({ max: 9 }),
          put: fc.string({ maxLength: 4 }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    })
    .map(({ at, cuts }) =>
      cuts.reduce(
        (text, { from, length, put }) => {
          const place = from % Math.max(1, text.length);
          return text.slice(0, place) + put + text.slice(place + length);
        },
        RECORDED[at % RECORDED.length] ?? '',
      ),
    ),
);

describe('any bytes', () => {
  it('WIRE-5 WIRE-12: are an event, nothing, or an error with a reason: never a fault', () => {
    fc.assert(
      fc.property(bytes, fc.boolean(), (text, signedIn) => {
        const result = decodeFrame(text, signedIn ? ME : null);
        if (!result.ok) expect(typeof result.reason.reason).toBe('string');
        if (!result.ok || result.value === 'ignored') return;
        expect(typeof result.value.event.type).toBe('string');
        const { place } = result.value;
        if (place !== null)
          expect([place.stream.length > 0, Number.isSafeInteger(place.seq), place.seq >= 0]).toEqual([
            true,
            true,
            true,
          ]);
      }),
      { numRuns: runs(200) },
    );
  });

  it('WIRE-12: on the way up and in every answer as well', () => {
    fc.assert(
      fc.property(bytes, fc.jsonValue(), (text, value) => {
        const up = decodeUp(text);
        expect(up === null || ['ping', 'pong', 'close', 'bindUid'].includes(up.type)).toBe(true);
        decodeContactRows(value);
        decodeMessageRow(value);
        decodeConfig(value);
        decodeSelf(value);
        decodeSync(value, ME);
      }),
      { numRuns: runs(200) },
    );
  });

  it('WIRE-5: unreadable frames change nothing, anywhere between readable ones', () => {
    // All of this is noise, so none of it decodes.
    const noise = bytes.filter((text) => !decodeFrame(text, ME).ok);
    const received = fc.array(
      fc.oneof(
        noise.map((text) => ({ text, bad: true })),
        fc.nat({ max: 20_000 }).map((at) => ({ text: RECORDED[at % RECORDED.length] ?? '', bad: false })),
      ),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(received, (texts) => {
        const all = makeReport(texts.map((one) => one.text));
        const read = makeReport(texts.filter((one) => !one.bad).map((one) => one.text));
        expect(stateToJson(all)).toEqual(stateToJson(read));
      }),
      {
        numRuns: runs(200),
        ...asScript<[readonly { readonly text: string; readonly bad: boolean }[]]>('any-bytes', ([texts]) => [
          ...opening,
          ...texts.map(({ text }, i) => lineOf(text, i * 10)),
        ]),
      },
    );
  });
});

const opening = [
  { atMs: 0, origin: 'local', event: { type: 'signedIn', self } },
  {
    atMs: 0,
    origin: 'local',
    event: {
      type: 'contactsLoaded',
      contacts: [facts(9), facts('group-3')],
      epoch: 'e',
      cursor: 'c',
      selfSeq: 0,
      applications: 0,
    },
  },
] as const;

function makeReport(texts: readonly string[]): State {
  const clock = createVirtualClock();
  const store = createStore({
    streams: streamsAtOnce,
    clock,
    log: { write: () => undefined },
    schedule: (run) => run(),
    events: new EventLog(),
  });
  for (const { event } of opening) store.dispatch(event);
  for (const text of texts) store.frame(text);
  store.stop();
  return store.get();
}

function lineOf(text: string, atMs: number): SmallestLine {
  try {
    const event: unknown = JSON.parse(text);
    if (typeof event === 'object' && event !== null && !Array.isArray(event))
      return { atMs, origin: 'frame', event: event as Readonly<Record<string, unknown>> };
  } catch {
    // Invalid JSON stays as it is.
  }
  return { atMs, origin: 'bad', event: { text } };
}
