import { expect, it } from 'vitest';
import { lightStyle, tooYoung } from '../../src/tools/browsers-plugin.mjs';

it.each([
  ['css', '.a { anchor-name: --x; }', ['anchor-name']],
  ['css', '/* anchor-name is too young */ .a { color: red; }', []],
  ['css', '.a { text-decoration: underline; }', []],
  ['script', 'const both = AbortSignal.any([a, b]);', ['AbortSignal.any']],
  ['script', 'const phone = navigator.userAgentData.mobile;', ['userAgentData']],
  ['script', 'const phone = navigator.userAgentData?.mobile;', []],
  ['script', "if ('wakeLock' in navigator) await navigator.wakeLock.request('screen');", []],
  ['script', "const parts = new Segmenter('en');", ['Segmenter']],
  ['script', '// navigator.wakeLock is asked for elsewhere', []],
] as const)('UI-165: the build finds what an older browser lacks in %s: %s', (kind, code, names) => {
  expect(tooYoung(code, kind)).toEqual(names);
});

it('UI-165: the light values are the first of each pair, also inside of other functions', () => {
  const css =
    ':root{--a:light-dark(#fff,#000);--b:0 0 light-dark(rgb(1 2 3 / 4%), rgb(0 0 0 / 50%));--c:red}' +
    ':root{--d:1px light-dark(red,blue) light-dark(green,black)}';
  expect(lightStyle(css)).toBe(
    '@supports not (color:light-dark(red,red)){html:root{' +
      '--a:#fff;--b:0 0 rgb(1 2 3 / 4%);--d:1px red green}}',
  );
});
