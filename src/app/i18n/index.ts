import { loadTexts } from 'texts:load';
import { createTexts } from './create-texts.ts';

export { currentLanguage, type Language, onTexts, setLanguage, type Texts, textsNow } from './shown.ts';

/**
 * Each language has three parts: texts of the login page, of the list of chats with the frame around it, and
 * all others. A page fetches those of its language, and another language only when the user chooses it.
 */
export const { pageTexts, startTexts } = createTexts(loadTexts);
