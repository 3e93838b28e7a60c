import { withoutTurns } from '../../../../domain/direction.ts';
import type { LocalFile } from '../../../../client/interface/files.ts';
import { attachLimits } from '../../../platform/limits.ts';
import { mediaLimits } from '../../../../domain/limits.ts';
import {
  endingOf,
  fileRefusal,
  type FileRefusal,
  type FileRules,
  reducedSize,
} from '../../../../domain/media.ts';
import type { LocalFacts } from '../../../platform/local-media.ts';

/** A file in the preview sheet. */
export interface Prepared {
  readonly key: number;
  readonly file: LocalFile;
  readonly kind: 'image' | 'video' | 'file';
  readonly facts: LocalFacts;
}

export type WantedFiles = 'photos' | 'video' | 'files' | 'any';

/** How many of a kind go at once. */
export const mostOf = (kind: WantedFiles): number =>
  ({ photos: attachLimits.photosMax, video: 1, files: attachLimits.filesMax, any: attachLimits.photosMax })[
    kind
  ];

export type FileProblem = FileRefusal | 'tooLong' | 'many';

/** Pasted pictures have no names, and all the same one. */
export function withFileName(file: File, at: number): LocalFile {
  const ending = endingOf(file.name) || (file.type.split('/')[1] ?? 'bin').replace(/\+.*|[^\w].*/, '');
  const name = file.name === '' || file.name === 'image.png' ? `picture-${at}.${ending}` : file.name;
  return { name: withoutTurns(name), body: file };
}

/** The reason why a file cannot be sent, or null. A video's length counts if it is known. */
export function fileProblemOf(
  file: LocalFile,
  facts: LocalFacts,
  rules: FileRules,
  kind: WantedFiles = 'video',
): Exclude<FileProblem, 'many'> | null {
  const refusal = fileRefusal({ name: file.name, sizeBytes: file.body.size }, rules);
  if (refusal !== null) return refusal;
  return kind === 'video' && isVideo(file, facts) && isTooLong(facts) ? 'tooLong' : null;
}

/** A sound in a video container, perhaps with a cover, has no picture. */
const isVideo = ({ body }: LocalFile, { width }: LocalFacts): boolean =>
  body.type.startsWith('video/') && width > 0;

/** Players report slightly more than the recorded length. */
const isTooLong = ({ durationSec }: LocalFacts): boolean => durationSec > mediaLimits.videoMaxSec + 1;

/** Kinds that every browser shows, and whose location the server can remove (UP-SRV-11). */
const PICTURE_TYPES = /^image\/(?:jpeg|png|apng|gif|webp|bmp|avif|x-icon|vnd\.microsoft\.icon)$/;

/**
 * A picture or video is what this browser could read as one, and that was not chosen as a file; a long video
 * is a file, too (UP-SRV-12).
 */
export function kindOf({ body }: LocalFile, facts: LocalFacts, kind: WantedFiles = 'any'): Prepared['kind'] {
  if (kind === 'files' || facts.width === 0) return 'file';
  if (PICTURE_TYPES.test(body.type)) return 'image';
  return body.type.startsWith('video/') && !isTooLong(facts) ? 'video' : 'file';
}

/** Kinds that a browser writes as well as it reads them; others would lose their motion or their lines. */
const WRITTEN = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * True if the picture is so large that the sender is asked about reducing it (UI-74). One that moves
 * would lose its motion.
 */
export const isLargeFile = ({ kind, file: { body }, facts }: Prepared): boolean =>
  kind === 'image' &&
  WRITTEN.includes(body.type) &&
  facts.moves !== true &&
  (reducedSize(facts, attachLimits.reduced).width < facts.width ||
    body.size > attachLimits.pictureLargeBytes);

/** The same things, with one moved to another place. */
export function moveItem(items: readonly Prepared[], key: number, to: number): readonly Prepared[] {
  const one = items.find((item) => item.key === key);
  if (one === undefined || items[to] === undefined) return items;
  const rest = items.filter((item) => item !== one);
  return [...rest.slice(0, to), one, ...rest.slice(to)];
}
