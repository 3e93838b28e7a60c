/**
 * A minimal scanner that separates code from comments and strings, so that text cannot break a rule about
 * code. It keeps the length and the lines. A quote without an end on its line (an apostrophe in JSX text)
 * counts as plain text.
 */

export interface Blanked {
  /** Comments blanked, strings kept: for import paths. */
  readonly withoutComments: string;
  /** Comments and the insides of strings blanked: for names in code. */
  readonly codeOnly: string;
}

type Kind = 'code' | 'string' | 'comment';

const beforeRegex = /(?:^|[(,=:[!&|?;+~^>\n]|\breturn|\bcase)\s*$/;

export function blank(source: string): Blanked {
  const kinds = kindsOf(source);
  const keep = (allowed: (kind: Kind) => boolean): string =>
    [...source].map((char, at) => (char === '\n' || allowed(kinds[at] ?? 'code') ? char : ' ')).join('');
  return { withoutComments: keep((kind) => kind !== 'comment'), codeOnly: keep((kind) => kind === 'code') };
}

function kindsOf(text: string): readonly Kind[] {
  // Code points would shift positions; units do not.
  const source = [...text];
  const flat = source.map((char) => (char.length > 1 ? ' ' : char)).join('');
  const kinds: Kind[] = Array.from({ length: flat.length }, () => 'code');
  const mark = (from: number, to: number, kind: Kind): number => {
    kinds.fill(kind, from, Math.min(to, flat.length));
    return to;
  };
  const templateDepths: number[] = [];
  let depth = 0;
  let at = 0;
  while (at < flat.length) {
    const two = flat.slice(at, at + 2);
    const char = flat.charAt(at);
    if (two === '//') at = mark(at, endOf(flat, '\n', at), 'comment');
    else if (two === '/*') at = mark(at, endOf(flat, '*/', at + 2) + 2, 'comment');
    else if (char === "'" || char === '"') at = closeQuote(flat, at, char, mark);
    else if (char === '`' || (char === '}' && templateDepths.at(-1) === depth)) {
      if (char === '}') templateDepths.pop();
      const end = templateEnd(flat, at + 1);
      mark(at + 1, end, 'string');
      if (flat.startsWith('${', end)) {
        templateDepths.push(depth);
        at = end + 2;
      } else at = end + 1;
    } else if (char === '/' && beforeRegex.test(flat.slice(Math.max(0, at - 20), at)))
      at = closeRegex(flat, at, mark);
    else {
      if (char === '{') depth += 1;
      if (char === '}') depth -= 1;
      at += 1;
    }
  }
  return kinds;
}

function endOf(source: string, what: string, from: number): number {
  const at = source.indexOf(what, from);
  return at < 0 ? source.length : at;
}

function closeQuote(
  source: string,
  from: number,
  quote: string,
  mark: (from: number, to: number, kind: Kind) => number,
): number {
  for (let at = from + 1; at < source.length && source.charAt(at) !== '\n'; at += 1) {
    if (source.charAt(at) === '\\') at += 1;
    else if (source.charAt(at) === quote) return mark(from + 1, at, 'string') + 1;
  }
  return from + 1;
}

function closeRegex(
  source: string,
  from: number,
  mark: (from: number, to: number, kind: Kind) => number,
): number {
  let inClass = false;
  for (let at = from + 1; at < source.length && source.charAt(at) !== '\n'; at += 1) {
    const char = source.charAt(at);
    if (char === '\\') at += 1;
    else if (char === '[') inClass = true;
    else if (char === ']') inClass = false;
    else if (char === '/' && !inClass) return mark(from + 1, at, 'string') + 1;
  }
  return from + 1;
}

/** The place of the closing backtick or of `${`. */
function templateEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) {
    if (source.charAt(at) === '\\') at += 1;
    else if (source.charAt(at) === '`' || source.startsWith('${', at)) return at;
  }
  return source.length;
}
