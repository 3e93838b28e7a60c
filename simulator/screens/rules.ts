import { filesRule } from './files.ts';
import { lengthsRule } from './lengths.ts';
import { picturesRule } from './pictures.ts';
import { numbersRule } from './numbers.ts';
import type { ScreenRule } from './screen-rule.ts';

export const SCREEN_RULES: readonly ScreenRule[] = [lengthsRule, numbersRule, picturesRule, filesRule];
