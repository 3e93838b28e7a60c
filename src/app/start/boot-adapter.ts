import { REMEMBERED } from '../../client/session/traces.ts';
import { NIGHT, showLooks } from '../platform/looks.ts';
import { hasFormQuery, firstPage } from './first-page.ts';

/** Written here by the build: what each first page needs beside the script of the page itself. */
declare const PARTS_OF_THIS_BUILD: Readonly<Record<'login' | 'app', readonly string[]>>;
/** Written here by the build: in the names of files with texts. */
declare const TEXTS_OF_THIS_BUILD: string;
/** Written here by the build: the style for browsers without `light-dark()`. */
declare const LIGHT_OF_THIS_BUILD: string;

/**
 * First script in the page (UI-111): shows the prepared login form if it is needed, starts all downloads at
 * once, and remembers an Enter that is pressed before the main script is loaded.
 */
const page = document.documentElement;
const read = (key: string): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};
// Before anything is painted, and whenever another window or the system has it otherwise (THEME-1).
const look = (): void => showLooks(read);
look();
matchMedia(NIGHT).addEventListener('change', look);
addEventListener('storage', look);
if (!CSS.supports('color', 'light-dark(red, red)')) {
  const style = document.createElement('link');
  style.rel = 'stylesheet';
  style.href = LIGHT_OF_THIS_BUILD;
  document.head.append(style);
}

const language = read('language') ?? page.lang;
const first = firstPage(location.hash, read);
// A form in another language than the chosen one would change before the eyes.
const hasServerForm =
  first === 'login' &&
  page.dataset['filled'] !== undefined &&
  page.lang === language &&
  !hasFormQuery(location.hash);
page.dataset['first'] = hasServerForm ? 'shown' : 'hidden';

const texts = `/assets/texts-${language}-${first === 'login' ? 'entry' : 'first'}-${TEXTS_OF_THIS_BUILD}.js`;
for (const path of [...PARTS_OF_THIS_BUILD[first], texts]) {
  const link = document.createElement('link');
  const isStyle = path.endsWith('.css');
  link.rel = isStyle ? 'preload' : 'modulepreload';
  if (isStyle) link.as = 'style';
  link.crossOrigin = '';
  link.href = path;
  document.head.append(link);
}

addEventListener(
  'submit',
  (event) => {
    if (page.dataset['first'] !== 'shown') return;
    event.preventDefault();
    page.dataset['first'] = 'sent';
    document.querySelector('#root [type=submit]')?.setAttribute('aria-busy', 'true');
  },
  true,
);

document.addEventListener(
  'readystatechange',
  () => {
    const field = document.querySelector<HTMLInputElement>('#root [name=account]');
    if (hasServerForm && field?.value === '') field.value = read(REMEMBERED) ?? '';
  },
  { once: true },
);
