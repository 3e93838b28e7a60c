// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest';
import '../support/node-names.ts';
import { ClockField } from '../../src/app/shared/days/clock-field.tsx';
import { showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

it('UI-171: a clock keeps the hour left of the minute in Arabic', async () => {
  document.dir = 'rtl';
  onTestFinished(() => {
    document.dir = '';
  });
  const clock = <ClockField label="at" minutes={11 * 60} onMinutes={() => undefined} />;
  const screen = await showPart(scriptedClient(stateWith([])), clock, 'ar');
  const fields = screen.all('select');
  expect(fields).toHaveLength(2);
  expect(fields.map((one) => one.closest('[dir]')?.getAttribute('dir'))).toEqual(['ltr', 'ltr']);
  // The half of the day stays behind its number, as in a text of that language.
  expect(fields[0]?.querySelector('option')?.textContent).toMatch(/^\u2067.+\u2069$/);
});
