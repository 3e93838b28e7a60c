// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { markedOf } from '../../src/app/screens/conversation/compose/pasted.ts';

const styled = (style: string) =>
  markedOf(`<b style="font-weight:normal"><span style="${style}">x</span></b>`);
const CLOSE = 'margin-top:0pt;margin-bottom:0pt;';

it('RICH-12: lines of another program stay lines, with one blank line between paragraphs', () => {
  expect(
    markedOf(
      `<p style="${CLOSE}">Line 1</p><p style="${CLOSE}">see <a href="https://k.example/a">it</a></p>`,
    ),
  ).toBe('Line 1\nsee [it](https://k.example/a)');
  expect(markedOf('<div>one</div><div>two <b>bold</b></div><div><br></div><div>four</div>')).toBe(
    'one\ntwo **bold**\n\nfour',
  );
  expect(markedOf('<p>a</p><p><b>b</b></p>')).toBe('a\n\n**b**');
});

it('RICH-12: code from an editor is pasted unchanged, with any signs in it', () => {
  const code =
    '<div style="font-family:Consolas;white-space:pre;"><div>if a:</div><div>    b = `x`</div></div>';
  expect([markedOf(code), markedOf('<p>2  **3** is   eight</p>')]).toEqual([null, null]);
});

it('RICH-12: cells of a table stay apart', () => {
  const table = '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td><b>2</b></td></tr></table>';
  expect(markedOf(table)).toBe('a\tb\n1\t**2**');
});

it('RICH-12: bold, italic and struck that are only a style get their marks', () => {
  expect(['font-weight:700', 'font-style:italic', 'text-decoration:line-through'].map(styled)).toEqual([
    '**x**',
    '_x_',
    '~~x~~',
  ]);
});

it('RICH-13: a list keeps its numbers, and its check boxes', () => {
  expect(markedOf('<ol start="5"><li>five</li><li>six</li><li value="9">nine</li></ol>')).toBe(
    '5. five\n6. six\n9. nine',
  );
  expect(
    markedOf('<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>'),
  ).toBe('- ☑ done\n- ☐ open');
});
