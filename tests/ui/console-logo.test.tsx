// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AskServer, Said } from '../../src/console/platform/ask.ts';
import { ConsoleContext, wordsOf } from '../../src/console/view/context.ts';
import { partTexts } from '../../src/tools/locales.mjs';
import { LogoField } from '../../src/console/view/setting-field.tsx';
import { until } from '../support/until.ts';

const t = wordsOf(partTexts('en', 'console'));
let place: HTMLElement;
let root: Root;
let sent: unknown[];
let answer: Said<{ readonly logo: string }>;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  sent = [];
  answer = { kind: 'data', data: { logo: '/logo/1.png' } };
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
  vi.unstubAllGlobals();
});

const away = () => Promise.resolve({ kind: 'away' } as const);
const ask: AskServer = {
  show: away,
  prove: away,
  passkeyQuestion: away,
  execute: (words, given) => {
    sent.push(words, given);
    return Promise.resolve({ kind: 'data', data: { isDone: true, lines: [] } });
  },
  addEmoji: (name, picture) => {
    sent.push(name, picture);
    return Promise.resolve(answer);
  },
  setLogo: (picture) => {
    sent.push(picture);
    return Promise.resolve(answer);
  },
};

const expectVisible = (value: string) =>
  act(async () =>
    root.render(
      <ConsoleContext value={{ ask, saveFile: () => undefined, copy: null, language: 'en', t }}>
        <LogoField value={value} ids={{ id: 'logo', 'aria-describedby': '', 'aria-invalid': false }} />
      </ConsoleContext>,
    ),
  );
const picture = () => place.querySelector('img')?.getAttribute('src') ?? null;
const choose = (file: File) =>
  act(async () => {
    const input = place.querySelector('input') ?? expect.fail('no input');
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
const sendMessage = (text: string) =>
  until(async () => {
    await act(async () => undefined);
    expect(place.querySelector('output')?.textContent).toBe(text);
  });

it('CONF-31: a chosen picture is sent and shown; the button removes it again', async () => {
  await expectVisible('');
  expect(picture()).toBeNull();
  await choose(new File(['abc'], 'logo.png', { type: 'image/png' }));
  await sendMessage('Done');
  expect([sent, picture()]).toEqual([['YWJj'], '/logo/1.png']);
  const remove = [...place.querySelectorAll('button')].find((one) => one.textContent === 'Remove');
  await act(async () => remove?.click());
  await sendMessage('Done');
  expect(sent.slice(1)).toEqual(['settings set', { 'sysInfo.logo': '' }]);
  expect(picture()).toBeNull();
});

it('CONF-31: a refusal is shown and keeps the present logo; a file over the limit is not sent', async () => {
  answer = { kind: 'refused', reason: 'Choose a png' };
  await expectVisible('/logo/0.png');
  await choose(new File(['abc'], 'a.svg'));
  await sendMessage('Choose a png');
  await choose(new File([new Uint8Array(256 * 1_024 + 1)], 'large.png'));
  await sendMessage('The picture can have up to 256 KB.');
  expect([sent, picture()]).toEqual([['YWJj'], '/logo/0.png']);
});
