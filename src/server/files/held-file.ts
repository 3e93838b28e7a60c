import type { LinkPreview } from '../../domain/link-preview.ts';
import { captionOf } from '../../domain/message.ts';
import { webLinks } from '../../domain/linkify.ts';
import { toMarkup, toPlain } from '../../domain/markup.ts';
import { linkTargets, unmarked } from '../../domain/rich-text.ts';
import type { FileRow, MessageRow } from '../../ports/store.ts';

/**
 * A message row's data about its file, under `file` in its details: enough to show it without another query.
 * The file's own row describes the content; this only holds its id, and its name here.
 */
export interface HeldFile {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly ext: string;
  readonly mime: string;
  readonly size: number;
  readonly cate: FileRow['cate'];
}

export const toHeldFile = (row: FileRow): HeldFile => ({
  id: row.id,
  key: row.key,
  name: row.name,
  ext: row.ext,
  mime: row.mime,
  size: row.sizeBytes,
  cate: row.cate,
});

/** Written by this server only, so its shape is the one above. */
export const fileIn = (extra: MessageRow['extra']): HeldFile | null =>
  (extra?.['file'] as HeldFile | undefined) ?? null;

/**
 * A text's data about the page of its first web address, under `link` in its details; `gone`: its author
 * removed the card, and that address gets none again (PREVIEW-8).
 */
export interface HeldLink extends Pick<LinkPreview, 'url' | 'title' | 'text' | 'site'> {
  readonly picture: (HeldFile & { readonly width: number; readonly height: number }) | null;
  readonly gone?: true;
}

export const linkInExtra = (extra: MessageRow['extra']): HeldLink | null =>
  (extra?.['link'] as HeldLink | undefined) ?? null;

/** `extends` with another card, or without one; an empty one is null. */
export function withLink(extra: MessageRow['extra'], link: HeldLink | null): MessageRow['extra'] {
  const { link: _before, ...rest } = extra ?? {};
  if (link !== null) return { ...rest, link };
  return Object.keys(rest).length === 0 ? null : rest;
}

/**
 * Searchable text of a message: its text without markup and its link targets, or the file name and caption
 * (MSG-2).
 */
export function wordsOf({ content, extra }: Pick<MessageRow, 'content' | 'extra'>): string {
  const caption = captionOf(extra);
  const text = caption || content;
  const words = unmarked(text, extra, true);
  // `www.example.org` leads to `http://www.example.org`: a search for links finds it by its beginning.
  const bare = webLinks(toPlain(words)).filter((href) => !words.includes(href));
  const parts = [words, ...[...linkTargets(text, extra), ...new Set(bare)].map(toMarkup)];
  return (caption === '' ? parts : [...parts, content]).join('<br>');
}

const INLINE_TYPES = /^(?:image\/(?:jpeg|png|gif|webp|bmp|avif|x-icon)|(?:audio|video)\/[\w.+-]+)$/;

/** Returns true for known pictures, sounds and videos; any other file can only be saved (FILE-2). */
export const isShown = (mime: string): boolean => INLINE_TYPES.test(mime);
