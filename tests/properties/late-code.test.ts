import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import type { Effect } from '../../src/client/state/effects.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { firstTurn, type Op, type TurnCore } from '../../src/client/state/first-turn.ts';
import { codeAgainMs } from '../../src/client/state/limits.ts';
import { SEQUENCE_START } from '../../src/client/state/sequence-start.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { StreamCode, StreamCodeSource } from '../../src/client/state/store.ts';
import { streamCode, streamsAtOnce } from '../../src/client/state/stream-code.ts';
import { turn } from '../../src/client/state/turn.ts';
import { clientId } from '../../src/domain/ids.ts';
import { streamLimits } from '../../src/domain/limits.ts';
import { facts, self } from '../support/contacts.ts';
import { recordedFrames } from '../support/recorded-frames.ts';
import { runs } from '../support/runs.ts';

const RECORDED = recordedFrames().map(({ text }) => text);
const signedIn = { type: 'signedIn', self } as const;
const list = {
  type: 'contactsLoaded',
  contacts: [facts(9), facts('group-3')],
  epoch: 'e',
  cursor: 'c',
  selfSeq: 0,
  applications: 0,
} as const;

/** A frame of the socket itself. */
const framed = (event: Extract<Op, { kind: 'framed' }>['framed']['event']): Op => ({
  kind: 'framed',
  framed: { event, place: null, atSec: 1 },
  origin: 'live',
});

/** Code that loads or fails when the test decides. */
function lateCode() {
  let code: StreamCode | null = null;
  let requestCount = 0;
  let [came, failed]: [(code: StreamCode) => void, () => void] = [() => undefined, () => undefined];
  const source: StreamCodeSource = {
    now: () => code,
    get: () => {
      requestCount += 1;
      return new Promise((resolve, reject) => {
        came = resolve;
        failed = () => reject(new Error('no network'));
      });
    },
  };
  return {
    source,
    asked: () => requestCount,
    come: async () => {
      code = streamCode;
      came(code);
      await Promise.resolve();
    },
    fail: async () => {
      failed();
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

function setUp(streams: StreamCodeSource) {
  const clock = createVirtualClock();
  const store = createStore({
    streams,
    clock,
    log: { write: () => undefined },
    schedule: (run) => run(),
  });
  const effects: Effect[] = [];
  store.effects$.subscribe((effect) => void effects.push(effect));
  return { clock, store, effects };
}

describe('the code of streams comes after the list', () => {
  it('STREAM-18: earlier frames of the socket apply in order, whenever the code loads', async () => {
    const sentMessage = fc.array(
      fc.oneof(
        fc.nat({ max: 20_000 }).map((at) => RECORDED[at % RECORDED.length] ?? ''),
        fc.constantFrom('{"type":"ping"}', '{"type":"pong","bound":1,"cursor":"later"}', 'no frame'),
      ),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(sentMessage, fc.nat({ max: 30 }), async (texts, at) => {
        const late = lateCode();
        const [one, other] = [setUp(streamsAtOnce), setUp(late.source)];
        for (const { store } of [one, other]) for (const event of [signedIn, list]) store.dispatch(event);
        for (const [i, text] of texts.entries()) {
          if (i === at) await late.come();
          for (const { store } of [one, other]) store.frame(text);
        }
        await late.come();
        other.store.frame('{"type":"ping"}');
        one.store.frame('{"type":"ping"}');
        expect(other.effects).toEqual(one.effects);
        expect(stateToJson(other.store.get())).toEqual(stateToJson(one.store.get()));
        for (const { store } of [one, other]) store.stop();
      }),
      { numRuns: runs(200) },
    );
  });

  it('STREAM-18: until then each turn equals that of the whole code', () => {
    const pong = { type: 'ponged', multiport: true, bound: true } as const;
    const ops = fc.array(
      fc.record({
        ms: fc.nat({ max: 9_000 }),
        op: fc.constantFrom<Op>(
          { kind: 'local', event: signedIn },
          { kind: 'local', event: { type: 'signedIn', self: { ...self, id: facts(8).id as never } } },
          { kind: 'local', event: list },
          { kind: 'local', event: { ...list, contacts: [], epoch: 'f', mode: 1 } },
          { kind: 'local', event: { type: 'signedOut' } },
          { kind: 'local', event: { type: 'clientIdSet', clientId: clientId('c1') } },
          { kind: 'local', event: { type: 'minuteTicked', minute: 7 } },
          { kind: 'local', event: { type: 'connectionChanged', connection: { name: 'open', bound: true } } },
          { kind: 'bind' },
          { kind: 'syncEnded' },
          { kind: 'tick' },
          framed({ type: 'pinged' }),
          framed({ ...pong, cursor: null }),
          framed({ ...pong, cursor: 'c2' }),
          framed({ type: 'socketGreeted', client: clientId('c2'), epoch: 'e' }),
          framed({ type: 'socketGreeted', client: clientId('c3'), epoch: null }),
        ),
      }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(ops, (script) => {
        let [one, other]: [TurnCore, TurnCore] = [
          { state: EMPTY, sequencer: SEQUENCE_START },
          { state: EMPTY, sequencer: SEQUENCE_START },
        ];
        let now = 0;
        for (const { ms, op } of script) {
          now += ms;
          const [whole, first] = [turn(one, op, now), firstTurn(other, op, now)];
          expect(first.effects).toEqual(whole.effects);
          expect(first.applied.map(({ input }) => input)).toEqual(whole.applied.map(({ input }) => input));
          expect(first.core.sequencer).toEqual(whole.core.sequencer);
          expect(stateToJson(first.core.state)).toEqual(stateToJson(whole.core.state));
          [one, other] = [whole.core, first.core];
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('STREAM-18: the code is requested once the list is shown, and again after a failure', async () => {
    const late = lateCode();
    const { clock, store } = setUp(late.source);
    store.dispatch(signedIn);
    expect(late.asked()).toBe(0);
    store.dispatch(list);
    expect(late.asked()).toBe(1);
    await late.fail();
    store.dispatch({ type: 'minuteTicked', minute: 1 });
    expect(late.asked()).toBe(1);
    await clock.advance(codeAgainMs);
    expect(late.asked()).toBe(2);
    await late.fail();
    store.stop();
    await clock.advance(codeAgainMs);
    expect(late.asked()).toBe(2);
  });

  it('STREAM-18: frames of a lost socket are dropped, and too many are requested again', async () => {
    const late = lateCode();
    const { store, effects } = setUp(late.source);
    store.dispatch(signedIn);
    let there = true;
    store.frame('{"type":"simple"}', () => there);
    store.frame('{"type":"ping"}', () => there);
    expect(effects).toEqual([]);
    there = false;
    store.frame('{"type":"ping"}');
    expect(effects).toEqual([{ type: 'answerPing' }]);
    for (let n = 0; n <= streamLimits.bindHeldMax; n++) store.frame('{"type":"simple"}');
    expect(effects).toEqual([{ type: 'answerPing' }, { type: 'rebind' }]);
    store.stop();
  });
});
