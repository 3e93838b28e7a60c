import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react';
import { onTexts, type Texts, textsNow } from './shown.ts';

/** Default without a host above: the current texts. */
const TextsContext = createContext<Texts>({
  get t() {
    return textsNow().t;
  },
  get language() {
    return textsNow().language;
  },
});

/**
 * Subscribes for all components below: when the language or its texts change, users of the context render
 * again (UI-3).
 */
export function TextsHost({ children }: { readonly children: ReactNode }): ReactElement {
  return createElement(TextsContext, { value: useSyncExternalStore(onTexts, textsNow, textsNow) }, children);
}

/**
 * The texts of the language in use, as one value with one subscription. During fast scrolling each row is
 * made within a frame, so a row must not subscribe on its own.
 */
export const useTranslation = (): Texts => useContext(TextsContext);
