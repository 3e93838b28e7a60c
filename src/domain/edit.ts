import { NOTICE_HEAD } from './markup.ts';
import { isPoll } from './poll-mark.ts';
import type { MessageType } from './message.ts';

/** Kinds with words of their author: a text, or what stands under a picture, video or file. */
const EDITABLE: ReadonlySet<MessageType> = new Set<MessageType>(['text', 'image', 'video', 'file']);

interface Edited {
  readonly type: MessageType;
  readonly content: string;
  readonly recalled: boolean;
  readonly extra: Readonly<Record<string, unknown>> | null;
}

/**
 * The notice of a group is told by its chat as well, and is changed where it is set. What people have voted
 * on stays as it was asked (POLL-8).
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
