import { createContext, use } from 'react';
import type { AskServer } from '../platform/ask.ts';
import type { ConsoleTexts } from '../../locales/keys.ts';

export type TextKey = keyof ConsoleTexts;
export type Translate = (key: TextKey, facts?: Readonly<Record<string, string | number>>) => string;

/** The texts of a language, with `{{name}}` filled in. */
export const wordsOf =
  (texts: Readonly<Record<string, string>>): Translate =>
  (key, facts = {}) =>
    (texts[key] ?? key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? ''));

/** Context of all parts of the console. */
export interface ConsoleParts {
  readonly ask: AskServer;
  readonly saveFile: (name: string, file: Blob) => void;
  /** Returns whether the text is in the clipboard; null: pages without HTTPS have none. */
  readonly copy: ((text: string) => Promise<boolean>) | null;
  /** Code of a language of this build. */
  readonly language: string;
  readonly t: Translate;
}

export const ConsoleContext = createContext<ConsoleParts | null>(null);

export function useConsole(): ConsoleParts {
  const parts = use(ConsoleContext);
  if (parts === null) throw new Error('outside of the console');
  return parts;
}
