import { emojiOf } from './emoji.ts';
import { type HookFields, objectOf, firstText, objectsOf, asText, dateIn, utcText } from './values.ts';
import { bold, codeSpan, codeBlock, lines, link } from './words.ts';
import { fromMarkdown } from './markdown.ts';
import { fromMrkdwn } from './mrkdwn.ts';

/** Blocks of one message, and entries of one block. */
const MOST = 60;

/** A text object, or a bare text. */
export function textObject(value: unknown): string {
  if (typeof value === 'string') return fromMrkdwn(value);
  const { type, text } = objectOf(value);
  return type === 'plain_text' ? asText(text) : fromMrkdwn(asText(text));
}

const texts = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as readonly unknown[]) : []).slice(0, MOST).map(textObject);

/** A button with an address is a link; other controls need a program and are left out. */
function control(element: HookFields): string {
  const url = asText(element['url']);
  const label = textObject(element['text']);
  if (element['type'] === 'image') return picture(element);
  return url === '' ? '' : link(label || url, url);
}

const picture = (block: HookFields): string => {
  const title = textObject(block['title']) || asText(block['alt_text']) || 'image';
  const url = firstText(block, 'image_url') || firstText(objectOf(block['slack_file']), 'url');
  return link(`🖼 ${title}`, url);
};

type Style = Readonly<Record<string, unknown>>;

function styled(text: string, style: Style): string {
  if (text.trim() === '') return text;
  if (style['code'] === true) return codeSpan(text);
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  const styleMarks = [
    style['bold'] === true ? '**' : '',
    style['italic'] === true ? '_' : '',
    style['strike'] === true ? '~~' : '',
  ];
  return `${before}${styleMarks.join('')}${words}${styleMarks.toReversed().join('')}${after}`;
}

/** An element of rich text. */
function inline(element: HookFields): string {
  const style = objectOf(element['style']);
  const text = typeof element['text'] === 'string' ? element['text'] : '';
  switch (element['type']) {
    case 'text':
      return styled(text, style);
    case 'link':
      return link(text || asText(element['url']), asText(element['url']));
    case 'user':
      return `@${asText(element['user_id'])}`;
    case 'usergroup':
      return `@${asText(element['usergroup_id'])}`;
    case 'channel':
      return `#${asText(element['channel_id'])}`;
    case 'broadcast':
      return `@${asText(element['range'])}`;
    case 'emoji':
      return emojiOf(asText(element['name'])) || `:${asText(element['name'])}:`;
    case 'date':
      return asText(element['fallback']) || utcText(dateIn(element['timestamp']));
    case 'color':
      return asText(element['value']);
    default:
      return text;
  }
}

const inlines = (value: unknown): string => objectsOf(value, 500).map(inline).join('');

function richPart(part: HookFields): string {
  const inside = inlines(part['elements']);
  switch (part['type']) {
    case 'rich_text_list': {
      const indent = '  '.repeat(Math.min(3, Number(part['indent']) || 0));
      return objectsOf(part['elements'], 200)
        .map((item, at) => `${indent}${part['style'] === 'ordered' ? `${at + 1}.` : '-'} ${richPart(item)}`)
        .join('\n');
    }
    case 'rich_text_quote':
      return inside
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'rich_text_preformatted':
      return codeBlock(inside);
    default:
      return inside.trimEnd();
  }
}

/** Rows of a table, with bars between the cells. */
const tableOf = (rows: unknown): string =>
  (Array.isArray(rows) ? (rows as readonly unknown[]) : [])
    .slice(0, 100)
    .map((row) =>
      objectsOf(row, 20)
        .map((cell) =>
          cell['type'] === 'rich_text'
            ? objectsOf(cell['elements'], MOST).map(richPart).join(' ')
            : asText(cell['text']),
        )
        .join(' | '),
    )
    .join('\n');

const BLOCKS: Readonly<Record<string, (block: HookFields) => string>> = {
  section: (block) =>
    lines(textObject(block['text']), ...texts(block['fields']), control(objectOf(block['accessory']))),
  header: (block) => bold(textObject(block['text'])),
  context: (block) =>
    objectsOf(block['elements'], MOST)
      .map((one) => (one['type'] === 'image' ? '' : textObject(one)))
      .filter(Boolean)
      .join(' · '),
  divider: () => '',
  image: picture,
  actions: (block) => objectsOf(block['elements'], MOST).map(control).filter(Boolean).join(' · '),
  rich_text: (block) => objectsOf(block['elements'], MOST).map(richPart).join('\n'),
  markdown: (block) => fromMarkdown(asText(block['text'])),
  video: (block) =>
    link(`▶ ${textObject(block['title']) || 'video'}`, firstText(block, 'title_url', 'video_url')),
  file: (block) => asText(block['external_id']),
  table: (block) => tableOf(block['rows']),
};

/** The words of blocks, in order; an unknown kind shows its text. */
export function blocksText(value: unknown): string {
  return lines(
    ...objectsOf(value, MOST).map((block) => {
      const type = asText(block['type']);
      const make = Object.hasOwn(BLOCKS, type) ? BLOCKS[type] : undefined;
      return make ? make(block).trim() : textObject(block['text']);
    }),
  );
}
