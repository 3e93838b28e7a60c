import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { compareScripts } from '../../src/inspector/model/comparison.ts';
import { Controller } from '../../src/inspector/model/controller.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import { ScreenLink } from '../../src/inspector/model/screen-link.ts';
import type { ToScreen } from '../../src/inspector/model/screen-messages.ts';
import { otherSide } from '../../src/inspector/model/screen-source.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import { asScript, expectedList, type SmallestLine } from '../support/smallest.ts';
import { numbered, OPENING, posted } from '../support/script-lines.ts';

const folder = mkdtempSync(join(tmpdir(), 'compared-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const recorded = (lines: readonly ScriptEventLine[]): Recorded => {
  const script = new Recorded();
  expect(script.append(numbered(lines))).toEqual([]);
  return script;
};

const step = (event: string): ScriptEventLine => ({
  atMs: 0,
  origin: 'machine',
  event: {
    actor: 'outbox 1',
    machine: 'outbox',
    event: { type: event },
    value: 'sending',
    context: {},
    taken: [],
    over: false,
  },
});

const jsonl = (lines: readonly unknown[]): string => lines.map((line) => JSON.stringify(line)).join('\n');
const NAMES = ['before', 'after'] as const;

describe('two scripts', () => {
  it('INSP-15: their first difference is the first event after which the screens differ', () => {
    const before = recorded([...OPENING, posted('1', 1), posted('1', 2), posted('2', 1)]);
    const after = recorded([...OPENING, posted('1', 1), posted('2', 1), posted('1', 2)]);
    const { first } = compareScripts(before, after, NAMES);
    expect(first?.n).toBe(4);
    expect(first?.changes.map(({ path, before: was, after: now }) => [path, was, now])).toContainEqual([
      'chat 1 unread',
      '2',
      '1',
    ]);
    expect(first?.causes).toEqual([4, 3, 2]);
  });

  it('INSP-15: a chat that only one of them lists is one difference', () => {
    const before = recorded([...OPENING, posted('1', 1), posted('2', 1)]);
    const after = recorded([...OPENING, posted('2', 1)]);
    const [change] = compareScripts(before, after, NAMES).first?.changes ?? [];
    expect(change).toEqual({
      path: 'chat 1',
      kind: 'removed',
      before: '“Name 1” is in the list',
      after: '',
    });
  });

  it('INSP-15: steps of machines in between do not move the places apart', () => {
    const before = recorded([...OPENING, step('a'), posted('1', 1), step('b'), step('c'), posted('1', 2)]);
    const after = recorded([...OPENING, posted('1', 1), posted('1', 2)]);
    const { first, otherAt, ownAt } = compareScripts(before, after, NAMES);
    expect(first).toBeNull();
    expect([0, 1, 2, 3, 4, 5, 6, 7].map(otherAt)).toEqual([0, 1, 2, 2, 3, 3, 3, 4]);
    expect([0, 1, 2, 3, 4].map(ownAt)).toEqual([0, 1, 2, 4, 7]);
  });

  it('INSP-15: a script that continues after the end of the other differs there', () => {
    const short = recorded([...OPENING, posted('1', 1)]);
    const long = recorded([...OPENING, posted('1', 1), posted('1', 2)]);
    expect(compareScripts(short, long, NAMES).first?.n).toBe(3);
    expect(compareScripts(long, short, NAMES).first?.n).toBe(4);
    expect(compareScripts(short, long, NAMES).otherAt(3)).toBe(4);
  });

  it('INSP-15: both screens follow the same place, and a press in the second one leads the first', () => {
    const controller = new Controller();
    controller.load('a', readScript(jsonl([...OPENING, step('a'), posted('1', 1), posted('1', 2)])));
    const other = new ScreenLink(otherSide(controller));
    const sentMessages: ToScreen[] = [];
    other.attach((message) => sentMessages.push(message));
    other.hear({ type: 'ready' });
    controller.compare('b', readScript(jsonl([...OPENING, posted('1', 1), posted('2', 1)])));
    expect([controller.get().n, controller.get().compared?.first?.n, controller.get().playing]).toEqual([
      5,
      5,
      false,
    ]);
    expect(sentMessages.at(-1)).toMatchObject({ type: 'script', n: 4 });
    controller.jump(4);
    expect(sentMessages.at(-1)).toEqual({ type: 'show', n: 3 });
    other.hear({ type: 'sought', n: 2 });
    expect(controller.get().n).toBe(2);
    controller.alone();
    expect(controller.get().compared).toBeNull();
  });
});

function opened(script: readonly SmallestLine[]): Controller {
  const controller = new Controller();
  controller.load('script', readScript(jsonl(script)));
  return controller;
}

describe('a script with expected states', () => {
  const lines = [...OPENING, posted('1', 1), posted('1', 2), posted('1', 3)];
  const whole = recorded(lines);
  const right = (n: number): SmallestLine => expectedList(whole.at(n).state, n * 100);
  const wrong = (n: number): SmallestLine => {
    const { contacts, totals } = stateToJson(whole.at(n).state);
    return {
      atMs: n * 100,
      origin: 'expected',
      event: {
        contacts: contacts.map((one) => (one.id === '1' ? { ...one, unread: 0 } : one)),
        totals: { ...totals, unread: 0 },
      },
    };
  };
  it('INSP-15: opens at the first event where the recording differs from what was expected', () => {
    const [one, two, three] = [posted('1', 1), posted('1', 2), posted('1', 3)];
    const controller = opened([...OPENING, one, right(3), two, wrong(4), three, wrong(5)]);
    const { n, compared } = controller.get();
    expect([n, compared?.kind, compared?.first?.n]).toEqual([4, 'expected', 4]);
    expect(compared?.first?.changes.map(({ path }) => path)).toEqual(['chat 1 unread', 'counts unread']);
    expect(compared?.other.at(compared.otherAt(4)).state.totals.unread).toBe(0);
    expect(controller.session.at(4).state.totals.unread).toBe(2);
    expect([3, 4, 5].map((at) => compared?.ownAt(compared.otherAt(at)))).toEqual([3, 4, 5]);
  });

  it('INSP-15: finds no difference in a right recording, and unusable lines do not move the place', () => {
    const controller = opened([...lines, right(5)]);
    expect([controller.get().n, controller.get().compared?.first]).toEqual([1, null]);
    const strange = { atMs: 1, origin: 'local', event: { type: 'danced' } } as unknown as SmallestLine;
    const moved = opened([...OPENING, strange, ...lines.slice(2), wrong(5)]);
    expect([moved.get().problems.length, moved.get().compared?.first?.n]).toEqual([1, 5]);
  });

  it('INSP-15: the example of a failing property opens where the state differs from the expected one', () => {
    const fails = () =>
      fc.assert(
        fc.property(fc.nat(), (n: number) => n < 0),
        asScript<[number]>('unread', () => [...lines, wrong(5)], folder),
      );
    expect(fails).toThrow(`npm run inspect -- ${join(folder, 'unread.jsonl')}`);
    const controller = new Controller();
    controller.load('unread', readScript(readFileSync(join(folder, 'unread.jsonl'), 'utf8')));
    expect(controller.get().n).toBe(5);
  });
});
