import { imageLimits } from './limits.ts';

/** Shapes, sizes and labels of media, independent of a screen (MEDIA-1 …). */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** For pictures without a known size. */
const UNKNOWN: Size = { width: 160, height: 160 };
/** A place smaller than this cannot be pressed. */
const LEAST_PX = 44;
/** Minimum length of the short side of a strip, in narrow windows. */
const STRIP_PX = 60;
/**
 * A strip or panorama is cropped to fill its place while at least this part of it is visible; otherwise it is
 * shown whole.
 */
const SEEN_PART = 0.4;

export interface PictureFit extends Size {
  /** The picture is shown whole, at most in its own size; otherwise it fills its place. */
  readonly whole: boolean;
}

/**
 * The picture's place in px: within the available space (200 × 240 in narrow windows), never larger than the
 * picture, never smaller than a finger. Very long pictures get a minimum on the short side, so that they stay
 * visible (MEDIA-1, MEDIA-12).
 */
export function fitBox(
  width: number,
  height: number,
  {
    boxWidth,
    boxHeight,
    leastPx = STRIP_PX,
  }: { readonly boxWidth: number; readonly boxHeight: number; readonly leastPx?: number } = imageLimits,
): PictureFit {
  if (!(width > 0) || !(height > 0) || !Number.isFinite(width * height)) return { ...UNKNOWN, whole: false };
  const scale = Math.min(1, boxWidth / width, boxHeight / height);
  const [wide, high] = [Math.round(width * scale), Math.round(height * scale)];
  if (scale === 1) return { width: Math.max(LEAST_PX, wide), height: Math.max(LEAST_PX, high), whole: true };
  const least = Math.max(leastPx, LEAST_PX);
  const [placeWidth, placeHeight] = [Math.max(wide, least), Math.max(high, least)];
  // Filling the added space crops the other side by as much, and no picture is enlarged. Compares whole
  // numbers, because fractions of a scale are inexact at the limit.
  const [across, down] = [placeWidth * height, placeHeight * width];
  const part = Math.min(across, down) / Math.max(across, down);
  const isLarger = placeWidth > width || placeHeight > height;
  return { width: placeWidth, height: placeHeight, whole: part < SEEN_PART || isLarger };
}

/** Shapes beyond these (width to height) are cropped in an album, so that every picture stays visible. */
const [SLIMMEST, WIDEST] = [0.6, 1.9];

/**
 * Layout of pictures sent together: rows of at most three, each as wide as its aspect ratio requires beside
 * the others (MEDIA-13).
 */
export function mosaic(shapes: readonly Size[]): readonly (readonly number[])[] {
  const ratios = shapes.map(({ width, height }) =>
    width > 0 && height > 0 ? Math.min(WIDEST, Math.max(SLIMMEST, width / height)) : 1,
  );
  const rows: number[][] = [];
  for (const count of rowsOf(ratios.length)) rows.push(ratios.splice(0, count));
  return rows;
}

/** Rows of two or three; the shorter row is first, where pictures are largest. */
function rowsOf(count: number): readonly number[] {
  const across = count === 2 || count === 4 ? 2 : 3;
  const [left, full] = [count % across, Math.floor(count / across)];
  return [...(left === 0 ? [] : [left]), ...Array.from({ length: full }, () => across)];
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1_024;

export interface FileSize {
  readonly value: number;
  readonly unit: (typeof UNITS)[number];
  readonly decimals: 0 | 2;
}

/** 512 B, 1.50 KB … in steps of 1024; two decimals above bytes. */
export function fileSize(bytes: number): FileSize {
  if (!(bytes > 0) || !Number.isFinite(bytes)) return { value: 0, unit: 'B', decimals: 0 };
  let [value, unit] = [bytes, 0];
  // Uses the next unit if rounding would show 1024.00.
  while (unit < UNITS.length - 1 && Math.round(value * 100) >= STEP * 100) {
    value /= STEP;
    unit += 1;
  }
  return { value, unit: UNITS[unit] ?? 'B', decimals: unit === 0 ? 0 : 2 };
}

const VOICE = { leastPx: 216, mostPx: 276 } as const;

/** Width of a voice pill: room for its wave, and 1 px more for each second, up to 276 px. */
export const voiceWidth = (seconds: number): number =>
  Math.min(VOICE.mostPx, VOICE.leastPx + (Number.isFinite(seconds) ? Math.max(0, seconds) : 0));

/** The extension of a file name in lower case, without its dot; empty if it has none. */
export const endingOf = (name: string): string =>
  /[^./\\]\.([^./\\\s]{1,16})$/.exec(name)?.[1]?.toLowerCase() ?? '';

export type FileLook =
  | 'document'
  | 'sheet'
  | 'slides'
  | 'picture'
  | 'audio'
  | 'video'
  | 'archive'
  | 'code'
  | 'other';

const LOOKS: Readonly<Record<Exclude<FileLook, 'other'>, readonly string[]>> = {
  document: ['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'pages'],
  sheet: ['xls', 'xlsx', 'ods', 'csv', 'tsv', 'numbers'],
  slides: ['ppt', 'pptx', 'odp', 'key'],
  picture: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'bmp', 'svg', 'heic', 'tiff'],
  audio: ['mp3', 'wav', 'ogg', 'oga', 'opus', 'm4a', 'aac', 'flac', 'weba'],
  video: ['mp4', 'webm', 'mov', 'mkv', 'avi', 'm4v', 'ogv'],
  archive: ['zip', 'rar', '7z', 'tar', 'gz', 'xz', 'bz2'],
  code: [
    'js',
    'ts',
    'json',
    'html',
    'css',
    'xml',
    'yml',
    'yaml',
    'py',
    'java',
    'c',
    'cpp',
    'rs',
    'go',
    'sh',
    'sql',
  ],
};

/** The kind of file that a name suggests, for its icon. */
export function fileLook(name: string): FileLook {
  const ending = endingOf(name);
  for (const look of Object.keys(LOOKS) as (keyof typeof LOOKS)[])
    if (LOOKS[look].includes(ending)) return look;
  return 'other';
}

export interface FileRules {
  readonly sizeMb: number;
  /** Permitted file extensions; empty means all. */
  readonly fileExt: readonly string[];
}

export type FileRefusal = 'empty' | 'size' | 'type';

/** Checked before sending; the server checks again (UP-5). */
export function fileRefusal(
  file: { readonly name: string; readonly sizeBytes: number },
  { sizeMb, fileExt }: FileRules,
): FileRefusal | null {
  if (file.sizeBytes === 0) return 'empty';
  if (file.sizeBytes > sizeMb * STEP * STEP) return 'size';
  const allowed = fileExt.map((one) => one.toLowerCase().replace(/^\./, ''));
  return allowed.length > 0 && !allowed.includes(endingOf(file.name)) ? 'type' : null;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** The same shape with no side longer than this many pixels, at least 1 by 1; never larger than it was. */
export function within({ width, height }: Box, longestPx: number): Box {
  const scale = Math.min(1, longestPx / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The shape of a reduced picture: within `longestPx`, but a very long or wide one is not reduced so far that
 * its shorter side falls below `shortestPx`, since writing on it must stay legible (UI-74).
 */
export function reducedSize(
  { width, height }: Box,
  { longestPx, shortestPx }: { readonly longestPx: number; readonly shortestPx: number },
): Box {
  const legible = shortestPx / Math.max(1, Math.min(width, height));
  return within({ width, height }, Math.max(longestPx, Math.max(width, height) * legible));
}
