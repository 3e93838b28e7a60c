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

it.each([
  ['<pre>a<br>b<br>c</pre>', 'a\nb\nc'],
  ['<pre><p>a</p><p>b</p></pre>', 'a\nb'],
  ['<pre><p>a</p>\n<p>b</p></pre>', 'a\nb'],
  ['<pre><div>a</div><div>b</div></pre>', 'a\nb'],
  ['<pre><code><div>+ a</div><div>- b</div></code></pre>', '+ a\n- b'],
  ['<pre><div>a</div><div><br></div><div>b</div></pre>', 'a\n\nb'],
  ['<pre><span>fun x() {</span><br>&nbsp;&nbsp;y()<br>}</pre>', 'fun x() {\n  y()\n}'],
  ['<pre>a\nb</pre>', 'a\nb'],
  ['<pre><span>a\n</span><span>b</span></pre>', 'a\nb'],
  ['<pre><table><tr><td>1</td><td>a</td></tr><tr><td>2</td><td>b</td></tr></table></pre>', '1\ta\n2\tb'],
  ['<pre><ol><li>a</li><li>b</li></ol></pre>', 'a\nb'],
])('RICH-17: %s keeps its lines', (html, code) => {
  expect(markedOf(html)).toBe(`\`\`\`\n${code}\n\`\`\``);
});

it('RICH-17: code that contains a fence gets a longer one', () => {
  expect(markedOf('<pre>x ``` y<br>```<br>z</pre>')).toBe('````\nx ``` y\n```\nz\n````');
});

it('RICH-17: a link with a shortened address is pasted as its target, others as shown', () => {
  const target = 'https://x.example/very/long/path?x=1';
  const pasted = (words: string, href = target) => markedOf(`<a href="${href}">${words}</a>`);
  for (const words of [
    'https://x.example/very/l…',
    'https://x.example/very...',
    'https://www.x.example/v…',
    'https://x.example/…?x=1',
  ])
    expect(pasted(words), words).toBe(target);
  for (const words of ['https://other.example/very/l…', target, 'https://other.example/', 'https://…'])
    expect(pasted(words), words).toBe(null);
  expect(pasted('x.example/very…')).toBe(`[x.example/very…](${target})`);
  expect(pasted('https://x.example/very…', 'javascript:alert(1)')).toBe(null);
});
