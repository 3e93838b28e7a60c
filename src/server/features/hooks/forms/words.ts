/** Makes the formatting of our messages (RICH-1). */

const WEB = /^https?:\/\/[^\s<>"]+$/i;

export const isWeb = (url: string): boolean => WEB.test(url);

/** Bold text in one line, without asterisks, which would end it. */
export function bold(text: string): string {
  const words = text.replaceAll(/[*\s]+/g, ' ').trim();
  return words === '' ? '' : `**${words}**`;
}

export const codeSpan = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('`', "'")}\``);

export const codeBlock = (text: string): string =>
  `\`\`\`\n${text.replaceAll('```', "'''").replaceAll(/^\n+|\n+$/g, '')}\n\`\`\``;

/** A link with text; an address that is not of the web stays text. */
export function link(text: string, url: string): string {
  const words = text.replaceAll('[', '(').replaceAll(']', ')').replaceAll(/\s+/g, ' ').trim();
  const target = url.trim().replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(' ', '%20');
  if (!isWeb(target)) return words === '' ? url : words;
  return words === '' || words === url.trim() ? url.trim() : `[${words}](${target})`;
}

export const lines = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n');
export const beside = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');

/** Circles by the hue of a colour. */
const CIRCLES = [
  [20, '🔴'],
  [45, '🟠'],
  [70, '🟡'],
  [165, '🟢'],
  [255, '🔵'],
  [320, '🟣'],
  [361, '🔴'],
] as const;
const NAMED: Readonly<Record<string, string>> = { good: '🟢', warning: '🟡', danger: '🔴' };

/** The colour of an attachment as a circle; grey and unknown ones are empty. */
export function circle(colour: string): string {
  const named = NAMED[colour.toLowerCase()];
  if (named !== undefined) return named;
  const hex = /^#?([0-9a-f]{6})$/i.exec(colour)?.[1];
  if (hex === undefined) return '';
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [top, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  if (top - low < 40) return '';
  return CIRCLES.find(([until]) => hueOf(r, g, b) < until)?.[1] ?? '';
}

function hueOf(r: number, g: number, b: number): number {
  const [top, low] = [Math.max(r, g, b), Math.min(r, g, b)];
  const span = top - low;
  const sixth = top === r ? ((g - b) / span + 6) % 6 : top === g ? (b - r) / span + 2 : (r - g) / span + 4;
  return sixth * 60;
}
