import { createRoot } from 'react-dom/client';
import { LANGUAGES } from 'texts:languages';
import { loadTexts } from 'texts:load';
import { holdComposingKeys } from '../app/platform/composition.ts';
import { NIGHT, showLooks } from '../app/platform/looks.ts';
import { assert } from '../domain/assert.ts';
import { isRightToLeft } from '../domain/direction.ts';
import { createAsk } from './platform/ask.ts';
import { copy, readLocal, readToken, saveFile } from './platform/browser.ts';
import { ConsoleApp } from './view/console-app.tsx';
import { ConsoleContext, wordsOf } from './view/context.ts';

holdComposingKeys(window);
const look = () => showLooks(readLocal);
look();
matchMedia(NIGHT).addEventListener('change', look);
addEventListener('storage', look);

const chosen = readLocal('language') ?? document.documentElement.lang;
const language = Object.hasOwn(LANGUAGES, chosen) ? chosen : 'en';
document.documentElement.lang = language;
document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
const t = wordsOf(await loadTexts(language, 'console'));
document.title = t('title');

const root = document.getElementById('root');
assert(root !== null, 'a root element in the page');
const ask = createAsk(language, readToken);
createRoot(root).render(
  <ConsoleContext value={{ ask, saveFile, copy, language, t }}>
    <ConsoleApp />
  </ConsoleContext>,
);
