import { isInWord } from './alert-words.ts';

/** The members who are online, and a team by its name, in what a client sends (MENTION-13, MENTION-14). */
export const ONLINE = -1;
export const TEAM = -2;

/** A user as a text names them: "@" and this name; 0 is everyone, and a negative ID means several members. */
export interface NamedUser {
  readonly id: number;
  readonly name: string;
}

/**
 * A user that a sent text mentions, by the name in the text; names of different users differ (MENTION-5).
 * `now`: the name since a rename.
 */
export interface MentionName extends NamedUser {
  readonly now?: string;
}

/** A range of a text that names a user, in UTF-16 units as text boxes count. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
  readonly id: number;
}

type Extra = Readonly<Record<string, unknown>> | null | undefined;

const NONE: readonly MentionName[] = [];

/** The mentions in `extends` of a message; malformed ones are dropped. */
export function mentionsIn(extra: Extra): readonly MentionName[] {
  const mentions = extra?.['mentions'];
  return Array.isArray(mentions) ? mentions.filter(isMention) : NONE;
}

function isMention(one: unknown): one is MentionName {
  if (typeof one !== 'object' || one === null) return false;
  const { id, name, now } = one as Readonly<Record<string, unknown>>;
  const isNamed = typeof name === 'string' && name !== '' && (now === undefined || typeof now === 'string');
  return isNamed && Number.isSafeInteger(id) && (id as number) >= TEAM;
}

/**
 * Tokens from left to right; of two names that fit, the longer. Names of different users differ
 * (`distinctName`); of drafts from before that, equal names count in the order chosen.
 */
export function tokenRanges(text: string, at: readonly NamedUser[]): readonly TokenRange[] {
  const names = [...new Set(at.map((one) => one.name))].toSorted((a, b) => b.length - a.length);
  const useCounts = new Map<string, number>();
  const ranges: TokenRange[] = [];
  let from = text.indexOf('@');
  while (from !== -1) {
    const name = names.find((name) => name !== '' && text.startsWith(name, from + 1));
    if (name !== undefined) {
      const same = at.filter((one) => one.name === name);
      const index = Math.min(useCounts.get(name) ?? 0, same.length - 1);
      useCounts.set(name, index + 1);
      const to = from + 1 + name.length;
      ranges.push({ from, to, id: same[index]?.id ?? 0 });
      from = text.indexOf('@', to);
    } else {
      from = text.indexOf('@', from + 1);
    }
  }
  return ranges;
}

/** The name of a user in a text if it is not unique: with the username, which is. */
export const distinctName = (name: string, account: string): string => `${name} (${account})`;

/** The current name for a mention, with the username if the text has it. */
export function nameNow(
  textName: string,
  { realname, account = '' }: { readonly realname: string; readonly account?: string | undefined },
): string {
  return account !== '' && textName.endsWith(` (${account})`) ? distinctName(realname, account) : realname;
}

/** A part of a sent text: plain text, or a mention as it is shown. */
export interface MentionPart {
  readonly text: string;
  readonly mention: MentionName | null;
}

/** Splits a text at its mentions; the same letters within an address do not mention a user. */
export function mentionParts(text: string, mentions: readonly MentionName[]): readonly MentionPart[] {
  const parts: MentionPart[] = [];
  let position = 0;
  for (const { from, to, id } of mentions.length === 0 ? [] : tokenRanges(text, mentions)) {
    const mention = mentions.find((one) => one.id === id && one.name === text.slice(from + 1, to));
    if (mention === undefined || isInAddress(text, from, to)) continue;
    if (from > position) parts.push({ text: text.slice(position, from), mention: null });
    parts.push({ text: `@${mention.now ?? mention.name}`, mention });
    position = to;
  }
  if (position < text.length) parts.push({ text: text.slice(position), mention: null });
  return parts;
}

/** Detects addresses such as `example.org/@name` and `me@name.example.org`. */
function isInAddress(text: string, from: number, to: number): boolean {
  const before = text.charAt(from - 1);
  return before === '/' || (isInWord(before) && /^(?:[\p{L}\p{N}]|[.-]\S)/u.test(text.slice(to)));
}

/** A sent text with current names. */
export const renamed = (text: string, mentions: readonly MentionName[]): string =>
  mentions.some(({ now }) => now !== undefined)
    ? mentionParts(text, mentions)
        .map((part) => part.text)
        .join('')
    : text;

/** Users by their names in a `renamed` text. */
export const toNamedUsers = (mentions: readonly MentionName[]): readonly NamedUser[] =>
  mentions.map(({ id, name, now }) => ({ id, name: now ?? name }));
