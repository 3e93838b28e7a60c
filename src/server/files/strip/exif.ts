import { big32, u16, u32 } from '../source.ts';

const ORIENTATION = 0x0112;
const SHORT = 3;
const BEGIN = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8] as const;
const big16 = (value: number): readonly number[] => big32(value).slice(2);
/** No camera writes more of them into one directory. */
const ENTRIES_MAX = 512;

/** Orientation of a picture (1 to 8), by the first directory of its Exif data; 1 if it is missing. */
export function orientationOf(tiff: Uint8Array): number {
  const isLittle = tiff[0] === 0x49;
  const two = (at: number): number =>
    isLittle ? u16(Uint8Array.of(tiff[at + 1] ?? 0, tiff[at] ?? 0), 0) : u16(tiff, at);
  const four = (at: number): number => (isLittle ? two(at) + two(at + 2) * 65_536 : u32(tiff, at));
  const directory = four(4);
  for (let i = 0; i < Math.min(two(directory), ENTRIES_MAX); i += 1) {
    const entry = directory + 2 + i * 12;
    if (two(entry) !== ORIENTATION) continue;
    const value = two(entry + 8);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Exif data with the orientation only. */
export const orientationOnly = (orientation: number): Uint8Array =>
  Uint8Array.of(
    // Order of bytes, place of the directory, one entry, no further directory.
    ...BEGIN,
    0,
    1,
    ...big16(ORIENTATION),
    ...big16(SHORT),
    ...big32(1),
    ...big16(orientation),
    ...big32(0),
    0,
    0,
  );

/** Empty Exif data. */
export const EMPTY_EXIF = Uint8Array.of(...BEGIN, 0, 0, 0, 0, 0, 0);
