import { NOTICE_HEAD } from './markup.ts';
import { isPoll } from './poll-mark.ts';
import type { MessageType } from './message.ts';

/** Kinds with text by their author: a text, or the caption of a picture, video or file. */
const EDITABLE: ReadonlySet<MessageType> = new Set<MessageType>(['text', 'image', 'video', 'file']);

interface Edited {
  readonly type: MessageType;
  readonly content: string;
  readonly recalled: boolean;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/**
 * A group announcement is also shown by its chat, and is edited in the group's settings. A poll cannot be
 * edited after it was voted on (POLL-8).
 */
export const isEditable = ({ type, content, recalled, extra }: Edited): boolean =>
  EDITABLE.has(type) && !recalled && !(type === 'text' && (content.startsWith(NOTICE_HEAD) || isPoll(extra)));

export interface EditFacts {
  readonly mine: boolean;
  readonly ageSec: number;
  readonly editTimeSec: number;
}

/** The author alone, within the window; 0 switches it off (EDIT-1). */
export const mayEdit = (facts: EditFacts, message: Edited): boolean =>
  facts.mine && facts.ageSec < facts.editTimeSec && isEditable(message);
