import { describe, expect, it } from 'vitest';
import { makeReport, REPORT_MAX } from '../../src/client/report/problem-report.ts';
import { RecentEvents } from '../../src/client/report/recent-events.ts';
import { EMPTY } from '../../src/client/state/empty.ts';
import { reduce } from '../../src/client/state/reduce.ts';
import type { State } from '../../src/client/state/state.ts';
import { inputOf, type ScriptEventLine } from '../../src/inspector/model/line.ts';
import { readScript } from '../../src/inspector/model/script-reader.ts';
import { Recorded } from '../../src/inspector/model/session.ts';
import { contactId } from '../../src/domain/ids.ts';
import { aPosition, facts } from '../support/contacts.ts';
import { localLine, OPENING, posted, recalled } from '../support/script-lines.ts';

/** A page that processed these lines. */
function play(lines: readonly ScriptEventLine[]) {
  const recent = new RecentEvents();
  let state: State = EMPTY;
  for (const line of lines) {
    const input = inputOf(line);
    if (input === null) continue;
    recent.record(line.atMs, [{ input, before: state }]);
    ({ state } = reduce(state, input));
  }
  return { recent, state };
}

const many = (count: number, from = 1, words = 'secret words') =>
  Array.from({ length: count }, (_, i) => posted('1', from + i, `${words} ${i}`));

describe('a report of a problem', () => {
  it('INSP-14: holds the last minutes, and the inspector shows their last state', () => {
    const { recent, state } = play([...OPENING, ...many(20)]);
    const report = makeReport(recent.lines(), false);
    expect(report).toMatchObject({ events: 21, isCut: false });
    const { lines, problems } = readScript(report?.text ?? '');
    expect(problems).toEqual([]);
    const script = new Recorded();
    expect(script.append(lines)).toEqual([]);
    expect(script.at(script.length).state.totals).toEqual(state.totals);
  });

  it('INSP-14: contains no text or name of a user unless the user wants it', () => {
    const { recent } = play([...OPENING, ...many(5)]);
    expect(makeReport(recent.lines(), true)?.text).not.toMatch(/secret|Name \d/);
    expect(makeReport(recent.lines(), false)?.text).toContain('secret words 4');
  });

  it('INSP-14: never contains the credentials of the call servers', () => {
    const chatInfo = { ...EMPTY.config.chatInfo, stunUser: 'caller', stunPass: 'hunter2' };
    const config = localLine({ type: 'configLoaded', config: { ...EMPTY.config, chatInfo } });
    const after = play([...OPENING, config, ...many(3)]);
    expect(makeReport(after.recent.lines(), false)?.text).not.toMatch(/hunter2|caller"/);
    const before = new RecentEvents();
    const input = inputOf(posted('1', 1));
    if (input !== null)
      before.record(0, [{ input, before: { ...after.state, config: { ...EMPTY.config, chatInfo } } }]);
    expect(makeReport(before.lines(), false)?.text).not.toContain('hunter2');
  });

  it('INSP-14: begins again when a message is recalled or another user signs in', () => {
    const accepted = play([...OPENING, ...many(3), recalled('1', 1, 4), posted('1', 5, 'later')]);
    const text = makeReport(accepted.recent.lines(), false)?.text ?? '';
    expect(text).not.toContain('secret words 0');
    expect(text).toContain('later');
    const out = play([...OPENING, ...many(3), localLine({ type: 'signedOut' })]);
    expect(makeReport(out.recent.lines(), false)).toBeNull();
  });

  it('INSP-14: keeps at most 2,000 events and about ten minutes', () => {
    const { recent } = play([...OPENING, ...many(4_000)]);
    expect(recent.lines().length).toBeLessThanOrEqual(2_201);
    const old = play([...OPENING, ...many(300)]);
    const input = inputOf(posted('1', 999));
    if (input !== null)
      for (let i = 0; i < 201; i += 1) old.recent.record(3_600_000, [{ input, before: old.state }]);
    expect(old.recent.lines().length).toBeLessThan(500);
  });

  it('INSP-14: a file of a large account stays below 2 MB and still opens', () => {
    const contacts = Array.from({ length: 6_000 }, (_, i) =>
      facts(String(i + 1), {
        position: aPosition(`${i + 1}-7`),
        displayName: 'A very long name '.repeat(20),
      }),
    );
    const [signedIn, loaded] = OPENING;
    if (signedIn === undefined || loaded?.origin !== 'local' || loaded.event.type !== 'contactsLoaded')
      throw new Error('the opening has changed');
    const { recent } = play([
      signedIn,
      { ...loaded, event: { ...loaded.event, contacts } },
      localLine({ type: 'chatOpened', conversation: contactId('1') }),
      ...many(1_500, 1, 'long '.repeat(400)),
    ]);
    const report = makeReport(recent.lines(), false);
    expect(report?.isCut).toBe(true);
    expect(report?.text.length).toBeLessThanOrEqual(REPORT_MAX);
    const { lines, problems } = readScript(report?.text ?? '');
    expect(problems).toEqual([]);
    expect(new Recorded().append(lines)).toEqual([]);
  });
});
