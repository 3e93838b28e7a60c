import { captionOf, type Message, type MessageType } from '../../domain/message.ts';

type Extra = Pick<Message, 'extra'>;

/** A field of `extends`, which another client wrote: text or a number, else ''. */
export function field(body: Extra, name: string): string {
  const value = body.extra?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** A number of `extends`, or 0. */
export function amount(body: Extra, name: string): number {
  const value = Number(field(body, name));
  return Number.isFinite(value) ? value : 0;
}

const CAPTIONED: ReadonlySet<MessageType> = new Set(['image', 'video', 'file']);

/** The caption of a picture, video or file, as markup; '' for every other kind (MSG-2). */
export const captionIn = ({ type, extra }: Pick<Message, 'type' | 'extra'>): string =>
  CAPTIONED.has(type) ? captionOf(extra) : '';
