import { layerOf } from './layers.ts';
import { blank } from './source-text.ts';

/**
 * Decisions that the app may not make (MACH-3). The domain's table decides permissions, and machines decide
 * times. The app may show a role, but not compare it.
 */
const OPERATOR = String.raw`(?:[=!]==?|<=?|>=?)`;
const words = String.raw`(?:role|nospeak|mutedUntilSec)`;

const decisions: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a comparison with a role or a mute', new RegExp(String.raw`(?:\.|\b)${words}\s*${OPERATOR}(?![="'{>])`)],
  ['a comparison with a role or a mute', new RegExp(String.raw`${OPERATOR}\s*[\w.?!\[\]]*[.]${words}\b`)],
  ['a choice by a role or a mute', new RegExp(String.raw`\b(?:switch|case)\s*\(?[^){:]*\.${words}\b`)],
  ['a code of a call', /(?<![\w.#-])90[1-7](?![\w.])/],
];

export function decisionFaults(path: string, source: string): readonly string[] {
  if (layerOf(path) !== 'app') return [];
  const { codeOnly } = blank(source);
  const names = new Set(decisions.filter(([, pattern]) => pattern.test(codeOnly)).map(([name]) => name));
  return [...names].map((name) => `${path} holds ${name}: src/domain and machines/ decide that`);
}
