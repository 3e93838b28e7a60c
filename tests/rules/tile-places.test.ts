import { expect, it } from 'vitest';
import { placesOf } from '../../src/server/files/tile-places.ts';

const sum = (lengths: readonly number[], gap: number): number =>
  lengths.reduce((all, one) => all + one, 0) + (lengths.length - 1) * gap;

it.each([1, 3, 4, 5, 6, 7, 8, 9])(
  'FILE-10: the pictures of %s members fill that of a group to its edges',
  (count) => {
    const whole = 240;
    const places = placesOf(count, whole);
    const gap = count === 1 ? 0 : 4;
    const rows = [...new Set(places.map(({ top }) => top))].map((top) =>
      places.filter((place) => place.top === top),
    );
    expect(places).toHaveLength(count);
    for (const row of rows)
      expect([
        row[0]?.left,
        sum(
          row.map(({ width }) => width),
          gap,
        ),
      ]).toEqual([0, whole]);
    expect(
      sum(
        rows.map((row) => row[0]?.height ?? 0),
        gap,
      ),
    ).toBe(whole);
  },
);

it('FILE-10: the pictures of two members are whole, overlap on the diagonal and reach its corners', () => {
  const whole = 240;
  const [back, front] = placesOf(2, whole);
  expect([back?.left, back?.top]).toEqual([0, 0]);
  for (const place of [back, front]) expect(place?.width).toBe(place?.height);
  expect((front?.left ?? 0) + (front?.width ?? 0)).toBe(whole);
  expect(front?.top).toBe(front?.left);
  expect(front?.left).toBeLessThan(back?.width ?? 0);
  // The letters in the middle of the picture behind stay visible.
  expect(front?.left).toBeGreaterThan((back?.width ?? 0) * 0.68);
});
