// @vitest-environment happy-dom
import { Suspense } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lazyAside } from '../../src/app/kit/lazy-aside.ts';
import { preparedAside } from '../../src/app/kit/prepared-aside.ts';
import { happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => happens(() => vi.advanceTimersByTimeAsync(ms));
const Beside = () => <p>beside it</p>;

/** A page with a part next to it whose code fails to load this number of times. */
async function renderScreen(failures: number) {
  let requestCount = 0;
  const Aside = lazyAside(async () => {
    requestCount += 1;
    if (requestCount <= failures) throw new Error('no network');
    return { default: Beside };
  });
  const screen = await showPart(
    scriptedClient(stateWith([])),
    <>
      <p>the page</p>
      <Suspense fallback={null}>
        <Aside />
      </Suspense>
    </>,
  );
  return { screen, asked: () => requestCount };
}

it('UI-125: code of a part next to a page is loaded again; the page stays', async () => {
  const { screen, asked } = await renderScreen(2);
  await pass(0);
  expect([screen.text(), asked()]).toEqual(['the page', 1]);
  await pass(1_000);
  expect([screen.text(), asked()]).toEqual(['the page', 2]);
  await pass(2_000);
  expect([screen.text(), asked()]).toEqual(['the pagebeside it', 3]);
});

it.each([true, false])(
  'UI-187: code that was prepared is shown at once (prepared: %s)',
  async (isPrepared) => {
    const Aside = preparedAside(() => Promise.resolve({ default: Beside }));
    if (isPrepared) await Aside.prepare();
    const fallback = vi.fn(() => null);
    const Fallback = fallback;
    const screen = await showPart(
      scriptedClient(stateWith([])),
      <Suspense fallback={<Fallback />}>
        <Aside />
      </Suspense>,
    );
    await pass(1_000);
    expect(screen.text()).toBe('beside it');
    expect(fallback.mock.calls.length === 0).toBe(isPrepared);
  },
);

it('UI-125: code that can never be had leaves the page as it is', async () => {
  const { screen, asked } = await renderScreen(Infinity);
  await pass(0);
  for (let i = 0; i < 12; i++) await pass(1_000 * 2 ** i);
  expect([screen.text(), asked()]).toEqual(['the page', 11]);
});
