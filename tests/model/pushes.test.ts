import { beforeEach, describe, expect, it } from 'vitest';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { PushTrial } from '../../simulator/oracle/pushes.ts';
import type { PushPhase, ToldPush } from '../../simulator/oracle/pushes.ts';
import type { OracleLine } from '../../simulator/oracle/state.ts';

const SAID_MS = 3_000;
const DUE_MS = SAID_MS + 10_000;
let rows = 0;
let oracle: Oracle;
let trial: PushTrial;

/** 1 and 2 are friends, and with 3 in a group; of 2 a phone and a desktop take pushes, of 3 a phone. */
beforeEach(() => {
  oracle = new Oracle();
  for (const id of [1, 2, 3]) oracle.meet({ id, name: `Name ${id}` });
  oracle.apply({ do: 'befriend', by: 1, with: 2, row: (rows += 1) }, 1_000);
  oracle.apply({ do: 'found', by: 1, chat: 'group-1', name: 'All', people: [2, 3], row: (rows += 1) }, 2_000);
  trial = new PushTrial(oracle);
  trial.takes({ name: 'phone', person: 2, keepsAll: false, words: true });
  trial.takes({ name: 'desktop', person: 2, keepsAll: false, words: false });
  trial.takes({ name: 'third', person: 3, keepsAll: false, words: true });
});

function say(
  chat: string,
  words: string,
  more: { at?: readonly number[]; quotes?: number } = {},
): OracleLine {
  const line = { row: (rows += 1), id: `id${rows}`, kind: 'text', words, at: [], quotes: null, ...more };
  oracle.apply({ do: 'say', by: 1, chat, line }, SAID_MS);
  return oracle.lines.get(rows) as OracleLine;
}

const told = (device: string, line: OracleLine, more: Partial<ToldPush> = {}): ToldPush => ({
  device,
  kind: 'message',
  tag: `chat-${line.chat}`,
  topic: `topic ${line.chat}`,
  title: device === 'desktop' ? 'Parley' : line.chat === 'group-1' ? 'All' : 'Name 1',
  words: device === 'desktop' ? 'New message' : `${line.chat === 'group-1' ? 'Name 1: ' : ''}${line.words}`,
  contact: line.chat === 'group-1' ? 'group-1' : '1',
  isGroup: line.chat === 'group-1',
  row: line.row,
  outcome: 'sent',
  atMs: DUE_MS + 500,
  ...more,
});
const both = (line: OracleLine): readonly ToldPush[] => [told('phone', line), told('desktop', line)];
const look = (lines: readonly OracleLine[], all: readonly ToldPush[], more: Partial<PushPhase> = {}) =>
  trial.look({ lines, reminded: [], looking: new Set([3]), read: [], told: all, ...more }).join('; ');

