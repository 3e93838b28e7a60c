import { fromMarkdown } from './markdown.ts';
import { type HookFields, objectOf, firstText, objectsOf, asText, dateIn, utcText } from './values.ts';
import { beside, bold, circle, lines, link } from './words.ts';

/** References to users, roles, channels, times and emoji of a server. They notify no user (HOOK-6). */
const referencesShown = (text: string): string =>
  text
    .replaceAll(/<@[!&]?(\d+)>/g, '@$1')
    .replaceAll(/<#(\d+)>/g, '#$1')
    .replaceAll(/<t:(-?\d+)(?::\w)?>/g, (_, seconds: string) => utcText(dateIn(seconds)))
    .replaceAll(/<a?:(\w+):\d+>/g, ':$1:');

const words = (value: unknown): string => fromMarkdown(referencesShown(asText(value)));

function hex(value: unknown): string {
  const number = Number(asText(value));
  return Number.isInteger(number) && number > 0 && number <= 0xff_ff_ff
    ? number.toString(16).padStart(6, '0')
    : asText(value);
}

function embed(one: HookFields): string {
  const [author, footer] = [objectOf(one['author']), objectOf(one['footer'])];
  const [title, url] = [words(one['title']).replaceAll('**', ''), asText(one['url'])];
  const image = asText(objectOf(one['image'])['url']) || asText(objectOf(one['thumbnail'])['url']);
  const body = lines(
    link(asText(author['name']), asText(author['url'])),
    url === '' ? bold(title) : title && bold(link(title, url)),
    words(one['description']),
    ...objectsOf(one['fields'], 25).map((field) => {
      const [name, value] = [words(field['name']), words(field['value'])];
      return value.includes('\n') ? `${bold(`${name}:`)}\n${value}` : beside(bold(name && `${name}:`), value);
    }),
    image && link(`🖼 ${title || 'image'}`, image),
    [asText(footer['text']), utcText(dateIn(one['timestamp']))].filter(Boolean).join(' · '),
  );
  return beside(body && circle(hex(one['color'])), body);
}

export const isDiscord = (fields: HookFields): boolean => 'embeds' in fields || 'content' in fields;

/** `content` and `embeds`. */
export const discordText = (fields: HookFields): string =>
  lines(words(firstText(fields, 'content')), ...objectsOf(fields['embeds'], 10).map(embed));
