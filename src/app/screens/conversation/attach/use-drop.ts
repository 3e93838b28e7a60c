import { type DragEvent, useState } from 'react';
import { OWN_DRAG } from '../message/media/use-drag-out.ts';
import { type Transferred, transferredBy } from './transferred.ts';

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
