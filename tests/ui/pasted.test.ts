// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { markedOf } from '../../src/app/screens/conversation/compose/pasted.ts';

describe('pasted content', () => {
  it.each([
    ['<b>bold</b> and <i> it </i>', '**bold** and  _it_'],
    ['<b style="font-weight:normal"><p>a <strong>b</strong></p></b>', 'a **b**'],
    ['<p>a</p><p><del>b</del></p>', 'a\n\n~~b~~'],
    ['<ul><li>a</li><li>b <b>c</b></li></ul>', '- a\n- b **c**'],
    ['<ol><li>a</li><li>b</li></ol>', '1. a\n2. b'],
    ['<blockquote><p>a</p><p>b</p></blockquote>c', '> a\n>\n> b\nc'],
    ['<pre><code>let a;\n\nb();\n</code></pre>', '```\nlet a;\n\nb();\n```'],
    ['see <a href="https://example.org/a_(b)">us</a>', 'see [us](https://example.org/a_%28b%29)'],
    ['<h2>Head</h2>text', '**Head**\ntext'],
  ])('RICH-8: %j gets marks', (html, wanted) => {
    expect(markedOf(html)).toBe(wanted);
  });

  it.each([
    '',
    'plain <span style="color:red">words</span>',
    '<a href="https://example.org">https://example.org</a>',
    '<a href="javascript:alert(1)">x</a><script>**y**</script>',
    '<div>'.repeat(5_000) + '<b>x</b>',
    '<b>x</b>'.repeat(20_000),
  ])('RICH-8: the browser pastes what has no form as plain text (%#)', (html) => {
    expect(markedOf(html)).toBeNull();
  });
});
