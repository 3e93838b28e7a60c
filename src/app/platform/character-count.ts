import { lengthOf } from '../../domain/length.ts';

const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter() : null;

/** Length in characters as users see them: an emoji of several code points is one. */
export function characterCount(text: string): number {
  return segmenter === null ? lengthOf(text) : [...segmenter.segment(text)].length;
}
