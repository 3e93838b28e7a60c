// @vitest-environment happy-dom
import '../support/node-names.ts';
import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { markupNodes, isFewEmoji } from '../../src/app/screens/conversation/message/markup-nodes.tsx';
import { linkParts } from '../../src/domain/linkify.ts';
import { toMarkup } from '../../src/domain/markup.ts';

const show = (html: string) => renderToStaticMarkup(<>{markupNodes(html)}</>);
const renderText = (html: string) => {
  const box = document.createElement('div');
  box.innerHTML = show(html);
  return box.textContent;
};

const links = (text: string) => linkParts(text).flatMap((part) => part.href ?? []);

describe('message text on show', () => {
  it.each([
    ['a script', 'hi<script>alert(1)</script>'],
    ['a handler', '<img src=x onerror=alert(1)>'],
    ['a frame', '<iframe src="https://example.org"></iframe>'],
    ['a style', '<p style="position:fixed">x</p>'],
    ['a script address', '<a href="javascript:alert(1)">x</a>'],
    ['a data address', '<a href="data:text/html,x">x</a>'],
    ['a drawing', '<svg onload=alert(1)><a href="javascript:alert(1)">x</a></svg>'],
    ['a form', '<form action="/x"><input name="y"></form>'],
    ['a far picture', '<img src="https://example.org/pixel.png" alt="p">'],
    ['a near-far picture', '<img src="//example.org/pixel.png" alt="p">'],
    ['one that only browsers take for far', '<img src="/\\example.org/pixel.png" alt="p">'],
    ['one with a line end', '<img src="/&#10;/example.org/pixel.png" alt="p">'],
  ])('WIRE-9: drops %s', (_name, html) => {
    expect(show(html)).not.toMatch(
      /script|onerror|onload|iframe|style|data:|<svg|<form|<input|example\.org/i,
    );
  });

  it('WIRE-9: keeps the allowed elements', () => {
    expect(show('<b>a</b><i>b</i><br><p>c</p><u>d</u>')).toBe('<b>a</b><i>b</i><br/><p>c</p><u>d</u>');
    expect(show('<img src="/static/emoji/1.png" alt="smile">')).toContain('src="/static/emoji/1.png"');
  });

  it('WIRE-17: a bomb that another server let through shows only its words', () => {
    expect(show(`${'<p><b>'.repeat(8_000)}words`)).toBe('words');
    expect(show('<b>x</b>'.repeat(2_000))).toBe('x'.repeat(2_000));
  });

  it('WIRE-9: opens links outside, without telling who sent the visitor', () => {
    const link = 'target="_blank" rel="noopener noreferrer nofollow"';
    expect(show('<a href="https://example.org/a" class="x">read</a>')).toBe(
      `<a title="https://example.org/a" href="https://example.org/a" ${link}>read</a>`,
    );
    expect(show('see https://example.org/a.')).toBe(
      `see <a href="https://example.org/a" ${link}>https://example.org/a</a>.`,
    );
  });

  it('UI-10: any typed text is shown as written', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (any) => {
        // An HTML parser drops this character, so a line break before it is the last one.
        const typed = any.replaceAll('\0', '');
        const box = document.createElement('div');
        box.textContent = typed.replace(/\r\n?/g, '\n').replace(/\n+$/, '');
        expect(renderText(toMarkup(typed))).toBe(box.textContent);
      }),
      {
        examples: [
          ['<b>bold</b> & "quotes" \'x\''],
          ['&lt;'],
          ['a\nb'],
          ['</p><script>alert(1)</script>'],
          ['\n\0'],
        ],
      },
    );
  });

  it('UI-10: addresses in text become links without the sentence around them', () => {
    expect(links('(https://example.org/a_(b)), then https://example.org/c?d=1!')).toEqual([
      'https://example.org/a_(b)',
      'https://example.org/c?d=1',
    ]);
    expect(links('看 https://example.org/x，好的')).toEqual(['https://example.org/x']);
    expect(links('javascript:alert(1) http:// nothing')).toEqual([]);
    fc.assert(
      fc.property(
        fc.string(),
        (text) =>
          linkParts(text)
            .map((part) => part.text)
            .join('') === text,
      ),
    );
  });

  it('UI-105: one to three emoji alone are large', () => {
    expect(['👍', '👩‍👩‍👧', '🇩🇪', '❤️', '👍🏽👍🏽', '😀 😀 😀'].filter((text) => !isFewEmoji(text))).toEqual([]);
    const flags = ['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁷󠁬󠁳󠁿 🏴‍☠️ 🏴', '🏳️‍🌈'];
    expect(['1️⃣', '#️⃣ *️⃣ 9⃣', '1️⃣2️⃣3️⃣', ...flags].filter((text) => !isFewEmoji(text))).toEqual([]);
    expect(['1', '#', '1\ufe0f', '\u20e3', '1️⃣2️⃣3️⃣4️⃣'].filter(isFewEmoji)).toEqual([]);
    expect(['', 'a', '12', '👍a', '😀😀😀😀'].filter(isFewEmoji)).toEqual([]);
  });
});
