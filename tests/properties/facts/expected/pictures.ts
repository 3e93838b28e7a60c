export interface Room {
  readonly boxWidth: number;
  readonly boxHeight: number;
  readonly leastPx: number;
}

export interface PicturePlace {
  readonly width: number;
  readonly height: number;
  readonly whole: boolean;
}

interface Sides {
  readonly width: number;
  readonly height: number;
}

/** The narrowest room, on phones. */
export const PHONE: Room = { boxWidth: 200, boxHeight: 240, leastPx: 60 };
const FINGER = 44;
const press = (side: number, least = FINGER): number => (side < least ? least : side);

/** `side` of a picture whose side `from` becomes `to`; null on half a pixel, where either is right. */
function scaled(side: number, to: number, from: number): number | null {
  const doubled = (2 * side * to) / from;
  if (Number.isInteger(doubled) && doubled % 2 === 1) return null;
  return Math.floor((doubled + 1) / 2);
}

/** Position of a picture, by whole numbers alone; null if half a pixel decides. */
export function placeOfPicture({ width, height }: Sides, room: Room): PicturePlace | null {
  if (!(width > 0 && height > 0 && width * height < Infinity))
    return { width: 160, height: 160, whole: false };
  if (width <= room.boxWidth && height <= room.boxHeight)
    return { width: press(width), height: press(height), whole: true };
  const [to, from] =
    room.boxWidth * height < room.boxHeight * width ? [room.boxWidth, width] : [room.boxHeight, height];
  const [wide, high] = [scaled(width, to, from), scaled(height, to, from)];
  if (wide === null || high === null) return null;
  const least = press(room.leastPx);
  const place = { width: press(wide, least), height: press(high, least) };
  const isBlownUp = place.width > width || place.height > height;
  return { ...place, whole: isBlownUp || isMostlyHidden({ width, height }, place) };
}

/** Less than two fifths of it would be seen if it filled its place. */
function isMostlyHidden({ width, height }: Sides, place: Sides): boolean {
  const [across, down] = [place.width * height, place.height * width];
  return 5 * Math.min(across, down) < 2 * Math.max(across, down);
}

/** Scales so that no side exceeds the maximum or falls below one pixel; null if half a pixel decides. */
export function sidesWithin({ width, height }: Sides, longestPx: number): Sides | null {
  const longest = width > height ? width : height;
  const [to, from] = longest > longestPx ? [longestPx, longest] : [1, 1];
  const [wide, high] = [scaled(width, to, from), scaled(height, to, from)];
  return wide === null || high === null ? null : { width: wide || 1, height: high || 1 };
}

/** The number of pictures in each row, from the top. */
function rowsFor(count: number): readonly number[] {
  if (count === 2) return [2];
  if (count === 4) return [2, 2];
  if (count <= 3) return count === 0 ? [] : [count];
  return [...rowsAbove(count - 3), 3];
}

const rowsAbove = (count: number): readonly number[] => (count > 3 ? [...rowsAbove(count - 3), 3] : [count]);

/** Each picture's share of its row. */
export function mosaicOf(shapes: readonly Sides[]): readonly (readonly number[])[] {
  let at = 0;
  return rowsFor(shapes.length).map((count) => {
    at += count;
    return shapes.slice(at - count, at).map(({ width, height }) => {
      if (!(width > 0 && height > 0)) return 1;
      if (10 * width < 6 * height) return 0.6;
      return 10 * width > 19 * height ? 1.9 : width / height;
    });
  });
}
