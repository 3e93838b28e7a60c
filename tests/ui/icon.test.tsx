import { Bell } from 'lucide-react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createIcon } from '../../src/app/kit/icon.ts';

const attributesOf = (markup: string): readonly string[] =>
  [...markup.matchAll(/[\w:-]+="[^"]*"/g)].map(([found]) => found).toSorted();

describe('icons', () => {
  it.each([
    {},
    { size: 20, strokeWidth: 1.75, className: 'mine' },
    { 'aria-label': 'Muted', role: 'img' },
    { fill: 'currentColor', 'data-mark': 'x' },
  ])('UI-113: an icon as the build draws it looks like the library draws it: %o', async (props) => {
    const file: string = 'lucide-react/dist/esm/icons/bell.mjs';
    const { __iconData: data } = (await import(/* @vite-ignore */ file)) as {
      readonly __iconData: Parameters<typeof createIcon>[0];
    };
    const ours = renderToStaticMarkup(createElement(createIcon(data), props));
    const theirs = renderToStaticMarkup(createElement(Bell, props));
    expect(attributesOf(ours)).toEqual(attributesOf(theirs));
    expect(ours.match(/<\w+/g)).toEqual(theirs.match(/<\w+/g));
  });
});
