// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { watchStyles } from '../../src/app/layout/later-hosts.tsx';

let stop = (): void => undefined;
beforeEach(() => {
  vi.useFakeTimers();
  stop = watchStyles();
});
afterEach(() => {
  stop();
  document.head.replaceChildren();
  vi.useRealTimers();
});

const style = () => document.head.querySelector('link') ?? expect.unreachable();
const fails = () => style().dispatchEvent(new Event('error'));

it('UI-125: style that could not be loaded is asked for again, each time after twice as long', () => {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet' }));
  for (const waitMs of [100, 200, 400]) {
    const before = style();
    fails();
    vi.advanceTimersByTime(waitMs - 1);
    expect(style()).toBe(before);
    vi.advanceTimersByTime(1);
    expect(style()).not.toBe(before);
    expect(style().rel).toBe('stylesheet');
  }
});

it('UI-125: a style is requested fourteen times in all, and nothing else is', () => {
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet' }));
  for (let n = 0; n < 15; n += 1) {
    fails();
    vi.advanceTimersByTime(10_000_000);
  }
  const last = style();
  fails();
  vi.advanceTimersByTime(10_000_000);
  expect(style()).toBe(last);
  const icon = Object.assign(document.createElement('link'), { rel: 'icon' });
  document.head.replaceChildren(icon);
  fails();
  vi.advanceTimersByTime(10_000_000);
  expect(style()).toBe(icon);
});
