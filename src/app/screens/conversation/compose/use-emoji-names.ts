import { useEffect, useMemo, useState } from 'react';
import { isInWord } from '../../../../domain/alert-words.ts';
import { chatLimits } from '../../../../domain/limits.ts';
import { isInCode } from '../../../../domain/mentions.ts';
import { folded } from '../../../../domain/search-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { canDraw } from '../../../platform/drawable-emoji.ts';
import { emojiNames, type NamedEmoji } from '../../../platform/emoji-names.ts';
import { useServerEmoji } from '../../../shared/emoji/server-emoji.ts';
import { asSet } from '../attach/as-set.ts';
import type { Editor } from './use-editor.ts';
import type { Mentionable, Mentions } from './use-mentions.ts';

/** Two characters, or one that is a word: ":D" and "10:30" open no list. */
const QUERY = /:([\p{L}\p{M}\p{N}_+-]{2,24}|\p{Lo}):?$/u;

/** The ":name" at the caret: its start and the name; null without one (EMOJI-5). */
export function emojiQuery(
  text: string,
  caret: number,
): { readonly from: number; readonly name: string } | null {
  const match = QUERY.exec(text.slice(0, caret));
  if (match === null) return null;
  const [, name = ''] = match;
  const before = text.slice(0, match.index).at(-1);
  const isSeparate = before === undefined || !(isInWord(before) && !/\p{Lo}/u.test(before));
  return isSeparate && before !== ':' ? { from: match.index, name } : null;
}

/** Emoji whose short name, name or other words begin with the text, in this order. */
export function namedEmoji(all: readonly NamedEmoji[], name: string): readonly NamedEmoji[] {
  const query = folded(name.replaceAll('_', ' '));
  const rank = ({ words }: NamedEmoji): number => {
    const at = words.findIndex((word) => word === query);
    if (at >= 0) return 0;
    const first = words.findIndex((word) => word.startsWith(query));
    if (first >= 0) return first === 0 ? 1 : 2;
    return words.some((word) => word.includes(` ${query}`)) ? 3 : NONE;
  };
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .filter((row) => row.rank < NONE)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}
const NONE = 4;

/** The list for ":name" at the caret, or null. */
export function useEmojiNames({ draft, caret }: Pick<Editor, 'draft' | 'caret'>): Mentions | null {
  const { language } = useTranslation();
  const { asPlain = false } = asSet();
  const match = caret === null ? null : emojiQuery(draft.text, caret);
  const query = match !== null && (asPlain || !isInCode(draft.text, match.from)) ? match : null;
  const [all, setAll] = useState<readonly NamedEmoji[]>([]);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [active, setActive] = useState({ name: '', index: 0 });
  const isWanted = query !== null;
  useEffect(() => {
    let isHere = true;
    if (isWanted)
      emojiNames(language)
        .then((names) => isHere && setAll(names))
        .catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [isWanted, language]);
  const name = query?.name ?? '';
  const server = useServerEmoji(isWanted);
  const options = useMemo(
    () => (name === '' ? [] : [...serverOptions(server, name), ...optionsFor(all, name)].slice(0, MAX)),
    [all, name, server],
  );
  if (query === null || caret === null || options.length === 0 || dismissed === query.from) {
    if (query === null && dismissed !== null) setDismissed(null);
    return null;
  }
  return {
    from: query.from,
    to: caret,
    options,
    active: active.name === name ? Math.min(active.index, options.length - 1) : 0,
    setActive: (index) => setActive({ name, index: (index + options.length) % options.length }),
    dismiss: () => setDismissed(query.from),
  };
}

const MAX = chatLimits.emojiOptionsMax;

/** Names that begin with the text come first, then those that contain it as a word. */
const serverOptions = (all: ReadonlyMap<string, string>, query: string): readonly Mentionable[] => {
  const words = [...all].map(([name, src]) => ({ sign: `:${name}:`, src, name, words: name.split(/[_-]/) }));
  const wanted = folded(query);
  const isFound = (one: (typeof words)[number]) =>
    one.name.startsWith(wanted) || one.words.some((word) => word.startsWith(wanted));
  return words
    .filter(isFound)
    .toSorted((a, b) => Number(b.name.startsWith(wanted)) - Number(a.name.startsWith(wanted)))
    .slice(0, MAX / 2)
    .map(({ sign, src }, index) => ({
      ...NO_PERSON,
      id: -index - 1,
      name: sign,
      displayName: sign,
      sign,
      picture: src,
    }));
};

const NO_PERSON = { account: '', avatar: '', hint: '', words: [] };

const optionsFor = (all: readonly NamedEmoji[], query: string): readonly Mentionable[] =>
  namedEmoji(all, query)
    .slice(0, MAX * 2)
    .filter(({ sign }) => canDraw(sign))
    .slice(0, MAX)
    .map(({ sign, name }, index) => ({ ...NO_PERSON, id: index, name, displayName: name, sign }));
