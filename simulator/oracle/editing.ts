import { namesLate } from './blocked.ts';
import { speech } from './chat-rights.ts';
import { addressIn } from './pages.ts';
import { expectedMayRead } from './shown.ts';
import { idOfRow, lineWithId } from './subject.ts';
import type { OracleSubject } from './subject.ts';

/** Kinds that have text by a user. */
const HAS_WORDS: ReadonlySet<string> = new Set(['text', 'image', 'video', 'file']);
/** The heading of a group announcement in its chat. */
const NOTICE = '<h3>';

/** Edits: the former text exists nowhere. */
export const editingOracle: OracleSubject<'edit', 'edit'> = {
  effects: {
    edit: (oracle, { row, words, marked, at }) =>
      oracle.under(row, (line) => {
        oracle.forget(line);
        // File names and captions are not checked.
        if (line.kind !== 'text') return;
        if (addressIn(words) !== addressIn(line.words)) Object.assign(line, { card: null, cardless: null });
        const chat = oracle.chat(line.chat);
        const lateNames = namesLate(chat, line, oracle.blocked.mentioned(chat, line.by, [...new Set(at)]));
        Object.assign(line, { words, marked, ...lateNames });
      }),
  },
  request: {
    edit: ({ row, at, byPress }, oracle) => ({
      kind: 'edit',
      id: idOfRow(oracle, row),
      at,
      ...(byPress && { byPress }),
    }),
  },
  refusalFor: {
    /** Requires the user's own text, in time, in a chat they may still write in. */
    edit: (oracle, me, { id, at, byPress = false }) => {
      if (oracle.rules.editSec === 0 && !byPress) return 'nothing is edited here';
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      if (line.by !== me) return 'not theirs';
      if (!HAS_WORDS.has(line.kind) || line.recalled || line.poll || line.words.startsWith(NOTICE))
        return 'not of a kind to edit';
      if (!byPress && (oracle.nowMs - line.sentAtMs) / 1_000 >= oracle.rules.editSec) return 'too late';
      if (oracle.blocked.reaches(line, me)) return 'too late';
      // Mentions through all members remain, and captions mention no one.
      const mentioned = line.kind !== 'text' ? [] : line.at.includes(0) ? at.filter((one) => one !== 0) : at;
      return speech(oracle, me, line.chat, mentioned);
    },
  },
};
