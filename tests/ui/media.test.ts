import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { imageWide } from '../../src/app/platform/limits.ts';
import {
  endingOf,
  fileLook,
  fileRefusal,
  fileSize,
  fitBox,
  mosaic,
  voiceWidth,
} from '../../src/domain/media.ts';
import { clockText } from '../../src/domain/clock-text.ts';
import { loudness } from '../../src/app/platform/voice-shape.ts';
import {
  panned,
  swipeOf,
  type PictureView,
  WHOLE,
  ZOOM_MAX,
  scalesOf,
  zoomAt,
} from '../../src/app/screens/conversation/viewer/use-view.ts';

const sizeInEnglish = (bytes: number): string => {
  const { value, unit, decimals } = fileSize(bytes);
  return `${value.toFixed(decimals)} ${unit}`;
};

describe('the layout of media', () => {
  it('MEDIA-1: a picture keeps its shape inside 200 × 240 and is never made larger', () => {
    expect(fitBox(4_000, 3_000)).toEqual({ width: 200, height: 150, whole: false });
    expect(fitBox(100, 90)).toEqual({ width: 100, height: 90, whole: true });
    expect(fitBox(0, 10)).toEqual({ width: 160, height: 160, whole: false });
    expect(fitBox(Number.NaN, 10)).toEqual({ width: 160, height: 160, whole: false });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 1, max: 20_000 }),
        (width, height) => {
          const box = fitBox(width, height);
          expect(box.width).toBeLessThanOrEqual(200);
          expect(box.height).toBeLessThanOrEqual(240);
          // The shape differs only if the picture would be a line.
          if (Math.min(box.width, box.height) > 60)
            expect(Math.abs(box.width / box.height - width / height) * box.height).toBeLessThanOrEqual(
              width / height + 1,
            );
        },
      ),
    );
  });

  it('MEDIA-12: wide windows show large pictures; no panorama is a line, and no small one is blown up', () => {
    expect(fitBox(4_000, 3_000, imageWide)).toEqual({ width: 420, height: 315, whole: false });
    expect(fitBox(3_000, 4_000, imageWide)).toEqual({ width: 315, height: 420, whole: false });
    // Cut at its sides, while enough of it is seen …
    expect(fitBox(3_000, 500)).toEqual({ width: 200, height: 60, whole: false });
    expect(fitBox(300, 1_800, imageWide)).toEqual({ width: 100, height: 420, whole: false });
    // … else the whole picture fits into its box.
    expect(fitBox(40, 1_200)).toEqual({ width: 60, height: 240, whole: true });
    expect(fitBox(16, 16, imageWide)).toEqual({ width: 44, height: 44, whole: true });
    // Just two fifths are seen, and just as large as it is: both are enough.
    expect(fitBox(94, 940)).toEqual({ width: 60, height: 240, whole: false });
    expect(fitBox(60, 243)).toEqual({ width: 60, height: 240, whole: false });
  });

  it('MEDIA-13: pictures sent together form a mosaic, each as wide as its shape requires', () => {
    const [landscape, portrait] = [
      { width: 800, height: 600 },
      { width: 600, height: 800 },
    ];
    expect(mosaic([landscape, portrait])).toEqual([[800 / 600, 0.75]]);
    expect(mosaic(Array.from({ length: 5 }, () => landscape)).map((row) => row.length)).toEqual([2, 3]);
    expect(mosaic(Array.from({ length: 4 }, () => landscape)).map((row) => row.length)).toEqual([2, 2]);
    expect(mosaic(Array.from({ length: 7 }, () => portrait)).map((row) => row.length)).toEqual([1, 3, 3]);
    // Very long pictures are cropped, and unmeasured ones are squares.
    expect(
      mosaic([
        { width: 5_000, height: 100 },
        { width: 0, height: 0 },
        { width: 1, height: 90 },
      ]),
    ).toEqual([[1.9, 1, 0.6]]);
    for (const unmeasured of [
      { width: 800, height: 0 },
      { width: 0, height: 600 },
      { width: -1, height: 600 },
    ])
      expect(mosaic([unmeasured])).toEqual([[1]]);
  });

  it('MEDIA-14: the wave of a voice is its own loudness, the loudest part at the top', () => {
    const samples = Float32Array.from({ length: 400 }, (_, i) => (i < 200 ? 0 : 0.25));
    expect(loudness(samples, 4)).toEqual([0, 0, 1, 1]);
    expect(loudness(new Float32Array(10), 2)).toEqual([0, 0]);
    for (const wrong of [Number.NaN, Infinity, -Infinity])
      expect(loudness(Float32Array.of(wrong, 0.5), 2)).toEqual([0, 0]);
  });

  it('MEDIA-2: sizes go from B to TB in steps of 1024, with two decimals above B', () => {
    const sizes = [
      0,
      1,
      1_023,
      1_024,
      1_536,
      1_048_575,
      1_048_576,
      5 * 1_024 ** 3,
      2.5 * 1_024 ** 4,
      5_000 * 1_024 ** 4,
    ];
    expect(sizes.map(sizeInEnglish)).toEqual([
      '0 B',
      '1 B',
      '1023 B',
      '1.00 KB',
      '1.50 KB',
      '1.00 MB',
      '1.00 MB',
      '5.00 GB',
      '2.50 TB',
      '5000.00 TB',
    ]);
  });

  it('MEDIA-4: a voice has room for its wave, and is 1 px wider for each second', () => {
    expect([0, 10, 60, 90, Number.NaN].map(voiceWidth)).toEqual([216, 226, 276, 276, 216]);
    expect([0, 7, 60, 61.4, Number.NaN].map(clockText)).toEqual(['0:00', '0:07', '1:00', '1:01', '0:00']);
  });

  it('MEDIA-3: the icon of a file follows its ending, however it is written', () => {
    expect([
      fileLook('Plan.PDF'),
      fileLook('a.tar.gz'),
      fileLook('a.xlsx'),
      fileLook('.profile'),
      fileLook('no ending'),
    ]).toEqual(['document', 'archive', 'sheet', 'other', 'other']);
    expect([endingOf('a.B'), endingOf('x/y.z'), endingOf('dots...'), endingOf('')]).toEqual([
      'b',
      'z',
      '',
      '',
    ]);
  });

  it('UP-5: empty files, too large ones and endings that are not allowed are refused before anything is sent', () => {
    const rules = { sizeMb: 2, fileExt: ['.PNG', 'txt'] };
    expect(fileRefusal({ name: 'a.png', sizeBytes: 2 * 1_024 ** 2 }, rules)).toBeNull();
    expect(fileRefusal({ name: 'a.png', sizeBytes: 2 * 1_024 ** 2 + 1 }, rules)).toBe('size');
    expect(fileRefusal({ name: 'a.exe', sizeBytes: 1 }, rules)).toBe('type');
    expect(fileRefusal({ name: 'a.exe', sizeBytes: 1 }, { ...rules, fileExt: [] })).toBeNull();
    expect(fileRefusal({ name: 'a.txt', sizeBytes: 0 }, rules)).toBe('empty');
  });
});