describe('the expected pushes', () => {
  it('SIM-35: each device receives one push, in time, with the right text, that opens the chat', () => {
    const line = say('1-2', 'hello');
    expect(look([line], both(line))).toBe('');
    expect(look([line], [told('desktop', line)])).toMatch(/phone was pushed .* 0 times/);
    expect(look([line], [...both(line), told('phone', line)])).toMatch(/phone was pushed .* 2 times/);
    expect(look([line], [...both(line), told('third', line)])).toMatch(/third was pushed/);
    const wrong = (more: Partial<ToldPush>) =>
      look([line], [told('phone', line, more), told('desktop', line)]);
    expect(wrong({ atMs: DUE_MS - 2_000 })).toMatch(/it should be from/);
    expect(wrong({ atMs: DUE_MS + 9_000 })).toMatch(/it should be from/);
    expect(wrong({ title: 'Name 2' })).toMatch(/it should be "Name 1": "hello"/);
    expect(wrong({ words: 'hell' })).toMatch(/it should be "Name 1": "hello"/);
    expect(wrong({ contact: '3' })).toMatch(/is led to 3/);
    expect(look([line], [told('phone', line), told('desktop', line, { words: 'Name 1 writes' })])).toMatch(
      /should be without words/,
    );
  });

  it('SIM-35: a user who looks, has read, muted, blocked or has quiet hours gets no push', () => {
    const line = say('group-1', 'to all');
    expect(look([line], [], { looking: new Set([2, 3]) })).toBe('');
    oracle.apply({ do: 'notify', by: 2, chat: 'group-1', on: false, atOnly: true, untilMs: null }, 4_000);
    expect(look([line], both(line))).toMatch(/phone was pushed.*desktop was pushed/);
    const mention = say('group-1', 'to one', { at: [2] });
    expect(look([mention], both(mention))).toBe('');
    expect(look([mention], [])).toMatch(/phone was pushed .* 0 times/);
    oracle.apply({ do: 'keep', by: 2, name: 'quiet', value: '[0,1439,0,false,0,null]' }, 4_000);
    expect(look([mention], [])).toBe('');
    oracle.apply({ do: 'keep', by: 2, name: 'quiet', value: null }, 4_000);
    oracle.apply({ do: 'block', by: 2, person: 1, on: true }, 4_000);
    expect(look([mention], [])).toBe('');
    oracle.apply({ do: 'block', by: 2, person: 1, on: false }, 4_000);
    oracle.apply({ do: 'recall', by: 1, row: mention.row }, 4_000);
    expect(look([mention], both(mention))).toMatch(/phone was pushed/);
  });

  it('SIM-35: an archived chat that a mention brought back may push a plain message or not', () => {
    oracle.apply({ do: 'archive', by: 2, chat: 'group-1', on: true }, 2_500);
    const plain = say('group-1', 'to all');
    expect(look([plain], both(plain))).toMatch(/phone was pushed/);
    const mention = say('group-1', 'to one', { at: [2] });
    expect(look([plain, mention], both(mention))).toBe('');
    expect(look([plain, mention], [...both(plain), ...both(mention)])).toBe('');
  });

  it('SIM-35: a message read elsewhere clears its push, once, and no other push', () => {
    const [line, other] = [say('1-2', 'hello'), say('group-1', 'to all')];
    look([line, other], [...both(line), ...both(other)]);
    const clear = (device: string, of: OracleLine): ToldPush =>
      told(device, of, { kind: 'clear', row: 0, title: '', words: '', contact: '' });
    expect(look([], [clear('phone', line)])).toMatch(/phone was pushed clear/);
    const read = [{ person: 2, chat: '1-2', device: 'desktop' }];
    expect(look([], [clear('phone', line)], { read })).toBe('');
    expect(look([], [], { read: [{ person: 2, chat: 'group-1', device: 'desktop' }] })).toMatch(
      /phone was asked 0 times to take group-1 away/,
    );
    const again = say('1-2', 'once more');
    expect(look([again], [told('phone', again, { tag: 'chat-other' }), told('desktop', again)])).toMatch(
      /not that chat's alone/,
    );
  });

  it('SIM-35: a push service that failed is asked again in time, one that forgot a device is not', () => {
    const line = say('1-2', 'hello');
    const first = told('phone', line, { outcome: 'later' });
    const again = (afterMs: number) => told('phone', line, { atMs: first.atMs + afterMs });
    expect(look([line], [first, again(30_500), told('desktop', line)])).toBe('');
    expect(look([line], [first, told('desktop', line)])).toMatch(/1 times, it should be 2/);
    expect(look([line], [first, again(5_000), told('desktop', line)])).toMatch(/again after 5000 ms/);
    expect(look([line], [told('phone', line, { outcome: 'gone' }), told('desktop', line)])).toBe('');
    const next = say('1-2', 'hello again');
    expect(look([next], [told('desktop', next)])).toBe('');
    expect(look([next], both(next))).toMatch(/phone was pushed message/);
  });

  it('SIM-35: a reminder goes only to the user who set it, with the current text', () => {
    const line = say('1-2', 'milk');
    const reminded = [{ person: 2, row: line.row, dueMs: SAID_MS }];
    const note = (device: string, words: string): ToldPush => told(device, line, { tag: 'reminder', words });
    const quiet = told('desktop', line, { words: 'Reminder' });
    expect(look([], [note('phone', 'milk'), quiet], { reminded })).toBe('');
    expect(look([], [note('phone', 'bread'), quiet], { reminded })).toMatch(/was reminded/);
    expect(look([], [quiet], { reminded })).toMatch(/0 times/);
    expect(look([], [note('phone', 'milk'), quiet], { reminded, looking: new Set([2]) })).toMatch(
      /a reminder, and should not be/,
    );
  });
});
