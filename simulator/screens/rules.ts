import { albumsRule } from './albums.ts';
import { filesRule } from './files.ts';
import { findingRule } from './finding.ts';
import { lengthsRule } from './lengths.ts';
import { markupRule } from './markup.ts';
import { numbersRule } from './numbers.ts';
import { picturesRule } from './pictures.ts';
import { pollsRule } from './polls.ts';
import { richRule } from './rich.ts';
import type { ScreenRule } from './screen-rule.ts';
import { toldLinesRule } from './told-lines.ts';

export const SCREEN_RULES: readonly ScreenRule[] = [
  lengthsRule,
  numbersRule,
  picturesRule,
  filesRule,
  findingRule,
  richRule,
  pollsRule,
  toldLinesRule,
  albumsRule,
  markupRule,
];
