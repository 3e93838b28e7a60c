import type { DragEvent } from 'react';
import { useTouch } from '../../../../kit/use-media.ts';
import { asDownload } from '../../../../shared/use-address.ts';
import type { BubbleBody } from '../../timeline.ts';

/** Marks a picture dragged out of this page, so that its chats do not take it as a file to send. */
export const OWN_DRAG = 'application/x-own-picture';

interface DragOut {
  readonly draggable: boolean;
  readonly onDragStart?: (event: DragEvent) => void;
}

/**
 * A picture dragged out of the page with the mouse is the file under its name, if the browser supports that,
 * else its address (MEDIA-15). A long press opens its menu instead.
 */
export function useDragOut(body: Pick<BubbleBody, 'file'> | null, src: string): DragOut {
  if (useTouch() || src === '') return { draggable: false };
  return {
    draggable: true,
    onDragStart: ({ dataTransfer }) => {
      const address = new URL(src, location.href).href;
      dataTransfer.effectAllowed = 'copy';
      dataTransfer.setData(OWN_DRAG, '');
      dataTransfer.setData('text/uri-list', address);
      const name = body?.file?.name ?? '';
      if (name !== '')
        dataTransfer.setData('DownloadURL', `application/octet-stream:${name}:${asDownload(address)}`);
    },
  };
}
