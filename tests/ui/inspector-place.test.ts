// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readPlace, writePlace } from '../../src/inspector/platform/place.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('INSP-13: the address names the event, unless another one is opened in the meantime', () => {
  location.hash = '';
  writePlace({ event: 7, machine: 'call' });
  vi.runAllTimers();
  expect(readPlace()).toEqual({ event: 7, machine: 'call' });
  writePlace({ event: 8, machine: 'call' });
  location.hash = '#event=3';
  vi.runAllTimers();
  expect(readPlace()).toEqual({ event: 3, machine: null });
});
