import { mayChangeChat } from './chat-rights.ts';
import { expectedMayRead } from './shown.ts';
import { idOfRow, lineWithId } from './subject.ts';
import type { OracleSubject } from './subject.ts';

/** Maximum pins at a time. */
const PINNED_MAX = 100;

/** Pinned messages, the newest pin first. */
export const pinningOracle: OracleSubject<'pinLine', 'pinLine'> = {
  effects: {
    pinLine: (oracle, { row, on }) =>
      oracle.under(row, (line) => {
        const chat = oracle.chat(line.chat);
        const others = chat.pinned.filter((one) => one !== row);
        chat.pinned = on ? [row, ...others] : others;
      }),
  },
  request: { pinLine: ({ row, on }, oracle) => ({ kind: 'pinLine', id: idOfRow(oracle, row), on }) },
  refusalFor: {
    /** In a group all members may pin, if its managers allow it. */
    pinLine: (oracle, me, { id, on }) => {
      const line = lineWithId(oracle, id);
      if (!line || !expectedMayRead(oracle, me, line)) return 'no such line';
      const chat = oracle.chats.get(line.chat);
      const refusal = chat?.group?.setting.pin ? null : mayChangeChat(oracle, me, line.chat);
      if (refusal) return refusal;
      const isOfKind = line.note === null && line.kind !== 'webrtc' && line.kind !== 'event';
      if ((on && !isOfKind) || oracle.blocked.reaches(line, me)) return 'not of a kind to pin';
      const pinned = chat?.pinned ?? [];
      return on && pinned.length >= PINNED_MAX && !pinned.includes(line.row) ? 'too many' : null;
    },
  },
};
