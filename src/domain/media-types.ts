import type { MessageType } from './message.ts';

const MEDIA: ReadonlySet<MessageType> = new Set(['image', 'emoji', 'voice', 'video', 'file']);

/** Messages that are a file: a group may restrict them to its managers (GROUP-22). */
export const isMedia = (type: MessageType): boolean => MEDIA.has(type);
