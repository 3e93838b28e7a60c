import { blank } from './source-text.ts';

export const WIDTH = 110;

/** Lines that the formatter leaves as they are: long texts, titles, comments. */
export const wideLines = (source: string): number =>
  source.split('\n').filter((line) => line.length > WIDTH).length;

const OPENS =
  /(?:\bfunction\b[^{;]*|=>\s*|\)\s*(?::[^;{}=]*)?)\{$|^\s*(?:async |static |private |readonly |get |set |\*)*[\w#$]+\([^;]*\)\s*(?::[^;{}]*)?\{$/;

/** Lines of each function that is longer than `most`, its first and its last line counted. */
export function longFunctions(source: string, most: number): readonly number[] {
  const lines = blank(source).codeOnly.split('\n');
  const found: number[] = [];
  for (const [at, line] of lines.entries()) {
    if (!OPENS.test(line.trimEnd())) continue;
    if (/^\s*(?:if|for|while|switch|catch|\} else|\} catch|describe|it)\b/.test(line)) continue;
    const indent = line.search(/\S/);
    const end = lines.findIndex(
      (other, no) => no > at && other.search(/\S/) === indent && /^\s*\}/.test(other),
    );
    if (end - at + 1 > most) found.push(end - at + 1);
  }
  return found;
}
