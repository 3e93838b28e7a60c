import { readdirSync, readFileSync } from 'node:fs';
import type { EventObject } from 'xstate';
import { describe, expect, it } from 'vitest';
import { contactId, messageId, msgId, userId } from '../../src/domain/ids.ts';
import { Controller } from '../../src/inspector/model/controller.ts';
import { detach } from '../../src/inspector/model/detached.ts';
import { diffStates } from '../../src/inspector/model/diff.ts';
import { detailOf, typeOf, type ScriptEventLine } from '../../src/inspector/model/line.ts';
import { exportScript } from '../../src/client/report/mask.ts';
import { ScriptReader, readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import { loadFile } from '../../src/inspector/platform/files.ts';
import { MACHINES } from '../../src/inspector/machines.ts';
import { aMessage, facts, postedEvent, self } from '../support/contacts.ts';
import { liveLine, localLine, numbered, OPENING, posted } from '../support/script-lines.ts';

const jsonl = (lines: readonly unknown[]): string =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
const problems = (text: string): readonly string[] =>
  readScript(text).problems.map((one) => `${one.line} ${one.what}`);

describe('reading a script', () => {
  it('INSP-3: a slow script never replaces one that was opened after it', async () => {
    const controller = new Controller();
    const { readable: slow, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const first = loadFile({ name: 'slow.jsonl', stream: () => slow } as File, controller);
    await loadFile(new File([jsonl([...OPENING, 'cut'])], 'newer.jsonl'), controller);
    await writable.close();
    await first;
    expect(controller.get()).toMatchObject({ source: 'newer.jsonl', problems: [{ line: 3 }] });
  });

  it('INSP-3: broken lines are reported with their number, the others are loaded', () => {
    const script = jsonl([
      ...OPENING,
      '{"atMs": 1, "orig',
      '',
      '[1]',
      '"words"',
      { atMs: 1, event: {} },
      { origin: 'local', event: { type: 'x' } },
      { atMs: 1, origin: 'moon', event: {} },
      posted('1', 1),
    ]);
    expect(problems(script)).toEqual([
      '3 is no JSON',
      '5 is no object',
      '6 is no object',
      '7 has no origin or no event',
      '8 has no time',
      '9 has an unknown origin, “moon”',
    ]);
    const read = readScript(script);
    expect(read.lines.map((one) => one.no)).toEqual([1, 2, 10]);
    expect(new Recorded().append(read.lines)).toEqual([]);
  });

  it('INSP-3: unknown events and events that cannot be applied are reported and left out', () => {
    const read = readScript(
      jsonl([
        ...OPENING,
        { atMs: 1, origin: 'local', event: { type: 'danced' } },
        { atMs: 1, origin: 'live', event: { event: { type: 'messagePosted' } } },
        posted('1', 1),
      ]),
    );
    const session = new Recorded();
    expect(session.append(read.lines).map((one) => `${one.line} ${one.what}`)).toEqual([
      '3 has an unknown event, “danced”',
      '4 has an event that cannot be applied, “messagePosted”',
    ]);
    expect(session.at(session.length).state.contacts.get(contactId('1'))?.last?.content).toBe('words 1');
  });

  it('INSP-3: a newer version is reported, and all known events are loaded', () => {
    const script = jsonl([{ atMs: 0, origin: 'script', event: { version: 9, masked: true } }, ...OPENING]);
    expect(problems(script)).toEqual([
      '1 was written by a newer version (9, this reads 1): what is not known is left out',
    ]);
    expect([readScript(script).lines.length, readScript(script).masked]).toEqual([2, true]);
  });

  it('INSP-3: reads up to its limits, however large the file is', () => {
    const limits = { charsMax: 4_000, lineCharsMax: 1_000, linesMax: 30, problemsMax: 3 };
    const line = `${JSON.stringify(localLine({ type: 'minuteTicked', minute: 1 }))}\n`;
    const feed = (...pieces: readonly string[]) => {
      const reader = new ScriptReader(limits);
      for (const piece of pieces) if (!reader.push(piece)) break;
      return reader.end();
    };
    const long = feed(line.repeat(200));
    expect([long.lines.length, long.whole, long.problems]).toEqual([
      30,
      false,
      [{ line: 31, what: 'is beyond the first 30 events: it and what follows is not loaded' }],
    ]);
    const wide = feed(line, 'x'.repeat(600), 'x'.repeat(600), line);
    expect([wide.lines.length, wide.whole, wide.problems.length]).toEqual([1, false, 1]);
    const large = feed(`${' '.repeat(900)}\n`.repeat(9) + line);
    expect([large.whole, large.problems[0]?.line]).toEqual([false, 5]);
    const broken = feed('x\n'.repeat(20));
    expect([broken.problems.length, broken.more]).toEqual([3, 17]);
  });

  it('INSP-2: scripts of raw frames are shown as what a client makes of them', () => {
    for (const name of readdirSync('simulator/scripts')) {
      const read = readScript(readFileSync(`simulator/scripts/${name}`, 'utf8'));
      const session = new Recorded();
      expect([name, read.problems, session.append(read.lines)]).toEqual([name, [], []]);
      expect(session.length).toBeGreaterThan(1);
    }
    expect(problems('{"atMs":0,"origin":"world","event":{"seed":1}}')).toEqual([
      '1 is a plan of the simulator, no recording: npm run inspect opens and executes it, npm run simulate -- --script plays it',
    ]);
  });

  it('INSP-3: a file that ends within a line is reported as cut off there', () => {
    const script = jsonl([...OPENING, posted('1', 1)]);
    expect(problems(script.slice(0, -9))).toEqual(['3 is cut off']);
    expect(problems(`${script.slice(0, -9)}\n`)).toEqual(['3 is no JSON']);
  });

  it('INSP-3: pieces may be cut anywhere', () => {
    const script = jsonl([...OPENING, posted('1', 1, 'ünïcödé'), posted('2', 1)]);
    for (const size of [1, 7, 1_000]) {
      const reader = new ScriptReader();
      for (let at = 0; at < script.length; at += size) reader.push(script.slice(at, at + size));
      expect(reader.end().lines).toEqual(readScript(script).lines);
    }
  });
});

const play = (lines: readonly ScriptEventLine[], masked: boolean) => {
  const read = readScript(exportScript(lines, { masked }));
  const session = new Recorded();
  expect([...read.problems, ...session.append(read.lines)]).toEqual([]);
  return session.at(session.length);
};

describe('masking', () => {
  const reports = [
    localLine({ type: 'signedIn', self: { ...self, email: 'seven@example.org', motto: 'be kind' } }),
    localLine({
      type: 'contactsLoaded',
      contacts: [facts(9, { displayName: 'Nine Lives', account: 'nine9', namePy: 'nine' })],
      epoch: 'abcdef12',
      cursor: '0-12',
      selfSeq: 3,
      applications: 0,
    }),
    liveLine(
      postedEvent(
        9,
        aMessage('aa11bb22-1', 9, {
          n: 1,
          content: '12345 is my secret',
          quote: { msgId: msgId(1), content: '8', userId: userId(9), realname: 'Nine Lives' },
        }),
      ),
    ),
    localLine({
      type: 'outboxPut',
      item: {
        message: {
          id: messageId('cc11bb22-1'),
          to: contactId('9'),
          type: 'text',
          content: '77',
          at: [],
          quote: null,
          extra: { place: 'at home' },
          createdAtMs: 1,
        },
        status: 'queued',
        reason: 'not a friend',
      },
    }),
    localLine({ type: 'connectionChanged', connection: { name: 'lost' } }),
    {
      atMs: 5,
      origin: 'machine',
      event: {
        actor: 'socket',
        machine: 'socket',
        event: { type: 'connect.asked' },
        value: { open: 'x' },
        context: { after: 'close', name: 'Nine Lives' },
        taken: ['a|b|0'],
        over: false,
      },
    },
  ] as const;

  it('INSP-4: a masked script has no text or name of a user, only IDs and shapes', () => {
    const script = exportScript(reports, { masked: true });
    for (const secret of [
      'secret',
      '12345',
      'Nine',
      'nine9',
      'example.org',
      'be kind',
      'at home',
      'friend',
      '"77"',
      'Seven',
    ])
      expect(script).not.toContain(secret);
    for (const fact of [
      'aa11bb22-1',
      'cc11bb22-1',
      '"masked":true',
      '"lost"',
      'connect.asked',
      '"after":"close"',
      '"a|b|0"',
      '"cursor":"0-12"',
      '••••• •• •• ••••••',
    ])
      expect(script).toContain(fact);
  });

  it('INSP-4: a masked script loads, and everything but words is as it was', () => {
    const [open, closed] = [play(reports, false), play(reports, true)];
    expect(closed.state.totals).toEqual(open.state.totals);
    expect([...closed.state.contacts].map((one) => [one.id, one.unread, one.last?.id])).toEqual(
      [...open.state.contacts].map((one) => [one.id, one.unread, one.last?.id]),
    );
    expect(closed.machines.get('socket')?.value).toEqual(open.machines.get('socket')?.value);
  });
});

describe('the difference of two states', () => {
  it('INSP-5: tells what an event changed, and nothing else', () => {
    const session = new Recorded();
    session.append(numbered([...OPENING, posted('1', 1, 'hello')]));
    const changes = diffStates(session.at(2).state, session.at(3).state);
    const reports = new Map(changes.map((one) => [one.path, `${one.kind} ${one.before}→${one.after}`]));
    expect(reports.get('totals unread')).toBe('changed 0→1');
    expect(reports.get('contacts 1 unread')).toBe('changed 0→1');
    expect(reports.get('contacts 1 last')).toMatch(/^added →.*hello/);
    expect([...reports.keys()].filter((path) => /contacts (2|3)/.test(path))).toEqual([]);
  });

  it('INSP-5: rows of the log say who, where and what', () => {
    const line = posted('1', 4, 'hello there');
    expect([typeOf(line), detailOf(line)]).toEqual([
      'messagePosted',
      '1-7#4 to 1 · inGroup false · “hello there”',
    ]);
  });
});

describe('sending by hand', () => {
  it('INSP-7: offers exactly what is accepted, in every state a few steps away', () => {
    for (const listed of MACHINES) {
      let viewCount = 0;
      const follow = (path: readonly EventObject[]): void => {
        const walked = detach(listed, null);
        for (const event of path) walked.send(event);
        const offered = walked.availableEvents().map((event) => JSON.stringify(event));
        for (const event of listed.events(walked.step().context)) {
          const copy = detach(listed, walked.step());
          const before = JSON.stringify(copy.step());
          const took = JSON.stringify(copy.send(event)) !== before;
          expect([listed.name, event, took]).toEqual([
            listed.name,
            event,
            offered.includes(JSON.stringify(event)),
          ]);
          viewCount += 1;
        }
        if (path.length < 2) for (const event of walked.availableEvents()) follow([...path, event]);
      };
      follow([]);
      expect(viewCount).toBeGreaterThan(0);
    }
  });

  it('INSP-7: timers are offered as events, and a copy never runs them', () => {
    const socket = detach(MACHINES[0] as (typeof MACHINES)[number], null);
    socket.send({ type: 'connect.asked' });
    const failed: EventObject & { socket: number } = { type: 'socket.failed', socket: 1 };
    socket.send(failed);
    expect(socket.availableEvents().map((event) => event.type)).toContain(
      'xstate.after.reconnect.socket.waiting',
    );
    expect(socket.send({ type: 'xstate.after.reconnect.socket.waiting' }).value).toBe('connecting');
  });
});
