import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { isMoving } from '../../src/app/platform/moving-picture.ts';
import { attachLimits } from '../../src/app/platform/limits.ts';
import { isLargeFile } from '../../src/app/screens/conversation/attach/prepare.ts';
import { groundFor } from '../../src/domain/ground.ts';
import { reducedSize } from '../../src/domain/media.ts';
import { inPng, movingGif } from '../support/media-bytes.ts';

const blob = (bytes: Uint8Array, type = ''): Blob => new Blob([new Uint8Array(bytes)], { type });
const painted = sharp({ create: { width: 40, height: 20, channels: 4, background: '#147a5a' } });

const reduced = (width: number, height: number) => reducedSize({ width, height }, attachLimits.reduced);

describe('a picture of an unusual shape', () => {
  it.each([
    [1_080, 12_000],
    [12_000, 1_080],
    [300, 3_600],
    [120, 3_600],
    [3_600, 120],
    [720, 21_600],
  ])('UI-74: keeps its writing legible: %d × %d stays as it is', (width, height) => {
    expect(reduced(width, height)).toEqual({ width, height });
  });

  it('UI-74: its shorter side keeps the width of a phone, and a usual shape its limit', () => {
    expect(reduced(3_000, 30_000)).toEqual({ width: 1_080, height: 10_800 });
    expect(reduced(20_000, 4_000)).toEqual({ width: 5_400, height: 1_080 });
    expect(reduced(4_000, 3_000)).toEqual({ width: 2_048, height: 1_536 });
    expect(reduced(3_000, 4_000)).toEqual({ width: 1_536, height: 2_048 });
    expect(reduced(0, 0)).toEqual({ width: 1, height: 1 });
  });
});

describe('an animated picture', () => {
  it('UI-74: is recognized as PNG and WebP, whatever is before its first frame', async () => {
    const png = await painted.png().toBuffer();
    const apng = inPng(inPng(png, 'acTL', '\0\0\0\x02\0\0\0\0'), 'iCCP', 'x'.repeat(70_000));
    const webp = await sharp(movingGif(), { animated: true }).webp({ lossless: true }).toBuffer();
    expect(await isMoving(blob(apng))).toBe(true);
    expect(await isMoving(blob(webp))).toBe(true);
    for (const still of [png, await painted.webp().toBuffer(), await painted.jpeg().toBuffer()])
      expect(await isMoving(blob(still))).toBe(false);
    // A word after the points is no frame, and a cut file is no error.
    expect(await isMoving(blob(Buffer.concat([png, Buffer.from('acTL')])))).toBe(false);
    for (const length of [0, 3, 12, 20, 30]) {
      expect(await isMoving(blob(png.subarray(0, length)))).toBe(false);
      expect(await isMoving(blob((await painted.webp().toBuffer()).subarray(0, length)))).toBe(false);
    }
  });

  it('UI-74: is never reduced, since a browser writes only its first frame', () => {
    const file = { name: 'a.webp', body: blob(Buffer.alloc(10), 'image/webp') };
    const facts = { width: 2_600, height: 1_950, durationSec: 0 };
    expect(isLargeFile({ key: 1, kind: 'image', file, facts })).toBe(true);
    expect(isLargeFile({ key: 1, kind: 'image', file, facts: { ...facts, moves: true } })).toBe(false);
  });
});

describe('the ground of a transparent picture', () => {
  const size = 60;
  /** Bars of these colours on a clear ground. */
  async function bars(...colours: readonly string[]): Promise<Buffer> {
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    return sharp({ create: { width: size, height: size, channels: 4, background: clear } })
      .composite(
        colours.map((background, i) => ({
          input: { create: { width: 8, height: 40, channels: 4 as const, background } },
          left: 4 + i * 12,
          top: 10,
        })),
      )
      .raw()
      .toBuffer();
  }

  it.each([
    ['light', ['#000000']],
    ['light', ['#000000', '#102030', '#1a73e8']],
    ['dark', ['#ffffff']],
    ['dark', ['#ffffff', '#e8c51a', '#1a73e8']],
    ['middle', ['#000000', '#ffffff']],
    [null, ['#1a73e8', '#c0392b']],
    [null, []],
  ] as const)('MEDIA-18: is %s for %j', async (ground, colours) => {
    expect(groundFor(await bars(...colours))).toBe(ground);
  });

  it('MEDIA-18: is none for a picture without clear points, or with rounded corners only', async () => {
    const black = { create: { width: size, height: size, channels: 4 as const, background: '#000000' } };
    expect(groundFor(await sharp(black).raw().toBuffer())).toBeNull();
    const corners = '<rect width="60" height="60" rx="9"/>';
    const rounded = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60">${corners}</svg>`,
    );
    expect(groundFor(await sharp(rounded).ensureAlpha().raw().toBuffer())).toBeNull();
    expect(groundFor(new Uint8Array(0))).toBeNull();
  });
});
