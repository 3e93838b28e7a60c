import type { CallLine } from '../../domain/call.ts';
import type { UserId } from '../../domain/ids.ts';
import { toPlain } from '../../domain/markup.ts';
import type { EventNote, LastMessage, MessageType } from '../../domain/message.ts';

/** The text of a list row under the name (LIST-6); the app translates labels and notes. */
export type Preview =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  /**
   * A bracketed label: picture, voice …; `text`: its caption, or a poll's question; `count`: the pictures of
   * an album; `name`: that of a file; `sec`: the length of a voice message.
   */
  | {
      readonly kind: 'label';
      readonly type: MessageType | 'poll';
      readonly text?: string;
      readonly count?: number;
      readonly name?: string;
      readonly sec?: number;
    }
  | { readonly kind: 'call'; readonly call: CallLine; readonly by: UserId | null }
  /** A reaction to the viewer's own message. */
  | { readonly kind: 'reaction'; readonly emoji: string }
  | { readonly kind: 'note'; readonly note: EventNote; readonly text: string };

/** Another client's file without a name has its address there. */
const ADDRESS = /^(?:https?:)?\/|^$/;

/** Plain words need no work, and most messages are that. */
const MARKUP = /[<&\s]{2}|[<&\n\r\t]|^\s|\s$/;

const onOneLine = (words: string): string =>
  MARKUP.test(words) ? toPlain(words).replace(/\s+/g, ' ').trim() : words;

export function previewOf(
  last:
    | (Pick<LastMessage, 'type' | 'content' | 'note'> &
        Partial<Pick<LastMessage, 'call' | 'from' | 'caption' | 'album' | 'poll' | 'sec'>>)
    | null,
): Preview {
  if (!last) return { kind: 'none' };
  switch (last.type) {
    case 'text':
      return {
        ...(last.poll ? { kind: 'label', type: 'poll' } : { kind: 'text' }),
        text: onOneLine(last.content),
      };
    case 'event':
      return last.note
        ? { kind: 'note', note: last.note, text: last.content }
        : { kind: 'text', text: last.content };
    case 'location':
    case 'contact':
      return { kind: 'text', text: last.content };
    case 'image':
    case 'emoji':
    case 'voice':
    case 'video':
    case 'file':
      return {
        kind: 'label',
        type: last.type,
        ...(last.caption && { text: onOneLine(last.caption) }),
        ...((last.album ?? 0) > 1 && { count: last.album ?? 0 }),
        ...(last.type === 'file' && !ADDRESS.test(last.content) && { name: last.content }),
        ...((last.sec ?? 0) > 0 && { sec: last.sec ?? 0 }),
      };
    case 'webrtc':
      return last.call
        ? { kind: 'call', call: last.call, by: last.from ?? null }
        : { kind: 'label', type: last.type };
  }
}
