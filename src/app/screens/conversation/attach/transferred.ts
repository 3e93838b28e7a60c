import { type DragEvent, useState } from 'react';
import { OWN_DRAG } from '../message/media/use-drag-out.ts';

/** Files that a drop or a paste brings; a folder looks like a file of a few bytes and cannot be read. */
export interface Transferred {
  readonly files: readonly File[];
  readonly hasFolder: boolean;
}

export function transferredBy({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Transferred {
  const parts = [...items].filter(({ kind }) => kind === 'file');
  const all = [...files];
  const readable = all.filter((_file, at) => parts[at]?.webkitGetAsEntry()?.isDirectory !== true);
  return { files: readable, hasFolder: readable.length < all.length };
}

/**
 * Files of a paste, unless the clipboard also has text: word processors and spreadsheets add a picture of the
 * copied text (RICH-8).
 */
export function pastedBy(data: Pick<DataTransfer, 'items' | 'files' | 'getData'>): Transferred {
  const transfer = transferredBy(data);
  if (transfer.files.length === 0 && !transfer.hasFolder) return NOTHING;
  const isText = transfer.files.length > 0 && hasWords(data.getData('text/plain'), transfer.files);
  return isText && !isPicture(data.getData('text/html')) ? NOTHING : transfer;
}

/** Text was pasted. */
export const NOTHING: Transferred = { files: [], hasFolder: false };

/** File managers add the names of the copied files as text. */
function hasWords(text: string, files: readonly File[]): boolean {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.some(
    (line) => line !== '' && !files.some(({ name }) => line === name || line.endsWith(`/${name}`)),
  );
}

/** Browsers add the element of the picture that was copied. */
function isPicture(html: string): boolean {
  if (html === '') return false;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return body.querySelector('img, picture, svg') !== null && (body.textContent ?? '').trim() === '';
}

export interface Drop {
  /** Files are held over the chat. */
  readonly over: boolean;
  readonly handlers: {
    onDragEnter(event: DragEvent): void;
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
}

/** Files dropped on the chat; anything else that is dragged stays the browser's affair. */
export function useDrop(onFiles: ((dropped: Transferred) => void) | null): Drop {
  const [over, setOver] = useState(false);
  const counts = ({ dataTransfer: { types } }: DragEvent) =>
    onFiles !== null && types.includes('Files') && !types.includes(OWN_DRAG);
  return {
    over: over && onFiles !== null,
    handlers: {
      onDragEnter: (event) => {
        if (counts(event)) setOver(true);
      },
      onDragOver: (event) => {
        if (counts(event)) event.preventDefault();
      },
      onDragLeave: (event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setOver(false);
      },
      onDrop: (event) => {
        setOver(false);
        if (onFiles === null || !counts(event)) return;
        event.preventDefault();
        onFiles(transferredBy(event.dataTransfer));
      },
    },
  };
}
