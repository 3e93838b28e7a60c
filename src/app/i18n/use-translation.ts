import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useSyncExternalStore,
} from 'react';
import { onTexts, type Texts, textsNow } from './shown.ts';

/** Where no host is above: the texts of the moment. */
const TextsContext = createContext<Texts>({
  get t() {
    return textsNow().t;
  },
  get language() {
    return textsNow().language;
  },
});

/**
 * Listens for all that is below: when the language or its texts change, whoever asked is drawn again (UI-3).
 */
export function TextsHost({ children }: { readonly children: ReactNode }): ReactElement {
  return createElement(TextsContext, { value: useSyncExternalStore(onTexts, textsNow, textsNow) }, children);
}

/**
 * The texts of the language in use. One value for all, listened for in one place: a row of a list that a
 * thumb throws past is made in a frame, and must not keep books of its own about languages.
 */
export const useTranslation = (): Texts => useContext(TextsContext);
