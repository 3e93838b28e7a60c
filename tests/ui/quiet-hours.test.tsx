// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { QuietHoursRow } from '../../src/app/screens/account/settings/quiet-hours-row.tsx';
import { BusyBar, QuietBar } from '../../src/app/screens/chats/list-bars.tsx';
import { duration } from '../../src/domain/limits.ts';
import type { QuietHours } from '../../src/domain/quiet-hours.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

afterEach(() => closeScreens());

const NOON = Date.parse('2026-03-04T12:00:00Z');
const EAST = -new Date(NOON).getTimezoneOffset();
const HOURS: QuietHours = { from: 11 * 60, till: 13 * 60, east: 0, toMe: false, offUntilMs: 0 };

const withHours = (quiet: QuietHours | undefined, nowMs = NOON) => {
  const state = stateWith([]);
  return scriptedClient({ ...state, minute: nowMs / duration.MINUTE, kept: { ...state.kept, quiet } });
};

describe('quiet hours', () => {
  it('ALERT-6: a line says until when, and ends them for this once, with a way back', async () => {
    const client = withHours(HOURS);
    const screen = await showPart(client, <QuietBar />);
    expect(screen.find('[role=status]', '').textContent).toMatch(/Quiet until \d\d:00/);
    await screen.press(screen.find('button', 'End now'));
    const offUntilMs = NOON + duration.HOUR;
    expect(client.asked).toEqual([['keepPreference', 'quiet', { ...HOURS, offUntilMs }]]);
    await screen.press(screen.find('button', 'Undo'));
    expect(client.asked.at(-1)).toEqual(['keepPreference', 'quiet', HOURS]);
  });

  it('ALERT-6: there is no line without them, outside of them, or once they are ended', async () => {
    for (const hours of [undefined, { ...HOURS, till: 12 * 60 }, { ...HOURS, offUntilMs: NOON + 1 }]) {
      const screen = await showPart(withHours(hours), <QuietBar />);
      expect(screen.text()).not.toContain('Quiet');
      closeScreens();
    }
  });

  it('PRES-5: a line says that the user does not want to be disturbed, and ends that', async () => {
    const status = { mode: 'busy', emoji: '🌴', text: '', untilMs: null } as const;
    const state = stateWith([]);
    const client = scriptedClient({ ...state, kept: { ...state.kept, status } });
    const screen = await showPart(client, <BusyBar />);
    expect(screen.find('[role=status]', '').textContent).toContain('Do not disturb');
    await screen.press(screen.find('button', 'End now'));
    const { mode: _, ...rest } = status;
    expect(client.asked).toEqual([['keepPreference', 'status', rest]]);
    await screen.press(screen.find('button', 'Undo'));
    expect(client.asked.at(-1)).toEqual(['keepPreference', 'status', status]);
    closeScreens();
    const away = scriptedClient({ ...state, kept: { ...state.kept, status: { ...status, mode: 'away' } } });
    expect((await showPart(away, <BusyBar />)).text()).not.toContain('Do not disturb');
  });

  it('ALERT-6, KEPT-2: a form that is opened before they are known shows them when they come', async () => {
    const client = withHours(undefined);
    const screen = await showPart(client, <QuietHoursRow />);
    await screen.press(screen.find('button', 'Quiet hours'));
    await until(() => screen.find('[role=switch]', ''));
    const { kept } = client.store.get();
    await happens(() => client.set({ ...client.store.get(), kept: { ...kept, quiet: HOURS } }));
    expect(document.querySelectorAll('select').length).toBe(4);
    await screen.press(screen.find('button', 'Save'));
    expect(client.asked).toEqual([]);
  });

  it('ALERT-6: the settings say when they are, by the clock here, and change them', async () => {
    const client = withHours(undefined);
    const screen = await showPart(client, <QuietHoursRow />);
    expect(screen.text()).toContain('Off');
    await screen.press(screen.find('button', 'Quiet hours'));
    await screen.press(await until(() => screen.find('[role=switch]', '')));
    const times = [...document.querySelectorAll('select')];
    expect(times.map(({ value }) => value)).toEqual(['22', '0', '7', '0']);
    const choose = async (at: number, value: string) => {
      const field = times[at] ?? expect.fail('no such field');
      field.value = value;
      await happens(() => field.dispatchEvent(new Event('change', { bubbles: true })));
    };
    await choose(2, '22');
    await screen.press(screen.find('button', 'Save'));
    expect(screen.text()).toContain('Choose two different times');
    await choose(2, '6');
    await choose(3, '30');
    await screen.press(screen.find('button', 'Save'));
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
    const stored = { from: 22 * 60, till: 6 * 60 + 30, zone, east: EAST, toMe: false, offUntilMs: 0 };
    expect(client.asked).toEqual([['keepPreference', 'quiet', stored]]);
  });
});
