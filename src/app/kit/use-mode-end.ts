import { useOnTop } from './use-on-top.ts';
import { useWindowKeys } from './use-window-keys.ts';

/** A mode of a page, as choosing several, ends by Escape or back, unless something lies over it. */
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
