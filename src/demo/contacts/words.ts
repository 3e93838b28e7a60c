import { TEXTS } from 'texts:demo';
import type { DemoTexts } from '../../locales/keys.ts';

/** Texts of the demo's page and contacts. */
export type Words = Readonly<Record<keyof DemoTexts, string>>;

/** In the language that the page has; English if the build does not have it. */
export const wordsIn = (language: string): Words => (TEXTS[language] ?? TEXTS['en']) as Words;
