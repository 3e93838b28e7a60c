import { filesRule } from './files.ts';
import { lengthsRule } from './lengths.ts';
import { picturesRule } from './pictures.ts';
import type { ScreenRule } from './screen-rule.ts';

export const SCREEN_RULES: readonly ScreenRule[] = [lengthsRule, picturesRule, filesRule];
