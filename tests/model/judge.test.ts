import { describe, expect, it } from 'vitest';
import { operationsOf, readHistory, type Entry, type Operation, type Result } from '../judge/history.ts';
import { judge } from '../judge/judge.ts';
import { BUGS, pretended } from '../judge/pretended.ts';
import { Recorder } from '../judge/recorder.ts';

const SEEDS = 40;

describe('the judge of histories', () => {
  it('SIM-14: finds nothing in a service without faults, with any answers lost', () => {
    for (let seed = 1; seed <= 150; seed += 1)
      expect(judge(pretended(seed, null).entries), `seed ${seed}`).toEqual([]);
  });

  it.each(BUGS)('SIM-14: finds a service that %s', (bug) => {
    const matches = Array.from({ length: SEEDS }, (_, at) => judge(pretended(at + 1, bug).entries)).filter(
      (faults) => faults.length > 0,
    );
    expect(matches.length).toBeGreaterThan(0);
  });

  it('SIM-14: a history is lines of JSON, and says the same when it is read again', () => {
    const recorder = pretended(3, 'leaves a gap');
    expect(readHistory(recorder.lines())).toEqual(recorder.entries);
  });

  it('SIM-14: an operation without an answer may happen later, or never', () => {
    const entries: readonly Entry[] = [
      { at: 1, who: 'a', no: 1, phase: 'invoke', operation: { does: 'write', register: 'r', value: 'x' } },
      { at: 2, who: 'b', no: 2, phase: 'invoke', operation: { does: 'read', register: 'r' } },
      { at: 3, who: 'b', no: 2, phase: 'ok', result: { value: null } },
      { at: 4, who: 'b', no: 3, phase: 'invoke', operation: { does: 'read', register: 'r' } },
      { at: 5, who: 'b', no: 3, phase: 'ok', result: { value: 'x' } },
    ];
    expect(operationsOf(entries)[0]).toMatchObject({ outcome: 'unknown', until: Number.POSITIVE_INFINITY });
    expect(judge(entries)).toEqual([]);
    const back: readonly Entry[] = [
      ...entries,
      { at: 6, who: 'b', no: 4, phase: 'invoke', operation: { does: 'read', register: 'r' } },
      { at: 7, who: 'b', no: 4, phase: 'ok', result: { value: null } },
    ];
    expect(judge(back)).not.toEqual([]);
  });

  it('SIM-14: once all is quiet, what had no answer has happened by then, or never will', () => {
    const recorder = new Recorder();
    const execute = (operation: Operation, result?: Result) =>
      recorder.invoke('a', operation)(result === undefined ? { phase: 'unknown' } : { phase: 'ok', result });
    const place = (inside: boolean, result?: Result) =>
      execute({ does: 'put', set: 's', member: 'm', inside }, result);
    const reads = (members: readonly string[]) => execute({ does: 'readSet', set: 's' }, { members });
    place(true);
    place(false, {});
    reads(['m']);
    expect(judge(recorder.entries)).toEqual([]);
    recorder.settled('a');
    place(false, {});
    reads(['m']);
    expect(judge(recorder.entries)).toEqual(['s: a finds m inside']);
  });
});
