import { useOnTop } from './use-on-top.ts';
import { useWindowKeys } from './use-window-keys.ts';

/** Ends a mode of a page, such as selecting, by Escape or back, unless a part is over it. */
export function useModeEnd(end: () => void): void {
  useOnTop(true, end);
  useWindowKeys((event) => {
    if (
      event.key === 'Escape' &&
      !event.defaultPrevented &&
      document.querySelector('[role=dialog],[role=alertdialog],[role=menu]') === null
    )
      end();
  });
}
