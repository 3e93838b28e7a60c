import { speech } from './chat-rights.ts';
import { expectedMayRead } from './shown.ts';
import { idOfRow, lineWithId } from './subject.ts';
import type { OracleSubject } from './subject.ts';

/** The emoji that users react with: a few of the many that exist. */
export const KNOWN_EMOJI: readonly string[] = ['👍', '❤️', '😂', '🎉', '👩🏽‍🚀', '🇩🇪'];

/** However it was written. */
export const plainEmoji = (emoji: string): string => emoji.replaceAll('\u{FE0F}', '');

const emojis: ReadonlySet<string> = new Set(KNOWN_EMOJI.map(plainEmoji));
const isKnownEmoji = (emoji: string): boolean => emojis.has(plainEmoji(emoji));

/** Different ones of a person on a line, and of all on a line. */
const EMOJI_OF_ONE = 3;
const EMOJI_OF_ALL = 20;

/** Reactions. Emoji keep the order in which they were first used. */
export const reactingOracle: OracleSubject<'react', 'react'> = {
  effects: {
    react: (oracle, { row, by, emoji: choice, on }) =>
      oracle.under(row, ({ reactions }) => {
        const emoji = plainEmoji(choice);
        const others = (reactions.get(emoji) ?? []).filter((one) => one !== by);
        const people = on ? [...others, by] : others;
        if (people.length > 0) reactions.set(emoji, people);
        else reactions.delete(emoji);
      }),
  },
  request: {
    react: ({ row, emoji, on }, oracle) => ({ kind: 'react', id: idOfRow(oracle, row), emoji, on }),
  },
  refusalFor: {
    /** A new reaction needs a readable message and the right to write; adding to an existing one does not. */
    react: (oracle, me, { id, emoji: choice, on }) => {
      if (!isKnownEmoji(choice)) return 'no emoji';
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      const emoji = plainEmoji(choice);
      const own = [...line.reactions].filter(([, people]) => people.includes(me)).map(([one]) => one);
      if (!on || own.includes(emoji)) return null;
      const isOfKind = line.kind !== 'event' && line.kind !== 'webrtc' && !line.recalled;
      if (!isOfKind || oracle.blocked.reaches(line, me)) return 'not of a kind to react to';
      if (own.length >= EMOJI_OF_ONE) return 'too many of theirs';
      if (line.reactions.size >= EMOJI_OF_ALL && !line.reactions.has(emoji)) return 'too many of all';
      return speech(oracle, me, line.chat, []);
    },
  },
};
