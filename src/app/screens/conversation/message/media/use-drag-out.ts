import type { DragEvent } from 'react';
import { useTouch } from '../../../../kit/use-media.ts';
import { asDownload } from '../../../../shared/use-address.ts';
import type { BubbleBody } from '../../timeline.ts';

/** Marks a picture dragged out of this page, so that its chats do not take it as a file to send. */
export const OWN_DRAG = 'application/x-own-picture';

/** The browser gives every dragged picture its address in these. */
const ADDRESS_TYPES = ['text/uri-list', 'text/plain', 'text/html', 'text/x-moz-url'];

interface DragOut {
  readonly draggable: boolean;
  readonly onDragStart?: (event: DragEvent) => void;
}

/**
 * A picture dragged out of the page with the mouse is the file under its name, if the browser supports that.
 * Its address opens without a login, so it is never text of the drag (MEDIA-15). A long press opens its menu
 * instead.
 */
export function useDragOut(body: Pick<BubbleBody, 'file'> | null, src: string): DragOut {
  if (useTouch() || src === '') return { draggable: false };
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }) => {
      const address = new URL(src, location.href).href;
      dataTransfer.effectAllowed = 'copy';
      for (const type of ADDRESS_TYPES) dataTransfer.clearData(type);
      dataTransfer.setData(OWN_DRAG, '');
      const name = body?.file?.name ?? '';
      if (name !== '')
        dataTransfer.setData('DownloadURL', `application/octet-stream:${name}:${asDownload(address)}`);
    },
  };
}
