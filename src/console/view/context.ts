import { createContext, use } from 'react';
import type { AskServer } from '../platform/ask.ts';
import { en } from '../texts/en.ts';
import type { TextKey } from '../texts/en.ts';
import { zh } from '../texts/zh.ts';

export type Language = 'en' | 'zh-CN';
export type Translate = (key: TextKey, facts?: Readonly<Record<string, string | number>>) => string;

/** The texts of a language, with `{{name}}` filled in. */
export const wordsOf = (language: Language): { readonly t: Translate } => {
  const texts = language === 'en' ? en : zh;
  return {
    t: (key, facts = {}) =>
      texts[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? '')),
  };
};

/** Context of all parts of the console. */
export interface ConsoleParts {
  readonly ask: AskServer;
  readonly saveFile: (name: string, file: Blob) => void;
  /** Returns whether the text is in the clipboard; null: pages without HTTPS have none. */
  readonly copy: ((text: string) => Promise<boolean>) | null;
  readonly language: Language;
  readonly t: Translate;
}

export const ConsoleContext = createContext<ConsoleParts | null>(null);

export function useConsole(): ConsoleParts {
  const parts = use(ConsoleContext);
  if (parts === null) throw new Error('outside of the console');
  return parts;
}
