// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageHost } from '../../src/app/layout/page-host.tsx';
import { happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const placeholder = () => document.querySelector('[aria-busy="true"]');
const Page = () => <p>here it is</p>;
const pass = (ms: number) => happens(() => vi.advanceTimersByTime(ms));

it('UI-71: a page whose code is late shows nothing for 200 ms, then a placeholder, and after 60 s a way to try again', async () => {
  let requestCount = 0;
  let arrive: ((page: { default: typeof Page }) => void) | null = null;
  const load = () => {
    requestCount += 1;
    return new Promise<{ default: typeof Page }>((resolve) => (arrive = resolve));
  };
  const screen = await showPart(scriptedClient(stateWith([])), <PageHost name="late" load={load} />);
  await pass(199);
  expect([screen.text(), placeholder()]).toEqual(['', null]);
  await pass(1);
  expect(placeholder()).not.toBe(null);
  await pass(60_000 - 201);
  expect(screen.all('button')).toEqual([]);
  await pass(1);
  await screen.press(screen.find('button', 'Try again'));
  expect(requestCount).toBe(2);
  await happens(() => arrive?.({ default: Page }));
  await pass(0);
  expect(screen.text()).toBe('here it is');
});

it('UI-71: code that cannot be had offers to try again at once', async () => {
  const screen = await showPart(
    scriptedClient(stateWith([])),
    <PageHost name="broken" load={() => Promise.reject(new Error('no network'))} />,
  );
  await pass(0);
  expect(screen.find('button', 'Try again')).toBeTruthy();
});

it('UI-71: a shown page is not drawn again by the wait for its code', async () => {
  const Counted = vi.fn(Page);
  const load = () => Promise.resolve({ default: Counted });
  const screen = await showPart(scriptedClient(stateWith([])), <PageHost name="prompt" load={load} />);
  await pass(0);
  expect([screen.text(), Counted.mock.calls.length]).toEqual(['here it is', 1]);
  await pass(60_000);
  expect([screen.text(), Counted.mock.calls.length]).toEqual(['here it is', 1]);
});