describe('the picture viewer', () => {
  const box = { width: 400, height: 300 };

  it('MEDIA-6: zooming keeps what is under the pointer where it is', () => {
    const view = zoomAt(WHOLE, 2, { x: 50, y: -40 }, box);
    expect(view).toEqual({ scale: 2, x: -50, y: 40 });
    expect(zoomAt(view, 0.1, { x: 50, y: -40 }, box)).toEqual(WHOLE);
    expect(zoomAt(view, 100, { x: 0, y: 0 }, box).scale).toBe(ZOOM_MAX);
  });

  it('MEDIA-6: zooming reaches the own pixels of a picture; a double press fills it', () => {
    const phone = { width: 390, height: 780 };
    const scales = (width: number, height: number) => scalesOf(phone, { width, height });
    expect(scales(1_600, 1_200)).toEqual({ scaleMax: ZOOM_MAX, double: 2.5 });
    expect(scales(400, 200).double).toBe(2.5);
    expect(scales(0, 0)).toEqual({ scaleMax: ZOOM_MAX, double: 2.5 });
    const wide = scales(9_000, 300);
    expect(wide.scaleMax).toBeCloseTo(9_000 / 390);
    expect(zoomAt(WHOLE, 100, { x: 0, y: 0 }, { ...phone, ...wide }).scale).toBeCloseTo(wide.scaleMax);
    const tall = scales(1_080, 12_000);
    expect(((1_080 * 780) / 12_000) * tall.double).toBeCloseTo(390);
  });

  it('MEDIA-6: a picture is never dragged out of the view', () => {
    const step = fc.record({
      factor: fc.double({ min: 0.2, max: 5, noNaN: true }),
      x: fc.integer({ min: -200, max: 200 }),
      y: fc.integer({ min: -150, max: 150 }),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const end = steps.reduce<PictureView>(
          (view, one) => panned(zoomAt(view, one.factor, one, box), one.x, one.y, box),
          WHOLE,
        );
        expect(Math.abs(end.x)).toBeLessThanOrEqual(((end.scale - 1) * box.width) / 2 + 1e-6);
        expect(Math.abs(end.y)).toBeLessThanOrEqual(((end.scale - 1) * box.height) / 2 + 1e-6);
      }),
    );
  });

  it('MEDIA-6: a swipe aside turns the page, one down closes, a nudge does nothing', () => {
    expect([swipeOf(-80, 10), swipeOf(80, 10), swipeOf(10, 120), swipeOf(10, -120), swipeOf(20, 20)]).toEqual(
      ['next', 'prev', 'close', null, null],
    );
  });
});
