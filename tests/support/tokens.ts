import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './house/repository.ts';

export const THEMES = ['light', 'dark'] as const;
export type ThemeName = (typeof THEMES)[number];
/** Red, green, blue from 0 to 255, and the opacity. */
export type Colour = readonly [r: number, g: number, b: number, part: number];

export const TOKEN_FILES = [
  'src/app/kit/tokens.css',
  'src/app/kit/app-tokens.css',
  'src/app/kit/page-tokens.css',
] as const;

/** Every value of the look as it is written, by name. */
export const written: ReadonlyMap<string, string> = new Map(
  TOKEN_FILES.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/^ {2}--([a-z0-9-]+):\s*([^;]+);/gm)].map(
      ([, name = '', value = '']) => [name, value] as const,
    ),
  ),
);

/** A colour of the look as one theme has it. */
export function colourOf(name: string, theme: ThemeName): Colour {
  const value = written.get(name);
  if (value === undefined) throw new Error(`no token --${name}`);
  const two = /^light-dark\((.+), ((?:#|rgb).+)\)$/.exec(value);
  return read(two === null ? value : (two[theme === 'light' ? 1 : 2] ?? ''), theme);
}

function read(text: string, theme: ThemeName): Colour {
  const hex = /^#([0-9a-f]{6})$/.exec(text)?.[1];
  if (hex !== undefined) {
    const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
    return [r, g, b, 1];
  }
  const rgb = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text);
  if (rgb !== null) return [Number(rgb[1]), Number(rgb[2]), Number(rgb[3]), Number(rgb[4]) / 100];
  const wash = /^color-mix\(in srgb, var\(--([a-z-]+)\) (\d+)%, transparent\)$/.exec(text);
  if (wash !== null) {
    const [r, g, b] = colourOf(wash[1] ?? '', theme);
    return [r, g, b, Number(wash[2]) / 100];
  }
  throw new Error(`not a colour: ${text}`);
}

/** Blends one colour over another. */
export const over = ([r, g, b, part]: Colour, below: Colour): Colour => [
  r * part + below[0] * (1 - part),
  g * part + below[1] * (1 - part),
  b * part + below[2] * (1 - part),
  1,
];

const linear = (part: number): number => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const light = ([r, g, b]: Colour): number =>
  0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);

/** Contrast of two colours as WCAG counts it. */
export function contrast(a: Colour, b: Colour): number {
  const [low = 0, high = 0] = [light(a), light(b)].toSorted((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}
