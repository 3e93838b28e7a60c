import { withEmoji } from './emoji.ts';
import { bold, link } from './words.ts';

function inline(text: string): string {
  return withEmoji(
    text
      .replaceAll(/!\[([^\]\n]*)\]\(<?([^)\s>]+)>?(?:\s+"[^"\n]*")?\)/g, (_, alt: string, url: string) =>
        link(alt || 'image', url),
      )
      .replaceAll(/\[([^\]\n]+)\]\(<?([^)\s>]+)>?(?:\s+"[^"\n]*")?\)/g, (_, label: string, url: string) =>
        link(label.replaceAll(/^[*_]+|[*_]+$/g, ''), url),
      )
      // Some senders write links in the other dialect.
      .replaceAll(/<(https?:\/\/[^|<>\s]+)\|([^<>\n]+)>/g, (_, url: string, label: string) =>
        link(label, url),
      )
      .replaceAll(/<(https?:\/\/[^<>\s]+)>/g, '$1')
      .replaceAll(/<!(here|channel|everyone)>/g, '@$1')
      .replaceAll(/(?<![\w*])__(\S(?:[^\n]*?\S)?)__(?![\w_])/g, '**$1**')
      .replaceAll(/(?<![\w*])\*(?![\s*])([^*\n]*[^\s*])\*(?![\w*])/g, '_$1_'),
  );
}

function lineOf(text: string): string {
  const heading = /^ {0,3}#{1,6}\s+(.+?)\s*#*$/.exec(text);
  if (heading) return bold(inline(heading[1] ?? '').replaceAll('**', ''));
  if (/^ {0,3}(?:[-*_] *){3,}$/.test(text)) return '';
  return inline(text.replace(/^(\s*)[*+]\s+/, '$1- '));
}

/** Standard Markdown: headings become bold, pictures links; tables stay as typed (HOOK-4). */
export function fromMarkdown(text: string): string {
  let isCode = false;
  return text
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => {
      if (/^\s*(?:```|~~~)/.test(line)) {
        isCode = !isCode;
        return line.trim().replace(/^~~~/, '```');
      }
      if (isCode) return line;
      return line
        .split(/(`[^`\n]+`)/)
        .map((piece, at, all) => (at % 2 === 1 ? piece : all.length === 1 ? lineOf(piece) : inline(piece)))
        .join('');
    })
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
