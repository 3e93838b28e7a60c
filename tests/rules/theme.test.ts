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

const GROUNDS = ['ground', 'ground-mint', 'ground-sand', 'ground-sky', 'ground-rose'];
const CHAT = [...GROUNDS, 'paper', 'surface', 'received'];
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

/** The colour of the hint of an empty field, for every field. */
const hintColour = (text: string): string | undefined =>
  /(?<=^|\})\s*::placeholder \{\s*color: (var\(--[\w-]+\));/.exec(text)?.[1];

it('THEME-3: hints of all fields have the one colour of quiet words', () => {
  const named = styles.filter(([, text]) => text.includes('::placeholder'));
  expect(named.map(([path]) => path)).toEqual(['src/app/kit/global.css']);
  expect(named.map(([, text]) => hintColour(text))).toEqual(['var(--ink-soft)']);
  // The browser's own grey was 2.96 to 1 in the dark.
  expect(hintColour('.a::placeholder { color: var(--ink-soft); }')).toBeUndefined();
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

/** Parts of a style sheet that stay on their side of a page that is written from right to left. */
function sidesIn(css: string): readonly string[] {
  return [...css.matchAll(/(?<=[{;]\s*)([a-z][a-z-]*):\s*([^;{}]+)/g)]
    .filter(([, name = '', value = '']) => {
      // `left: 50%` centres; the safe area of a phone has fixed sides.
      if (/^(?:left|right): 50%/.test(`${name}: ${value}`) || value.includes('safe-area-inset-right'))
        return false;
      const parts = value.replace(/\([^()]*(?:\([^()]*(?:\([^()]*\)[^()]*)*\)[^()]*)*\)/g, '()').split(/\s+/);
      const isUneven = parts.length === 4 && parts[1] !== parts[3] && /^(?:margin|padding|inset)$/.test(name);
      const isShifted = /translateX\((?!calc\(var\(--turn|-50%)|^inset -?[1-9]\S* 0 0 /.test(value);
      return (
        isUneven ||
        isShifted ||
        /(?:^|-)(?:left|right)(?:-|$)/.test(name) ||
        parts.some((part) => /^(?:left|right)$/.test(part))
      );
    })
    .map(([found]) => found.trim());
}

it('UI-171: style sheets of app and console name no side of the page', () => {
  const own = styles
    .filter(([path]) => /^src\/(?:app|console)\//.test(path))
    .flatMap(([path, text]) => sidesIn(text).map((found) => `${path.split('/').at(-1)} ${found}`));
  expect(own).toEqual([
    // The list at the cursor has a measured place.
    'composer.module.css right: auto',
    'composer.module.css left: clamp(0px, var(--caret), calc(100% - 280px))',
    // The end of a line follows the direction of its words.
    'message.module.css right: auto',
    'message.module.css left: 11px',
    'message.module.css right: 11px',
    'message.module.css left: auto',
  ]);
});

/** Selectors with `:hover` that also apply where a finger leaves it behind. */
function hoversEverywhere(css: string): readonly string[] {
  const rules = css.replace(/@media[^{]*\(hover: hover\)[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '');
  return [...rules.matchAll(/[^{};]*:hover[^{]*(?=\{)/g)].map(([found]) => found.trim());
}

it('UI-173: what a pointer shows by hovering never stays after a touch', () => {
  expect(
    styles
      .filter(([path]) => /^src\/(?:app|console)\//.test(path))
      .flatMap(([path, text]) => hoversEverywhere(text).map((found) => `${path}: ${found}`)),
  ).toEqual([]);
  expect(
    hoversEverywhere('@media (hover: hover) { .a:hover { color: red; } } li:hover > b { top: 0; }'),
  ).toEqual(['li:hover > b']);
});

const QUERIES = /@media[^{]*prefers-reduced-motion[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}/g;

/** Motion of parts that `*` does not select, with a length that is not 0 for users who want less of it. */
function movesAlways(css: string): readonly string[] {
  const less = css.match(QUERIES)?.join('') ?? '';
  return [...css.replace(QUERIES, '').matchAll(/([^{};]*::[^{}]*)\{([^{}]*)\}/g)]
    .filter(([, selector = '']) => !selector.split(',').every((one) => less.includes(one.trim())))
    .flatMap(([, selector = '', body = '']) =>
      [...body.matchAll(/(?:animation|transition)[\w-]*:[^;]*\d(?:ms|s)\b[^;]*/g)].map(
        ([found]) => `${selector.trim()} ${found}`,
      ),
    );
}

it('UI-186: nothing moves for a user who wants less motion', () => {
  const [, general = ''] = styles.find(([path]) => path.endsWith('kit/global.css')) ?? [];
  const less = /@media \(prefers-reduced-motion: reduce\) \{\s*\* \{([^}]*)\}/.exec(general)?.[1];
  expect(less).toMatch(/animation-duration: 0\.01ms !important;\s*animation-iteration-count: 1 !important/);
  expect(less).toContain('transition: none !important');
  expect(
    styles
      .filter(([path]) => /^src\/(?:app|console)\//.test(path))
      .flatMap(([path, text]) => movesAlways(text).map((found) => `${path}: ${found}`)),
  ).toEqual([]);
  expect(
    movesAlways('.a::after { transition: width var(--press); } .b::before { animation: c 2s; }'),
  ).toEqual(['.b::before animation: c 2s']);
});

it.each([
  'margin-left: 4px',
  'right: 0',
  'border-top-left-radius: 0',
  'text-align: right',
  'padding: 0 4px 0 calc(1px + (2 * 3px))',
  'background: red no-repeat right 16px bottom',
  'transform: translateX(20px)',
  'box-shadow: inset 3px 0 0 red',
])('UI-171: the check finds %s', (declaration) => {
  expect(sidesIn(`.a { color: red; ${declaration}; }`)).toEqual([declaration]);
});
