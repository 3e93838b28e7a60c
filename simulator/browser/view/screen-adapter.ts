import type { FromScreen, ToScreen } from '../../../src/inspector/model/screen-messages.ts';
import type { NumberedLine } from '../../../src/inspector/model/script-reader.ts';
import type { DeviceScreen } from '../view-types.ts';
import { pageLanguage } from './words.ts';
import type { RunWatch } from './watch.ts';

/** Passes the events of a device to the frame that shows its app; the returned function ends it. */
export function screenChannel(frame: HTMLIFrameElement, device: string, watch: RunWatch): () => void {
  const { origin } = window.location;
  const post = (message: ToScreen): void => frame.contentWindow?.postMessage(message, origin);
  let isReady = false;
  let count = 0;
  const show = ({ isWhole, lines }: DeviceScreen): void => {
    if (isWhole) count = 0;
    const numbered = lines.flatMap((line): readonly NumberedLine[] =>
      line.origin === 'script' ? [] : [{ no: (count += 1), line }],
    );
    if (isWhole) return post({ type: 'script', lines: numbered, n: count });
    post({ type: 'lines', lines: numbered });
    post({ type: 'show', n: count });
  };
  const onMessage = ({ source, data, origin: from }: MessageEvent<FromScreen>): void => {
    if (source !== frame.contentWindow || from !== origin || data.type !== 'ready') return;
    isReady = true;
    post({ type: 'looks', looks: { dark: false, language: pageLanguage() === 'en' ? 'en' : 'zh-CN' } });
    for (const screen of watch.screensOf(device)) show(screen);
  };
  addEventListener('message', onMessage);
  const end = watch.onScreen((screen) => {
    if (isReady && screen.device === device) show(screen);
  });
  return () => {
    removeEventListener('message', onMessage);
    end();
  };
}

/** Reports the width of an element now and after each change. */
export function watchWidth(element: Element, listener: (width: number) => void): () => void {
  const observer = new ResizeObserver(([entry]) => {
    if (entry !== undefined) listener(entry.contentRect.width);
  });
  observer.observe(element);
  return () => observer.disconnect();
}

/** The language of the browser, or the one in the address. */
export const languageOfPage = (query: string | null): 'en' | 'zh' =>
  (query ?? navigator.language).startsWith('zh') ? 'zh' : 'en';
