import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aboutMachine } from '../../src/inspector/model/about-machine.ts';
import { Controller } from '../../src/inspector/model/controller.ts';
import { foldSteps, matching } from '../../src/inspector/model/log-rows.ts';
import { stepsChanging } from '../../src/inspector/model/made-by.ts';
import { ScreenLink } from '../../src/inspector/model/screen-link.ts';
import type { ToScreen } from '../../src/inspector/model/screen-messages.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import { linkPlaceOf } from '../../src/inspector/platform/place.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { localLine, numbered, OPENING, posted, recalled } from '../support/script-lines.ts';

const CALL = readScript(readFileSync('simulator/scripts/call.jsonl', 'utf8'));

const recorded = (lines = CALL.lines): Recorded => {
  const script = new Recorded();
  script.append(lines);
  return script;
};

/** Two chats: a message in each, which the reader of the first then read and this user pinned. */
const session = recorded(
  numbered([
    ...OPENING,
    localLine({ type: 'chatOpened', conversation: contactId('1') }),
    posted('1', 1),
    posted('2', 1),
    posted('1', 2),
    localLine({ type: 'pendingSet', register: 'top', conversation: contactId('2'), value: true }),
  ]),
);

describe('the screen of the inspector', () => {
  it('INSP-12: lists for a chat only the events that changed it, the newest first', () => {
    expect(stepsChanging(session, 7, { kind: 'chat', id: '2' })).toEqual([7, 5, 2]);
    expect(stepsChanging(session, 5, { kind: 'chat', id: '2' })).toEqual([5, 2]);
    expect(stepsChanging(session, 7, { kind: 'counts' })).toEqual([6, 5, 4]);
    expect(stepsChanging(session, 7, { kind: 'page' })).toContain(3);
  });

  it('INSP-12: lists for a message its arrival, and its recall', () => {
    const window = localLine({
      type: 'pageLoaded',
      conversation: contactId('1'),
      which: 'first',
      messages: [],
      complete: true,
      reachesEnd: true,
    });
    const open = localLine({ type: 'chatOpened', conversation: contactId('1') });
    const ask = localLine({ type: 'pageRequested', conversation: contactId('1'), which: 'first' });
    const script = recorded(
      numbered([...OPENING, open, ask, window, posted('1', 1), posted('1', 2), recalled('1', 1, 3)]),
    );
    expect(stepsChanging(script, script.length, { kind: 'message', id: messageId('1-m2') })).toEqual([7]);
    expect(stepsChanging(script, 6, { kind: 'message', id: messageId('1-m1') })).toEqual([6]);
  });

  it('INSP-12: lists for a call the steps of its machine', () => {
    const script = recorded();
    const events = stepsChanging(script, script.length, { kind: 'call' });
    expect(events.length).toBeGreaterThan(5);
    for (const n of events) expect(script.lines[n - 1]).toMatchObject({ event: { machine: 'call' } });
  });

  it('INSP-13: a script with a call opens at the machine of the call, another one at the busiest', () => {
    expect(aboutMachine(recorded())).toBe('call');
    expect(aboutMachine(session)).toBe('socket');
  });

  it('INSP-13: an address names an event and a machine; what does not exist is ignored', () => {
    expect(linkPlaceOf('#event=123&machine=call')).toEqual({ event: 123, machine: 'call' });
    expect(linkPlaceOf('#event=-1&machine=nothing')).toEqual({ event: null, machine: null });
    expect(linkPlaceOf('')).toEqual({ event: null, machine: null });
  });

  it('INSP-13: machine steps in a row are one row until it is opened', () => {
    const { lines } = recorded();
    const all = matching(lines, lines.length, '', new Set());
    const rows = foldSteps(all, lines, new Set());
    const [fold] = rows.filter((row) => row.to > row.from);
    expect(rows.length).toBeLessThan(all.length);
    expect(fold).toBeDefined();
    expect(rows.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))).toEqual(
      all,
    );
    expect(foldSteps(all, lines, new Set([fold?.from ?? -1])).length).toBeGreaterThan(rows.length);
    expect(foldSteps(all, lines, null).length).toBe(all.length);
  });

  it('INSP-11: the frame gets the script once, further events, and each event that is selected', () => {
    const controller = new Controller();
    const link = new ScreenLink(controller);
    const sentMessages: ToScreen[] = [];
    const end = link.attach((message) => sentMessages.push(message));
    controller.open('page', CALL.lines.slice(0, 10));
    expect(sentMessages).toEqual([]);
    link.hear({ type: 'ready' });
    controller.append(CALL.lines.slice(10, 12));
    controller.jump(3);
    expect(
      sentMessages.map((one) => ('lines' in one ? `${one.type} ${one.lines.length}` : one.type)),
    ).toEqual(['looks', 'script 10', 'lines 2', 'show', 'show']);
    link.seek(1);
    link.hear({ type: 'sought', n: 7 });
    expect([controller.get().n, link.get().isSeeking]).toEqual([7, false]);
    link.hear({ type: 'picked', part: { kind: 'call' }, words: '' });
    expect(link.get().selection?.events).toEqual(stepsChanging(controller.session, 7, { kind: 'call' }));
    end();
    const before = sentMessages.length;
    controller.jump(1);
    expect(sentMessages.length).toBe(before);
  });
});
