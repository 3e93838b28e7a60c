// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { openChat } from '../support/followed.tsx';
import { closeScreens, happens } from '../support/screen.tsx';
import { message } from '../support/contacts.ts';

afterEach(() => {
  closeScreens();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

const at = (text: string): number => Date.parse(text);

it('TIME-5: an open chat follows the device into another time zone, with days and times', async () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  vi.useFakeTimers({ now: at('2026-11-02T10:00:00Z'), toFake: ['Date'] });
  const { screen, client } = await openChat([
    message(1, { sentAtMs: at('2026-10-24T12:00:00+02:00') }),
    message(2, { sentAtMs: at('2026-10-26T02:00:00+01:00') }),
    message(3, { sentAtMs: at('2026-10-26T09:00:00+01:00') }),
  ]);
  const times = () => [...screen.root.querySelectorAll('time')].map(({ textContent }) => textContent);
  expect(times()).toEqual(['Saturday 24 October', '12:00', 'Monday 26 October', '02:00', '09:00']);
  vi.stubEnv('TZ', 'America/New_York');
  await happens(() => client.set({ ...client.store.get(), minute: 1 }));
  expect(times()).toEqual([
    'Saturday 24 October',
    '06:00',
    'Sunday 25 October',
    '21:00',
    'Monday 26 October',
    '04:00',
  ]);
});
