import { createRoot } from 'react-dom/client';
import { holdComposingKeys } from '../app/platform/composition.ts';
import { NIGHT, showLooks } from '../app/platform/looks.ts';
import { assert } from '../domain/assert.ts';
import { createAsk } from './platform/ask.ts';
import { copy, readLocal, readToken, saveFile } from './platform/browser.ts';
import { ConsoleApp } from './view/console-app.tsx';
import { ConsoleContext, wordsOf } from './view/context.ts';

holdComposingKeys(window);
const look = () => showLooks(readLocal);
look();
matchMedia(NIGHT).addEventListener('change', look);
addEventListener('storage', look);

const language = readLocal('language') === 'en' ? 'en' : 'zh-CN';
document.documentElement.lang = language;
const { t } = wordsOf(language);
document.title = t('title');

const root = document.getElementById('root');
assert(root !== null, 'a root element in the page');
const ask = createAsk(language, readToken);
createRoot(root).render(
  <ConsoleContext value={{ ask, saveFile, copy, language, t }}>
    <ConsoleApp />
  </ConsoleContext>,
);
