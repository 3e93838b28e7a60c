import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstLink } from '../../src/domain/link-preview.ts';
import { linkParts } from '../../src/domain/linkify.ts';
import { toMarkup } from '../../src/domain/markup.ts';
import { richHtml } from '../../src/domain/rich-html.ts';
import { parseRich, type RichNode } from '../../src/domain/rich-text.ts';
import { wordsOf } from '../../src/server/files/held-file.ts';
import { linked } from '../../src/server/frames/plain.ts';
import { root } from '../support/house/repository.ts';

/** The text with its addresses in brackets, and their targets if they differ from the text. */
const marked = (text: string): string =>
  linkParts(text)
    .map((part) =>
      part.href === null ? part.text : `⟦${part.text}${part.href === part.text ? '' : ` → ${part.href}`}⟧`,
    )
    .join('');

describe('addresses in a text', () => {
  it.each([
    ['⟦https://k.example/a#/d?_g=(time:(from:now,to:(now)))⟧'],
    ['(see ⟦https://w.example/M_(planet)_orbit⟧)'],
    ['⟦https://x.example/?y=[1]⟧'],
    ['⟦https://x.example/?q=(a:(b:(c:(d:(e:(f))))))⟧.'],
    ["⟦https://w.example/wiki/Moore's_law⟧ and ⟦https://w.example/wiki/Moore’s_law⟧"],
    ["⟦https://w.example/wiki/Peoples'_Party_(Country)⟧"],
    ["⟦https://od.example/@a:4/can-it-knock':0⟧ '⟦https://x.example/a⟧': here"],
    ['"⟦https://x.example/a⟧" \'⟦https://x.example/a⟧\' ‘⟦https://x.example/a⟧’ <⟦https://x.example/a⟧>'],
    ['⟦https://x.example/repo/1⟧,\n⟦https://x.example/repo/2⟧,\n⟦https://x.example/repo/3⟧'],
    ['⟦https://x.example/?ids=1,2⟧, ⟦https://maps.example/@39.90,116.40,12z⟧: here'],
    ['⟦https://cron.example/#1_*_*_*_*⟧'],
    ['*⟦https://x.example/a⟧* ~⟦https://x.example/b⟧~'],
    ['⟦https://cdn_1.x.example/x⟧ ⟦https://_dmarc.x.example⟧'],
    ['⟦https://x.example./path?p=full⟧ ⟦https://x.example⟧.'],
    ['⟦http://[::1]:8080/a⟧ ⟦http://localhost:3000/x⟧ ⟦http://somehost/link⟧'],
    ['⟦https://www.k9-spürnasen.example/⟧ ⟦http://🍞.x.example/⟧ ⟦https://x.example/wiki/Убийство⟧'],
    ['⟦https://x.example/@name/102368032349220559⟧'],
    ['⟦https://x.example⟧，a@y ⟦https://x.example⟧。a@y ⟦https://x.example⟧”a@y ⟦https://a:b@x.example⟧'],
    // Chinese has no blanks, and its signs end an address.
    ['看⟦https://x.example/a⟧，好的。邮箱：⟦a@x.example → mailto:a@x.example⟧。'],
    ['看⟦www.x.example → http://www.x.example⟧吧，写信给⟦a@x.example → mailto:a@x.example⟧吧'],
    // Signs that turn a text end an address.
    // Behind a letter or a digit begins the next sentence; behind a sign such a path goes on.
    [
      '⟦https://x.example/a⟧看这里 ⟦https://x.example/a?q=1⟧看这里 ' +
        '⟦https://x.example/a.html⟧에서 ⟦https://x.example/b⟧吧。',
    ],
    [
      '⟦https://x.example/wiki/维基百科⟧ ⟦https://x.example/a路径/b⟧ ' +
        '⟦https://x.example/中华B超⟧ ⟦https://x.example/?q=看⟧',
    ],
    ['⟦https://x.example/a⟧看⟦https://x.example/b⟧ ⟦www.x.example/a → http://www.x.example/a⟧吧'],
    ['⟦https://x.example/a⟧～ ⟦https://x.example⟧～ ⟦https://x.example/~home⟧ ⟦https://x.example/a⟧＋￥'],
    [
      '⟦https://x.example/a⟧😀 ⟦https://x.example⟧😀😀 ' +
        '⟦https://x.example/a⟧❤️ ⟦https://x.example/a⟧🇩🇪 ⟦me@x.example → mailto:me@x.example⟧😀',
    ],
    ['⟦https://x.example/😀⟧ ⟦http://i❤️.ws/x⟧'],
    [
      '["⟦https://x.example/a⟧","⟦https://x.example/b⟧"] [\'⟦https://x.example/a⟧\',\'⟦https://x.example/b⟧\']',
    ],
    [
      '⟦https://x.example/a⟧"这个" ⟦https://x.example/a⟧\'吧 ' +
        '⟦https://x.example/?q=⟧"a b" ⟦https://x.example/a⟧＂吧',
    ],
    ['⟦https://x.example/a⟧\u202egpj.exe ⟦https://x.example/a⟧\u200b'],
  ])('RICH-10, RICH-15: %s', (meant) => {
    const text = meant.replaceAll(/ → [^⟧]*|[⟦⟧]/g, '');
    expect(marked(text)).toBe(meant);
  });

  it('RICH-10: addresses without a scheme: www., mail, well-known endings, others with a path', () => {
    expect(marked('www.x.example, example.com/a_b (example.org) youtu.be/abc')).toBe(
      '⟦www.x.example → http://www.x.example⟧, ⟦example.com/a_b → http://example.com/a_b⟧ ' +
        '(⟦example.org → http://example.org⟧) ⟦youtu.be/abc → http://youtu.be/abc⟧',
    );
    expect(marked('mail a.b+c@x.example, or "d@x.example"')).toBe(
      'mail ⟦a.b+c@x.example → mailto:a.b+c@x.example⟧, or "⟦d@x.example → mailto:d@x.example⟧"',
    );
  });

  it('RICH-16: what only resembles a mail address is no link, nor is a name before a slash', () => {
    for (const text of [
      'ssh://git@x.example/team/repo.git svn+ssh://me@x.example/x postgres://me@db.x.example/x',
      'git@x.example:team/repo.git rsync me@x.example:/srv me@x.example:~/a git@x.example:22',
      'v1.2@3.4 pkg@1.2.3.tgz pkg@1.2.3 @scope/pkg@1.2.3 actions/checkout@v4.2 react@18.2.0 user@10.0.0.1',
      'image@2x.png icon@3x.jpg xmpp:me@x.example sip:me@x.example',
    ])
      expect(marked(text)).toBe(text);
    expect(marked('Anna/a@x.example, 邮箱:b@163.com mail:c@x.example: d@x.example:')).toBe(
      'Anna/⟦a@x.example → mailto:a@x.example⟧, 邮箱:⟦b@163.com → mailto:b@163.com⟧ ' +
        'mail:⟦c@x.example → mailto:c@x.example⟧: ⟦d@x.example → mailto:d@x.example⟧:',
    );
    expect(marked('MAILTO:e@x.example f@müller.example g@пример.рф')).toBe(
      '⟦MAILTO:e@x.example⟧ ⟦f@müller.example → mailto:f@müller.example⟧ ' +
        '⟦g@пример.рф → mailto:g@пример.рф⟧',
    );
  });

  it.each([
    'readme.md main.rs run.sh script.py index.ts',
    'node.js and v1.2.3',
    'file:///etc/passwd ftp://x.example/a javascript:alert(1) data:text/html,x',
    '@name @a.b a@b name@',
    'http:// https://. ://x',
    'user.name e.g. i.e. 3.14',
  ])('RICH-10: %s does not become a link', (text) => expect(marked(text)).toBe(text));

  it('RICH-3: words lead to an address in whole pairs of brackets', () => {
    expect(links('[docs](https://k.example/#(a:(b:(c))))')).toEqual(['https://k.example/#(a:(b:(c)))']);
    expect(links('([docs](https://x.example/?y=[1]))')).toEqual(['https://x.example/?y=[1]']);
    expect(links('[see [1]](https://x.example/a) [b](mailto:a@x.example)')).toEqual([
      'https://x.example/a',
      'mailto:a@x.example',
    ]);
    expect(links('[a](https://x.example/(b [c](https://x.example/d)')).toEqual(['https://x.example/d']);
    expect(links('[a [b](mailto:b@x.example) c](https://x.example)')).toEqual(['mailto:b@x.example']);
  });

  it('RICH-1: signs in an address do not become marks', () => {
    for (const text of [
      'https://x.example/_foo_/bar and https://x.example/__init__.py',
      "https://w.example/wiki/Peoples'_Party_of_'_x",
      'www.x.example/_foo_/bar',
    ])
      expect(parseRich(text)).toEqual([{ kind: 'lines', children: [{ kind: 'text', text }] }]);
  });

  it('WIRE-19, RICH-5: clients of the base protocol get the same links, escaped as they were', () => {
    const text = "it's <https://x.example/?a=1&b=[2]>, www.x.example & a@x.example";
    const expected = ['https://x.example/?a=1&amp;b=[2]', 'http://www.x.example', 'mailto:a@x.example'];
    const sent = linked(toMarkup(text));
    expect(hrefsIn(sent)).toEqual(expected);
    expect(sent.replaceAll(/<[^>]*>/g, '')).toBe(toMarkup(text));
    expect(hrefsIn(richHtml(text))).toEqual(expected);
  });

  it('PREVIEW-1, SEARCH-14: a card and a search for links know an address without a scheme', () => {
    expect(firstLink('mail a@x.example or www.x.example/a', null)).toBe('http://www.x.example/a');
    expect(wordsOf({ content: 'see www.x.example/a', extra: null })).toBe(
      'see www.x.example/a<br>http://www.x.example/a',
    );
    expect(wordsOf({ content: 'see https://x.example', extra: null })).toBe('see https://x.example');
  });
});

