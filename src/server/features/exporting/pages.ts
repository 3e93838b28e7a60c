import type { StreamId } from '../../../domain/ids.ts';
import type { MessageType } from '../../../domain/message.ts';
import { asHtml } from '../../kernel/html.ts';
import type { TextLanguage } from '../../kernel/texts.ts';

export interface ShownChat {
  readonly stream: StreamId;
  readonly title: string;
  /** Messages above this ordinal are this person's to read. */
  readonly aboveN: number;
}

export interface ShownLine {
  readonly n: number;
  readonly id: string;
  readonly at: string;
  readonly from: number;
  readonly name: string;
  readonly type: MessageType;
  readonly text: string;
  readonly recalled: boolean;
  /** Content of a system line. */
  readonly note: string | null;
  readonly details: Readonly<Record<string, unknown>> | null;
  /** `path`: position in the archive. */
  readonly file: { readonly name: string; readonly size: number; readonly path: string | null } | null;
}

interface Index {
  readonly name: string;
  readonly chats: readonly ShownChat[];
  readonly files: readonly { readonly name: string; readonly path: string }[];
}

export const WORDS = {
  zh: {
    title: '我的数据',
    chats: '聊天',
    files: '文件',
    all: '资料、设置、草稿、好友、群和动态',
    self: '文件传输助手',
    back: '返回',
    recalled: '消息已撤回',
    kinds: {
      image: '图片',
      emoji: '表情',
      voice: '语音',
      video: '视频',
      file: '文件',
      location: '位置',
      contact: '名片',
      webrtc: '通话',
    },
  },
  en: {
    title: 'Your data',
    chats: 'Chats',
    files: 'Files',
    all: 'Profile, settings, drafts, friends, groups and moments',
    self: 'Notes to self',
    back: 'Back',
    recalled: 'Message unsent',
    kinds: {
      image: 'Image',
      emoji: 'Emoji',
      voice: 'Voice message',
      video: 'Video',
      file: 'File',
      location: 'Location',
      contact: 'Contact card',
      webrtc: 'Call',
    },
  },
} as const;

/** Contains neither scripts nor references to the network. */
const head = (title: string, language: TextLanguage): string => `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${asHtml(title)}</title>
<style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 44rem; margin: 0 auto; padding: 1rem }
article { margin: 0 0 1rem; overflow-wrap: anywhere }
article p { margin: 0; white-space: pre-wrap }
time { opacity: .7; font-size: .8rem }
</style>
</head>
<body>
`;
const TAIL = '</body>\n</html>\n';

export async function* chatPage(
  { title }: ShownChat,
  lines: AsyncIterable<ShownLine>,
  language: TextLanguage,
): AsyncGenerator<string> {
  const words = WORDS[language];
  yield head(title, language);
  yield `<p><a href="../index.html">${words.back}</a></p>\n<h1>${asHtml(title)}</h1>\n`;
  for await (const line of lines) {
    // Group events are in the JSON lines.
    if (line.type === 'event' && !line.recalled) continue;
    const heading = `<b>${asHtml(line.name)}</b> <time>${line.at}</time>`;
    yield `<article>${heading}<p>${bodyHtml(line, words)}</p></article>\n`;
  }
  yield TAIL;
}

function bodyHtml({ recalled, type, text, file }: ShownLine, words: (typeof WORDS)[TextLanguage]): string {
  if (recalled) return words.recalled;
  const kind = type === 'text' || type === 'event' ? null : words.kinds[type];
  const name = asHtml(file?.name ?? '');
  const linked = file?.path ? `<a href="../${file.path}">${name}</a>` : name;
  return [kind === null ? '' : `[${kind}]`, linked, asHtml(text)].filter((part) => part !== '').join(' ');
}

export async function* indexPage(
  { name, chats, files }: Index,
  language: TextLanguage,
): AsyncGenerator<string> {
  const words = WORDS[language];
  yield head(words.title, language);
  yield `<h1>${words.title}</h1>\n<p>${asHtml(name)}</p>\n<p><a href="data.jsonl">${words.all}</a></p>\n`;
  yield `<h2>${words.chats}</h2>\n<ul>\n`;
  for (const { stream, title } of chats)
    yield `<li><a href="chats/${stream}.html">${asHtml(title)}</a></li>\n`;
  yield `</ul>\n<h2>${words.files}</h2>\n<ul>\n`;
  for (const { name: called, path } of files) yield `<li><a href="${path}">${asHtml(called)}</a></li>\n`;
  yield `</ul>\n${TAIL}`;
}
