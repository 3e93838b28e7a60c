import { type DragEvent, useState } from 'react';

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
export function useDrop(onFiles: ((files: readonly File[]) => void) | null): Drop {
  const [over, setOver] = useState(false);
  const counts = (event: DragEvent) => onFiles !== null && event.dataTransfer.types.includes('Files');
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
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}
