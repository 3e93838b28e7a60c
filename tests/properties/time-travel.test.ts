import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { contactId } from '../../src/domain/ids.ts';
import { diffStates } from '../../src/inspector/model/diff.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import { applied, Recorded, type ReplayPoint } from '../../src/inspector/model/session.ts';
import { liveLine, localLine, numbered, OPENING, PEOPLE, posted, recalled } from '../support/script-lines.ts';
import { runs } from '../support/runs.ts';
import { asScript } from '../support/smallest.ts';

type Act = {
  readonly what: 'post' | 'recall' | 'top' | 'open' | 'wish' | 'net' | 'machine';
  readonly who: number;
  readonly on: boolean;
};

/** Lines that make sense one after the other: each conversation counts its own places. */
function linesOf(acts: readonly Act[]): readonly ScriptEventLine[] {
  const seqs = new Map<string, number>();
  const next = (id: string): number => seqs.set(id, (seqs.get(id) ?? 0) + 1).get(id) ?? 1;
  let selfSeq = 0;
  const lines = acts.map(({ what, who, on }): ScriptEventLine => {
    const id = PEOPLE[who] ?? '1';
    const conversation = contactId(id);
    switch (what) {
      case 'post':
        return posted(id, next(id));
      case 'recall':
        return recalled(id, Math.max(1, (seqs.get(id) ?? 1) - 1), next(id));
      case 'top':
        return liveLine(
          { type: 'topSet', conversation, isTop: on },
          { stream: 'u7' as never, seq: (selfSeq += 1) },
        );
      case 'open':
        return localLine(on ? { type: 'chatOpened', conversation } : { type: 'chatClosed' });
      case 'wish':
        return localLine({ type: 'pendingSet', register: 'notice', conversation, value: on });
      case 'net':
        return localLine({
          type: 'connectionChanged',
          connection: on ? { name: 'open', bound: true } : { name: 'lost' },
        });
      case 'machine':
        return {
          atMs: 0,
          origin: 'machine',
          event: {
            actor: `outbox ${id}`,
            machine: 'outbox',
            event: { type: 'x' },
            value: on ? 'sending' : 'resting',
            context: {},
            taken: [],
            over: false,
          },
        };
    }
  });
  return [...OPENING, ...lines];
}

const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom('post', 'post', 'post', 'recall', 'top', 'open', 'wish', 'net', 'machine'),
  who: fc.nat(PEOPLE.length - 1),
  on: fc.boolean(),
});

const json = ({ state, machines }: ReplayPoint): string =>
  JSON.stringify([stateToJson(state), [...machines]]);
const fromEmpty = (lines: readonly ScriptEventLine[]): ReplayPoint =>
  lines.reduce(applied, { state: EMPTY, machines: new Map(), screen: null });

const makeReport = (name: string) => ({
  numRuns: runs(200),
  ...asScript<[Act[], ...unknown[]]>(name, ([acts]) => linesOf(acts)),
});

describe('time travel', () => {
  it('INSP-2: the moment after n events is the fold of the first n, in any order of viewing', () => {
    fc.assert(
      fc.property(
        fc.array(act, { minLength: 1, maxLength: 60, size: 'max' }),
        fc.array(fc.nat(70), { maxLength: 12 }),
        (acts, places) => {
          const session = new Recorded();
          const lines = linesOf(acts);
          expect(session.append(numbered(lines))).toEqual([]);
          expect(session.length).toBe(lines.length);
          for (const n of places)
            expect(json(session.at(n))).toBe(json(fromEmpty(session.lines.slice(0, n))));
        },
      ),
      makeReport('moments'),
    );
  });

  it('INSP-2: the same across kept moments, and when lines keep coming', () => {
    const lines = linesOf(fc.sample(act, { numRuns: 1_600, seed: 7 }));
    const session = new Recorded();
    for (let at = 0; at < lines.length; at += 37) session.append(numbered(lines.slice(at, at + 37)));
    for (const n of [0, 1, 499, 500, 501, 1_499, 1_000, 1_001, 3, 1_602, 1_601])
      expect(json(session.at(n))).toBe(json(fromEmpty(session.lines.slice(0, n))));
  });

  it('INSP-5: there is a difference exactly where two states differ', () => {
    fc.assert(
      fc.property(fc.array(act, { minLength: 2, maxLength: 40 }), fc.nat(40), fc.nat(40), (acts, a, b) => {
        const session = new Recorded();
        session.append(numbered(linesOf(acts)));
        const [before, after] = [session.at(a).state, session.at(b).state];
        const same = JSON.stringify(stateToJson(before)) === JSON.stringify(stateToJson(after));
        if (!same) expect(diffStates(before, after).length).toBeGreaterThan(0);
        expect(diffStates(after, after)).toEqual([]);
      }),
      makeReport('differences'),
    );
  });
});
