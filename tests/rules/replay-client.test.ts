import { describe, expect, it } from 'vitest';
import { readdirSync, readFileSync } from 'node:fs';
import { contactId } from '../../src/domain/ids.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import type { ScriptEventLine } from '../../src/inspector/model/line.ts';
import { languageHere, openedBefore, pathAt } from '../../src/replay/page.tsx';
import { replayClient } from '../../src/replay/replay-client.ts';
import { liveLine, localLine, numbered, OPENING, posted } from '../support/script-lines.ts';
import { createVirtualClock } from '../../simulator/time/virtual-clock.ts';
import { createStore } from '../../src/client/state/create-store.ts';
import type { Input } from '../../src/client/state/effects.ts';
import type { LocalEvent } from '../../src/client/state/local-event.ts';
import { EventLog, lineOf } from '../../src/client/state/log.ts';
import type { State } from '../../src/client/state/state.ts';
import { streamsAtOnce } from '../../src/client/state/stream-code.ts';

/** A session as a live client had it: its events, and its state after each. */
interface LiveSession {
  readonly lines: readonly ScriptEventLine[];
  readonly states: readonly State[];
}

/** Plays a script of frames of `simulator/scripts` into a client's store at its times. */
async function liveSession(name: string): Promise<LiveSession> {
  const lines: ScriptEventLine[] = [];
  const befores: State[] = [];
  const events = new EventLog();
  events.record = (atMs: number, input: Input, before: State): void => {
    lines.push(lineOf({ atMs, input }) as ScriptEventLine);
    befores.push(before);
  };
  const clock = createVirtualClock({ startMs: 0 });
  const store = createStore({
    clock,
    streams: streamsAtOnce,
    log: { write: () => undefined },
    schedule: (run) => run(),
    events,
  });
  const text = readFileSync(`simulator/scripts/${name}.jsonl`, 'utf8');
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const { atMs, origin, event } = JSON.parse(line) as { atMs: number; origin: string; event: object };
    await clock.advance(Math.max(0, atMs - clock.elapsedMs()));
    if (origin === 'frame') store.frame(JSON.stringify(event));
    if (origin === 'local') store.dispatch(event as LocalEvent);
  }
  const states = [...befores.slice(1), store.get()];
  store.stop();
  return { lines, states };
}

const recorded = (lines: readonly ScriptEventLine[]): Recorded => {
  const script = new Recorded();
  expect(script.append(numbered(lines))).toEqual([]);
  return script;
};

/** Every script of `simulator/scripts`. */
const SESSIONS = readdirSync('simulator/scripts').map((file) => file.replace('.jsonl', ''));

const draft = (text: string) =>
  liveLine({
    type: 'keptSet',
    op: text,
    kept: { name: 'draft 1', value: { text, at: [], quote: null } },
  } as never);

const shownPage = (path: string): ScriptEventLine => ({
  atMs: 0,
  origin: 'screen',
  event: { path, width: 390, height: 780, dark: false, language: 'en' },
});

describe('a client made from a recorded script', () => {
  it('INSP-10: at least twenty recorded sessions of the tests are compared event by event', async () => {
    const lengths = await Promise.all(SESSIONS.map(async (name) => (await liveSession(name)).lines.length));
    expect(lengths.filter((length) => length > 3).length).toBeGreaterThanOrEqual(20);
  });

  it.each(SESSIONS)(
    'INSP-10: shows after each event of the session "%s" the state that the live client had',
    async (name) => {
      const { lines, states } = await liveSession(name);
      const client = replayClient(recorded(lines));
      const json = (at: number) => {
        client.show(at);
        return JSON.stringify(stateToJson(client.store.get()));
      };
      const forward = states.map((_, i) => json(i + 1));
      expect(forward).toEqual(states.map((state) => JSON.stringify(stateToJson(state))));
      // The same backwards: a state does not depend on how the user got there.
      expect(states.map((_, i) => json(states.length - i)).toReversed()).toEqual(forward);
    },
  );

  it('INSP-10: does nothing when a screen asks for an action, and notifies listeners of a new event', () => {
    const client = replayClient(recorded([...OPENING, posted('1', 1), posted('1', 2)]), 3);
    let eventCount = 0;
    client.store.subscribe(() => (eventCount += 1));
    const before = client.store.get();
    void client.actions.setTop(contactId('1'), true);
    client.actions.markRead(contactId('1'), 1);
    expect(client.actions.unsent()).toBe(0);
    expect(client.store.get()).toBe(before);
    client.show(4);
    expect([eventCount, client.store.get().totals.unread]).toEqual([1, 2]);
    client.show(99);
    expect(client.currentEvent()).toBe(4);
  });

  it('INSP-10: shows the draft that the user had at the event', () => {
    const client = replayClient(recorded([...OPENING, draft('one'), draft('two')]));
    const text = (n: number) => {
      client.show(n);
      return client.actions.draft(contactId('1')).text;
    };
    expect([2, 3, 4].map(text)).toEqual(['', 'one', 'two']);
  });

  it('INSP-10: shows the call of each moment: ringing, talking, interrupted, ended', () => {
    const { lines } = readScript(readFileSync('simulator/scripts/call.jsonl', 'utf8'));
    const script = new Recorded();
    script.append(lines);
    const client = replayClient(script, 0);
    const stages: string[] = [];
    for (let n = 1; n <= script.length; n += 1) {
      client.show(n);
      const call = client.calls.get();
      const text = call === null ? 'none' : `${call.stage}${call.end === null ? '' : ` ${call.end}`}`;
      if (stages.at(-1) !== text) stages.push(text);
    }
    expect(stages).toEqual([
      'none',
      'ringing',
      'preparing',
      'connecting',
      'talking',
      'reconnecting',
      'talking',
      'ended hungUp',
    ]);
  });

  it('INSP-11: opens the recorded page; an address that is no page of the app is ignored', () => {
    const opened = localLine({ type: 'chatOpened', conversation: contactId('1') });
    const script = recorded([
      ...OPENING,
      opened,
      shownPage('/pages/mine/doc'),
      shownPage('javascript:alert(1)'),
      shownPage('//evil'),
    ]);
    const readText = (n: number) => pathAt(script.at(n), null);
    expect([2, 3, 4, 5].map(readText)).toEqual([
      '/pages/index/index',
      '/pages/message/chat?id=1',
      '/pages/mine/doc',
      '/pages/message/chat?id=1',
    ]);
    expect(openedBefore(script, 4)).toBe(4);
    expect(readScript('{"atMs":1,"origin":"screen","event":{"path":7}}').problems).toEqual([
      { line: 1, what: 'has a screen without a path' },
    ]);
  });
});

it('UI-151: a script of a build with other languages is shown in English', () => {
  expect(['de', 'sv', 'toString', null, undefined].map(languageHere)).toEqual(['de', 'en', 'en', 'en', 'en']);
});
