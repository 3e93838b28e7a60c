/**
 * Two hundred things that somebody may call a person, a group or a file, or write: none of it may be anything but words
 * on any screen, and none of it may widen one.
 */
const markup = [
  '<b>bold</b>', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg onload=alert(1)>', '<iframe src=javascript:alert(1)>', '<a href="javascript:alert(1)">x</a>',
  '<style>*{display:none}</style>', '<h1>large</h1>', '<marquee>moving</marquee>', '<table><tr><td>x', '</div></div></div>', '<!-- comment', '-->', '<![CDATA[x]]>', '<?xml version="1.0"?>',
  '&lt;b&gt;', '&amp;amp;', '&#60;script&#62;', '&nbsp;', '&copy', '<br><br><br>', '<input autofocus onfocus=alert(1)>', '<details open ontoggle=alert(1)>', '<body onload=alert(1)>',
  '<base href="https://example.org/">', '<meta http-equiv=refresh content=0>', '<link rel=stylesheet href=//example.org/x.css>', '<form action=//example.org><button>go', '<object data=x>', '<embed src=x>',
  '<math><mi xlink:href="data:x">', '"><script>alert(1)</script>', `'><img src=x onerror=alert(1)>`, '<scr<script>ipt>', '<SCRIPT/SRC=//example.org/x>', '<img/src="x"/onerror="alert(1)">',
  '<p style="position:fixed;inset:0;background:red">', '<template>x</template>', '<slot name=x>', '[x](javascript:alert(1))',
];
const directions = [
  '\u202eabc', 'abc\u202edef', '\u202dabc', '\u2066abc', '\u2067abc\u2069', '\u2068abc', '\u200fabc', '\u200eabc', '\u202aabc', '\u202babc', '\u061cabc',
  'שלום', 'مرحبا', 'abc שלום def', 'مرحبا (abc) 12', '\u202egpj.exe', 'photo\u202egnp.exe', '\u202e\u202e\u202e', '١٢٣', 'ﷺ',
];
const unseen = [
  'a\u200bb', 'a\u200cb', 'a\u200db', '\ufeffa', 'a\u2060b', 'a\u00adb', '\u180ea', 'a\u034fb', 'a\u115fb', 'a\u3164b', '\u2800a', 'a\u00a0b', 'a\u2028b', 'a\u2029b', 'a\ufe0fb',
];
const pictures = [
  '😀', '👨‍👩‍👧‍👦', '🏳️‍🌈', '👍🏽', '❤️', '🇩🇪🇨🇳', '🧑🏿‍🤝‍🧑🏻', '😀'.repeat(80), '👨‍👩‍👧‍👦'.repeat(30), '⚠️⚠️⚠️', '1️⃣2️⃣', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🫥', '\u{1f9ff}', '©️®️™️', '🀄', '🅰️🅱️', '♾️', '😀 a 😀', '☃',
];
const stacked = [
  `Z${'\u0351'.repeat(60)}a`, 'e\u0301', 'é', 'ก็็็็็็็็็็็็', `o${'\u0308'.repeat(200)}`, 'ட்டட்டு', 'නිරෝධා', 'র্ক্ষ্ম', '각', 'a\u20dd',
];
const long = [
  'w'.repeat(300), 'W'.repeat(500), '很'.repeat(400), 'a-'.repeat(200), 'https://example.org/' + 'a'.repeat(300), '…'.repeat(200), '/'.repeat(300), '🙂a'.repeat(150), `${'x'.repeat(120)} ${'y'.repeat(120)}`, '_'.repeat(250),
];
const controls = ['a\nb', 'a\r\nb', '\n\n\na', 'a\tb', 'a\u0000b', 'a\u0007b', 'a\u001b[31mb', 'a\u007fb', 'a\u0085b', 'a\u000bb', 'a\u000cb', 'line\n'.repeat(12)];
const queries = [
  `' or '1'='1`, `'; drop table users; --`, '" or ""="', '\\', `\\'`, '%', '_', '%00', `x' union select 1 --`, '*', '?', `''`, '""', '``', '‘’', '“”', '«»', `O'Neil`, '#', ';',
];
const templates = [
  '{{count}}', '{{name}}', '${7*7}', '{0}', '%s', '%d', '$t(title.home)', 'title.home', '<%= 7*7 %>', '#{7*7}', '{{constructor.constructor("alert(1)")()}}', '[[7*7]]', '{%raw%}', '$(id)', '`id`', '| id', '&& id', '> /dev/null', '@{x}', '[!smile]',
];
const words = [
  'null', 'undefined', 'NaN', 'true', 'false', '0', '-1', '[object Object]', 'constructor', '__proto__', 'toString', 'hasOwnProperty', 'Infinity', '1e309', '0x10', '()', '[]', '{}', 'system', 'admin_notice',
];
const paths = [
  '../../etc/passwd', '..\\..\\windows', 'C:\\con', 'aux.txt', 'nul', '.', '..', '.hidden', 'a/b/c.txt', 'a\\b.txt', 'file:///etc/passwd', 'x.png.exe', 'no ending', 'ends with dot.', ' leads with space', 'two  spaces', 'semi;colon.txt', 'per%20cent.txt', 'quote".txt', "quote'.txt",
];
const addresses = ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//example.org', 'http://', 'https://exa_mple', 'mailto:a@example.org', 'tel:1', 'blob:x', 'about:blank', 'http://[::1]/', 'https://example.org/?a=1&b=<x>', 'www.example.org'];

export const AWKWARD: readonly string[] = [...markup, ...directions, ...unseen, ...pictures, ...stacked, ...long, ...controls, ...queries, ...templates, ...words, ...paths, ...addresses];

/** What is left of something when only its signs count: a page may fold white space and drop what no font can draw. */
export const charactersOf = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd').replace(/[\s\p{Cc}\u200b\u2800\u3164\u115f\ufeff]/gu, '');