const links = (text: string): readonly string[] => parseRich(text).flatMap(hrefs);
const hrefsIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);

const hrefs = (node: RichNode): readonly string[] => {
  if (node.kind === 'link') return [node.href];
  return 'children' in node ? node.children.flatMap(hrefs) : [];
};

/** The public test cases of the library: a text, and below it the address if it is not the whole text. */
const cases = (file: string): readonly (readonly [text: string, address: string])[] => {
  const lines = readFileSync(join(root, 'tests/field/linkify-it', file), 'utf8')
    .split('\n')
    .map((line) => line.replace(/^%.*/, '').trim());
  return lines.flatMap((line, at) => {
    const next = lines[at + 1] ?? '';
    const isAddress = at > 0 && lines[at - 1] !== '';
    return line === '' || isAddress ? [] : [[line, next === '' ? line : next] as const];
  });
};

/** Left out on purpose: other schemes, addresses of a network, and hosts of two letters that may be files. */
const NOT_OURS = [
  /^(?:\/\/|My ssl \/\/|My ftp:)/,
  /^(?:4\.4\.4\.4|192\.168\.1\.1\/abc)$/,
  /^(?:s\.l\.o\.w\.io|google\.xxx.*|a\.ws)$/,
  /* Characters next to a quote do not belong to a mail address here. */
  /^test\."foo"/,
  /* A list of quoted addresses is not one address. */
  /^http:\/\/foo\.com\/blah_blah_["']/,
];

describe('the public test cases of linkify-it', () => {
  it.each(cases('links.txt').filter(([text]) => !NOT_OURS.some((one) => one.test(text))))(
    'RICH-10: %s',
    (text, address) => {
      expect(linkParts(text).flatMap((part) => (part.href === null ? [] : [part.text]))[0]).toBe(address);
    },
  );
  it.each(cases('not_links.txt').filter(([text]) => text !== ''))('RICH-10: no link in %s', (text) => {
    expect(marked(text)).toBe(text);
  });
});
