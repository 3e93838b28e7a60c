import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FRAMES } from '../../src/app/platform/looks.ts';
import { root } from '../support/house/repository.ts';
import { colourOf, contrast, over, THEMES, type ThemeName, TOKEN_FILES, written } from '../support/tokens.ts';

const styles = ['src', 'simulator']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  )
  .filter((path) => path.endsWith('.css'))
  .map((path) => [path, readFileSync(join(root, path), 'utf8').replace(/\/\*.*?\*\//gs, '')] as const);

const CHAT = ['ground', 'paper', 'surface', 'ground-mint', 'ground-sand', 'ground-sky', 'ground-rose'];
const PAGES = ['paper', 'surface', 'hover', 'well'];
/** Backgrounds of messages in the selection mode. */
const CHOOSING = ['choice', 'chosen'].flatMap((tint) => CHAT.map((ground) => `${tint}+${ground}`));
const NUMBERS = [0, 1, 2, 3, 4, 5, 6, 7];

/** Text colours with all their backgrounds; `a+b` is a over b. */
const WORDS: readonly (readonly [words: readonly string[], grounds: readonly string[]])[] = [
  [
    ['ink'],
    [...PAGES, ...CHAT, 'pick', 'lift', 'hair', 'green-tint', 'green-tint-press', 'amber-tint', 'found'],
  ],
  [
    ['ink-soft'],
    [
      ...PAGES,
      ...CHAT,
      ...CHOOSING,
      'pick',
      'hair',
      'green-tint',
      'amber-tint',
      'wash+surface',
      'wash+green-tint',
    ],
  ],
  [['green'], ['paper', 'surface', 'hover']],
  [['green-press'], [...CHAT, ...CHOOSING, 'green-tint', 'green-tint-press', 'wash+green-tint']],
  [['red'], ['paper', 'surface', 'hover']],
  [['red-press'], [...CHAT, ...CHOOSING, 'red-tint']],
  [['amber'], ['paper', 'surface', 'amber-tint']],
  [['blue'], [...CHAT, 'green-tint', 'amber-tint', 'blue-tint']],
  [['on'], ['green', 'green-press', 'red', 'red-press', 'amber', 'blue', 'ink-soft']],
  [['white'], ['night', 'shade+white', ...NUMBERS.map((n) => `hue-${n}`)]],
  [
    ['stage-ink', 'stage-soft'],
    ['stage', 'stage-lift', 'stage-press+stage', 'night'],
  ],
  [NUMBERS.map((n) => `name-${n}`), [...CHAT, ...CHOOSING, 'amber-tint']],
];

/** Colours of signs without text: dots, progress, focus, empty boxes. */
const SHAPES: typeof WORDS = [
  [
    ['green-bright', 'green', 'online', 'red', 'faint'],
    ['paper', 'surface', 'hover'],
  ],
  [
    ['stage-green', 'stage-amber'],
    ['stage', 'stage-lift'],
  ],
];

/** Properties of elements that are attached to others. The library of popups sets one of them. */
const SET_BY_CODE: ReadonlySet<string> = new Set(['transform-origin', 'caret', 'narrow', 'wide']);

function ground(name: string, theme: ThemeName) {
  const [upper = '', lower] = name.split('+');
  const colour = colourOf(upper, theme);
  return lower === undefined ? colour : over(colour, colourOf(lower, theme));
}

const tooNear = (pairs: typeof WORDS, least: number): readonly string[] =>
  pairs.flatMap(([names, grounds]) =>
    names.flatMap((name) =>
      grounds.flatMap((below) =>
        THEMES.flatMap((theme) => {
          const matchCount = contrast(colourOf(name, theme), ground(below, theme));
          return matchCount < least ? [`${name} on ${below}, ${theme}: ${matchCount.toFixed(2)}`] : [];
        }),
      ),
    ),
  );

it('THEME-3: words can be read on every ground, in both themes', () => {
  expect(tooNear(WORDS, 4.5)).toEqual([]);
});

it('THEME-3: signs without words are seen on every ground, in both themes', () => {
  expect(tooNear(SHAPES, 3)).toEqual([]);
});

it('THEME-3: no style has a colour outside the tokens', () => {
  const own = styles
    .filter(([path]) => !TOKEN_FILES.some((tokens) => tokens === path))
    .flatMap(([path, text]) =>
      [
        ...text.matchAll(
          /(?:#|%23)[\da-f]{3,8}\b|\b(?:rgba?|hsla?|oklch)\(|light-dark\(|:\s*(?:white|black)\b/gi,
        ),
      ].map(([found]) => `${path}: ${found}`),
    );
  expect(own).toEqual([]);
});

it('THEME-3: every token that a style names exists', () => {
  const set = new Set([
    ...written.keys(),
    ...styles.flatMap(([, text]) => [...text.matchAll(/--([a-z0-9-]+):/g)].map(([, name]) => name ?? '')),
  ]);
  const unknown = styles.flatMap(([path, text]) =>
    // A fallback after the comma covers a missing variable.
    [...text.matchAll(/var\(--([a-z0-9-]+)\)/g)]
      .filter(([, name]) => !set.has(name ?? '') && !SET_BY_CODE.has(name ?? ''))
      .map(([, name]) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('THEME-2: the frame of the browser has the colour of the surface next to it', () => {
  for (const theme of THEMES)
    expect(colourOf('surface', theme)).toEqual([
      ...[1, 3, 5].map((at) => Number.parseInt(FRAMES[theme].slice(at, at + 2), 16)),
      1,
    ]);
});

it('UI-122: no field for a day or an hour is the browser’s own', () => {
  const matches = ['src', 'simulator'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .filter((path) =>
        /type=["'{]+(?:date|time|datetime-local|month|week)["'}]/.test(
          readFileSync(join(root, folder, path), 'utf8'),
        ),
      ),
  );
  expect(matches).toEqual([]);
});
