import { lengthsRule } from './lengths.ts';
import type { ScreenRule } from './screen-rule.ts';

export const SCREEN_RULES: readonly ScreenRule[] = [lengthsRule];
