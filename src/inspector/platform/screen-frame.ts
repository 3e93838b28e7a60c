import type { ScreenLink } from '../model/screen-link.ts';
import type { FromScreen } from '../model/screen-messages.ts';

export const SCREEN_PAGE = '/replay.html';

/** Connects a frame with its link; the returned function ends it. */
export function connectFrame(frame: HTMLIFrameElement, link: ScreenLink): () => void {
  const origin = window.location.origin;
  const detach = link.attach((message) => frame.contentWindow?.postMessage(message, origin));
  const onMessage = ({ source, data, origin: from }: MessageEvent<FromScreen>): void => {
    if (source === frame.contentWindow && from === origin) link.hear(data);
  };
  addEventListener('message', onMessage);
  return () => {
    removeEventListener('message', onMessage);
    detach();
  };
}

/** Reports the size of an element now and after each change. */
export function watchSize(element: Element, onSize: (width: number, height: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) onSize(entry.contentRect.width, entry.contentRect.height);
  });
  observer.observe(element);
  return () => observer.disconnect();
}
