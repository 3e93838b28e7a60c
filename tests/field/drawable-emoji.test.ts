// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

/** A font that draws 😀 and ❤️, but neither 🫪 nor families as one picture. */
const DRAWN: Readonly<Record<string, readonly [width: number, look: string]>> = {
  '😀': [20, 'face'],
  '❤️': [20, ''],
  '❤': [20, 'heart'],
  '👨‍👩‍👧': [60, 'three'],
};
let requests: string[] = [];

beforeEach(() => {
  requests = [];
  vi.resetModules();
  let look = '';
  const context = {
    clearRect: () => (look = ''),
    fillText: (text: string) => {
      requests.push(text);
      look = DRAWN[text]?.[1] ?? 'box';
    },
    measureText: (text: string) => ({ width: DRAWN[text]?.[0] ?? 20 }),
    getImageData: () => ({ data: [look] }),
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never);
});
afterEach(() => vi.restoreAllMocks());

const load = () => import('../../src/app/platform/drawable-emoji.ts');

it('EMOJI-4: emoji that a font lacks are not offered; each is measured once', async () => {
  const { canDraw } = await load();
  expect(['😀', '❤️', '🫪', '👨‍👩‍👧'].map(canDraw)).toEqual([true, true, false, false]);
  const measured = requests.length;
  expect([canDraw('🫪'), canDraw('😀')]).toEqual([false, true]);
  expect(requests).toHaveLength(measured);
});

it('EMOJI-4: without a canvas all are offered', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => null);
  expect((await load()).canDraw('🫪')).toBe(true);
});
