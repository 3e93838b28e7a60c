/** Formats by whole numbers alone: `512 B`, `1.50 KB`. */
export function sizeInWords(bytes: number): string {
  if (!(bytes > 0 && bytes < Infinity)) return '0 B';
  if (bytes < 1_024) return `${bytes} B`;
  let per = 1n;
  let words = '';
  for (const unit of ['KB', 'MB', 'GB', 'TB']) {
    per *= 1_024n;
    const hundredths = (200n * BigInt(bytes) + per) / (2n * per);
    words = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')} ${unit}`;
    if (hundredths < 102_400n) break;
  }
  return words;
}

/** Returns the median of the minimum, the maximum, and three pixels per second. */
export function pillWidth(seconds: number): number {
  const expected = seconds < Infinity && seconds > -Infinity ? 216 + seconds : 0;
  return [216, expected, 276].toSorted((a, b) => a - b)[1] ?? 0;
}

const KINDS: readonly (readonly [endings: string, look: string])[] = [
  ['txt md rtf pdf', 'document'],
  ['doc docx odt pages', 'document'],
  ['csv tsv', 'sheet'],
  ['xls xlsx ods numbers', 'sheet'],
  ['ppt pptx odp key', 'slides'],
  ['png gif bmp webp svg', 'picture'],
  ['jpg jpeg heic tiff', 'picture'],
  ['mp3 wav flac aac m4a', 'audio'],
  ['ogg oga opus weba', 'audio'],
  ['mp4 m4v mov avi', 'video'],
  ['mkv webm ogv', 'video'],
  ['zip 7z rar tar', 'archive'],
  ['gz xz bz2', 'archive'],
  ['c cpp rs go java py js ts', 'code'],
  ['html css xml json yml yaml sql sh', 'code'],
];

const LOOK_OF = new Map(KINDS.flatMap(([endings, look]) => endings.split(' ').map((one) => [one, look])));

/** File endings with a known kind. */
export const KNOWN_ENDINGS: readonly string[] = [...LOOK_OF.keys()];

export const lookOfEnding = (ending: string): string => LOOK_OF.get(ending) ?? 'other';

/** A file of so many bytes under a limit in MiB, where only these endings go; none of them: all go. */
export function whyNotSent(
  file: { readonly ending: string; readonly bytes: number },
  limitMb: number,
  allowed: readonly string[],
): string | null {
  if (file.bytes < 1) return 'empty';
  if (file.bytes / 1_048_576 > limitMb) return 'size';
  if (allowed.length === 0) return null;
  return allowed.some((one) => one === file.ending) ? null : 'type';
}
