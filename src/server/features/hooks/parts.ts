import { hookLimits as limits } from '../../kernel/hook-limits.ts';

const FENCE = '```';

/** Cuts a line that is longer than a message. */
function piecesOf(line: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < line.length || at === 0; at += limits.partMax)
    pieces.push(line.slice(at, at + limits.partMax));
  return pieces;
}

/**
 * The text as a few messages, cut between lines. A code block that is cut ends in one and continues in the
 * next. What is too long for all of them is left out, with a sign (HOOK-7).
 */
export function messageParts(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  let isCode = false;
  const end = (): void => {
    if (part.trim() !== '') parts.push(isCode ? `${part}\n${FENCE}` : part);
    part = isCode ? FENCE : '';
  };
  for (const line of text.split('\n').flatMap(piecesOf)) {
    if (part.length + line.length + 1 > limits.partMax) end();
    part = part === '' ? line : `${part}\n${line}`;
    if (line.trimStart().startsWith(FENCE)) isCode = !isCode;
  }
  isCode = false;
  end();
  if (parts.length <= limits.partsMax) return parts;
  return parts.slice(0, limits.partsMax).map((one, at) => (at === limits.partsMax - 1 ? `${one}\n…` : one));
}
