// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { AlertWordsRow } from '../../src/app/screens/account/settings/alert-words-row.tsx';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

afterEach(() => closeScreens());

describe('words that count as mentions', () => {
  it('ALERT-4, KEPT-2: a form that is opened before they are known shows what comes', async () => {
    const state = stateWith([]);
    const client = scriptedClient(state);
    const screen = await showPart(client, <AlertWordsRow />);
    await screen.press(screen.find('button', 'Keyword alerts'));
    const field = await until(() => screen.find('textarea'));
    await happens(() => client.set({ ...state, kept: { ...state.kept, words: ['pizza'] } }));
    expect((field as HTMLTextAreaElement).value).toBe('pizza');
    await screen.press(screen.find('button', 'Save'));
    expect(client.asked).toEqual([]);
  });

  it('ALERT-4: words are typed one on a line, and too many or too long ones are reported', async () => {
    const state = stateWith([]);
    const client = scriptedClient({ ...state, kept: { ...state.kept, words: ['pizza'] } });
    const screen = await showPart(client, <AlertWordsRow />);
    await screen.press(screen.find('button', 'Keyword alerts'));
    const field = await until(() => screen.find('textarea'));
    const saves = async (text: string) => {
      await happens(() => {
        // React watches the setter of the prototype.
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await screen.press(screen.find('button', 'Save'));
    };
    await saves(Array.from({ length: 21 }, (_, at) => `word ${at}`).join('\n'));
    expect(screen.text()).toContain('At most 20 keywords');
    await saves('x'.repeat(33));
    expect(screen.text()).toContain('at most 32 characters');
    expect(client.asked).toEqual([]);
    await saves(' pizza \n\nlate train\npizza');
    expect(client.asked).toEqual([['keepAlertWords', ['pizza', 'late train']]]);
  });
});
