import { withEmoji } from './emoji.ts';
import { dateIn, utcText } from './values.ts';
import { codeBlock, link } from './words.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };
const decoded = (text: string): string => text.replaceAll(/&(?:lt|gt|amp);/g, (one) => ENTITIES[one] ?? one);

/** Replaces a mark at the borders of words: `*bold*`, `_italic_`, `~struck~`. */
const BEFORE = String.raw`(^|[\s([{"'.,;:!?>|/-])`;
const AFTER = String.raw`(?=$|[\s)\]}"'.,;:!?<|/-])`;
const between = (sign: string): RegExp =>
  new RegExp(`${BEFORE}[${sign}](\\S(?:[^\\n${sign}]*?\\S)?)[${sign}]${AFTER}`, 'gm');
const [BOLD, STRUCK] = [between('*'), between('~')];

/** Replaces a mark at the borders of words: `*bold*`, `~struck~`. The sign of italic text is the same. */
const marked = (text: string, sign: RegExp, by: string): string =>
  text.replaceAll(sign, (_, before: string, words: string) => `${before}${by}${words}${by}`);

/** Addresses and references between angle brackets. */
function reference(inside: string): string {
  const [target = '', label = ''] = splitOnce(inside, '|');
  if (/^[@#]/.test(target)) return `${target[0] ?? ''}${(label || target.slice(1)).replace(/^[@#]/, '')}`;
  if (target.startsWith('!date^')) return dateOf(target, label);
  // Such words are only text and notify no user (HOOK-6).
  if (target.startsWith('!subteam')) return label || '@group';
  if (target.startsWith('!')) return `@${target.slice(1)}`;
  if (target.startsWith('mailto:')) return label || target.slice('mailto:'.length);
  const address = decoded(target);
  return label === '' ? address : link(plainMarks(decoded(label)), address);
}

/** Removes marks around the label of a link. */
const plainMarks = (text: string): string => text.replaceAll(/^[*_~`]+|[*_~`]+$/g, '');

function dateOf(target: string, label: string): string {
  const [, seconds = ''] = target.split('^');
  return label || utcText(dateIn(seconds));
}

function splitOnce(text: string, sign: string): readonly string[] {
  const at = text.indexOf(sign);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function words(text: string): string {
  const kept: string[] = [];
  const apart = text.replaceAll(/<([^<>\n]+)>/g, (_, inside: string) => {
    kept.push(reference(inside));
    return `\u{e000}${kept.length - 1}\u{e001}`;
  });
  const formatted = marked(marked(apart, BOLD, '**'), STRUCK, '~~');
  return withEmoji(decoded(formatted)).replaceAll(
    /\u{e000}(\d+)\u{e001}/gu,
    (_, at: string) => kept[Number(at)] ?? '',
  );
}

/** The widespread dialect of chat hooks: `*bold*`, `<address|text>`, `:emoji:` (HOOK-4). */
export function fromMrkdwn(text: string): string {
  return text
    .replaceAll(/[\u{e000}\u{e001}]/gu, '')
    .split('```')
    .map((part, at) => {
      if (at % 2 === 1) return `\n${codeBlock(decoded(part))}\n`;
      return part
        .split(/(`[^`\n]+`)/)
        .map((piece, index) => (index % 2 === 1 ? decoded(piece) : words(piece)))
        .join('');
    })
    .join('')
    .replaceAll(/\n+(?=```)|(?<=\n```)\n+/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
