import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { canonicalEmoji, shippedEmoji } from '../../src/domain/emoji-set.ts';

interface Entry {
  readonly emoji: string;
  readonly group?: number;
  readonly skins?: readonly { readonly emoji: string }[];
}

/** The data also contains parts of other emoji, which the panel does not offer. */
const PARTS = 2;

function listOptions(): readonly string[] {
  const text = readFileSync(createRequire(import.meta.url).resolve('emojibase-data/en/data.json'), 'utf8');
  const matches = new Set<string>();
  for (const { emoji, group = PARTS, skins = [] } of JSON.parse(text) as readonly Entry[])
    if (group !== PARTS) for (const one of [emoji, ...skins.map((skin) => skin.emoji)]) matches.add(one);
  return [...matches];
}

function linesOf(emoji: readonly string[]): string {
  const lines: string[] = [];
  for (const one of emoji) {
    const last = lines.at(-1);
    if (last === undefined || last.length + one.length + 1 > 104) lines.push(one);
    else lines[lines.length - 1] = `${last} ${one}`;
  }
  return lines.join('\n');
}

const FILE = new URL('../../src/domain/emoji-set.ts', import.meta.url);

it('REACT-2: reactions are exactly the emoji of the panel, in any spelling', () => {
  if (process.env['RECORD_EMOJI'] === '1') {
    const source = readFileSync(FILE, 'utf8');
    writeFileSync(FILE, source.replace(/SHIPPED = `[^`]*`/, `SHIPPED = \`\n${linesOf(listOptions())}\n\``));
    return;
  }
  const how = 'RECORD_EMOJI=1 npx vitest run tests/rules/emoji-set.test.ts';
  expect(shippedEmoji().join(' '), how).toBe(listOptions().join(' '));
  expect(canonicalEmoji('👍')).toBe('👍️');
  expect(canonicalEmoji('👍️')).toBe('👍️');
  for (const none of ['', 'x', '1', ' 👍', '👍👍', '🇦', '🏽', '©x'])
    expect(canonicalEmoji(none), none).toBeNull();
});
