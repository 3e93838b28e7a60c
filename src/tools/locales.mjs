import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a language, by the part that a page or the server loads at once. */
export const PARTS = {
  entry: ['shared', 'login'],
  first: ['shared', 'first'],
  pages: ['account', 'bots', 'call', 'chat', 'chats', 'groups', 'logins', 'media', 'people'],
  console: ['console'],
  answers: ['answers'],
  server: ['commands', 'settings', 'audit', 'outside'],
  demo: ['demo'],
};
/** @typedef {keyof typeof PARTS} Part */
/** @typedef {Readonly<Record<string, string>>} Catalogue */

/** Parts that a page fetches as a file. */
export const PAGE_PARTS = /** @type {const} */ (['entry', 'first', 'pages', 'console']);

export const FILES = [...new Set(Object.values(PARTS).flat())];
export const SOURCE = 'en';
/** The language of clients that name none (docs/rules, UI-3). */
export const DEFAULT = 'zh-CN';

/** Tests of pages read texts too, where `URL` is the class of the page. */
const OWN = join(import.meta.dirname, '../locales');
/** More languages, from a folder outside of the sources: `PARLEY_LOCALES=/folder npm run build`. */
const foldersOf = () => [OWN, ...(process.env['PARLEY_LOCALES'] ?? '').split(':').filter(Boolean)];
const PLURAL = /_(zero|one|two|few|many|other)$/;
const NAME = /\{\{(\w+)\}\}/g;

/** Thrown for a catalogue that cannot be built: every line has its file, key and reason. */
export class LocaleFault extends Error {}

/** @returns {ReadonlyMap<string, string>} the folder of each language */
export function localeFolders() {
  const found = foldersOf().flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => /** @type {const} */ ([entry.name, join(folder, entry.name)])),
  );
  for (const [language, folder] of found)
    if (!isLanguage(language)) throw new LocaleFault(`${folder}: ${language} is not the code of a language`);
  return new Map(found.toSorted(([a], [b]) => a.localeCompare(b)));
}

/** @param {string} code */
function isLanguage(code) {
  try {
    return Intl.getCanonicalLocales(code)[0] === code && Intl.PluralRules.supportedLocalesOf(code).length > 0;
  } catch {
    return false;
  }
}

/** @param {string} path @returns {Catalogue} */
function readCatalogue(path) {
  let texts;
  try {
    texts = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new LocaleFault(`${path}: ${String(error)}`);
  }
  if (texts === null || typeof texts !== 'object' || Array.isArray(texts))
    throw new LocaleFault(`${path}: not an object of texts`);
  for (const [key, text] of Object.entries(texts))
    if (typeof text !== 'string') throw new LocaleFault(`${path}: ${key}: not a text`);
  return texts;
}

/** @param {string} text @returns {readonly string[]} */
export const namesIn = (text) =>
  [...new Set([...text.matchAll(NAME)].map(([, name = '']) => name))].toSorted();

/** Forms of whole numbers that people read: "many" of millions may be missing. @param {string} language */
export function formsOf(language) {
  const rules = new Intl.PluralRules(language);
  return [...new Set(Array.from({ length: 1_001 }, (_, count) => rules.select(count)))];
}

/** The keys of a file of the source, each with its text; a plural has its key without the form. @param {Catalogue} source */
function keysOf(source) {
  /** @type {Map<string, { plural: boolean, text: string }>} */
  const keys = new Map();
  for (const [key, text] of Object.entries(source)) {
    const base = key.replace(PLURAL, '');
    const plural = base !== key && `${base}_other` in source;
    keys.set(plural ? base : key, { plural, text });
  }
  return keys;
}

/**
 * @param {string} language
 * @param {string} file the name of a file without its ending
 * @returns {{ texts: Catalogue, missing: readonly string[] }} whole with English for what is missing
 */
export function localeTexts(language, file) {
  const folders = localeFolders();
  const source = readCatalogue(join(folders.get(SOURCE) ?? OWN, `${file}.json`));
  const path = join(folders.get(language) ?? '', `${file}.json`);
  const own = existsSync(path) ? readCatalogue(path) : {};
  const keys = keysOf(source);
  const forms = formsOf(language);
  /** @type {string[]} */
  const faults = [];
  for (const [key, text] of Object.entries(own)) {
    const base = key.replace(PLURAL, '');
    const row = keys.get(keys.get(base)?.plural === true ? base : key);
    const names = namesIn(text).filter((name) => name !== 'count' || row?.plural !== true);
    const wanted = namesIn(row?.text ?? '').filter((name) => name !== 'count' || row?.plural !== true);
    if (row === undefined) faults.push(`${path}: ${key}: the source has no such text`);
    else if (text.trim() === '') faults.push(`${path}: ${key}: empty`);
    else if (names.join() !== wanted.join())
      faults.push(`${path}: ${key}: has the names "${names.join()}", the source "${wanted.join()}"`);
    else if (/[<>]/.test(text) && !/[<>]/.test(row.text)) faults.push(`${path}: ${key}: markup`);
  }
  /** @type {Record<string, string>} */
  const texts = {};
  /** @type {string[]} */
  const missing = [];
  for (const [key, { plural, text }] of keys) {
    if (!plural) {
      texts[key] = own[key] ?? text;
      if (own[key] === undefined) missing.push(key);
      continue;
    }
    // "Many" of Spanish, which begins at a million, may be missing.
    const last = own[`${key}_other`] ?? own[`${key}_many`];
    const isThere = last !== undefined;
    if (!isThere) missing.push(key);
    for (const form of new Set([...forms, new Intl.PluralRules(language).select(1_000_000)])) {
      const said = own[`${key}_${form}`];
      if (isThere && said === undefined && forms.includes(form))
        faults.push(`${path}: ${key}: the form "${form}" is missing`);
      texts[`${key}_${form}`] = said ?? last ?? source[`${key}_${form}`] ?? source[`${key}_other`] ?? '';
    }
  }
  if (faults.length > 0) throw new LocaleFault(faults.join('\n'));
  return { texts, missing };
}

/** @param {string} language @param {Part} part @returns {Catalogue} */
export const partTexts = (language, part) =>
  Object.assign({}, ...PARTS[part].map((file) => localeTexts(language, file).texts));

/** The code of a language of marked English texts, which shows missing translations and small places. */
export const PSEUDO = 'en-XA';
const PLAIN = 'aceginorsuyzACEGINORSUYZ';
const MARKED = 'àçéĝîñöřšûýžÀÇÉĜÎÑÖŘŠÛÝŽ';

/** The text between brackets, with accents and 40 % longer; names stay. @param {string} text */
export function pseudoText(text) {
  const parts = text.split(/(\{\{\w+\}\}|<[^>]*>)/);
  const marked = parts.map((part, at) =>
    at % 2 === 1 ? part : part.replace(/\w/g, (one) => MARKED[PLAIN.indexOf(one)] ?? one),
  );
  const letters = parts.filter((_, at) => at % 2 === 0).join('').length;
  // A long word as in German, or more words.
  return `⟦${marked.join('')}${(letters > 12 ? ' ẍẍẍ' : '·ẍẍ').repeat(Math.ceil(letters / 10))}⟧`;
}

/** @param {Catalogue} texts @returns {Catalogue} */
export const pseudoTexts = (texts) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, pseudoText(text)]));

/** Eight characters that change with any text of any language. */
export function localesPrint() {
  const print = createHash('sha256');
  for (const [language, folder] of localeFolders())
    for (const file of FILES.filter((name) => existsSync(join(folder, `${name}.json`))))
      print.update(language).update(readFileSync(join(folder, `${file}.json`)));
  return print.digest('hex').slice(0, 8);
}

/** @param {readonly string[]} files */
const rowsOf = (files) =>
  files
    .flatMap((file) => Object.entries(localeTexts(SOURCE, file).texts))
    .map(([key, text]) => {
      const names = namesIn(text).map((name) => `{{${name}}}`);
      return `  ${/^\w+$/.test(key) ? key : `'${key}'`}: ${names.length === 0 ? 'string' : `'${names.join('')}'`};\n`;
    })
    .join('');

/** The source of the types of all texts. */
export const keysSource =
  () => `// Written by \`npm run texts -- --keys\` from the English texts: each key with the names in its text.

export interface AppTexts {
${rowsOf([...new Set([...PARTS.entry, ...PARTS.first, ...PARTS.pages])])}}

export interface ConsoleTexts {
${rowsOf(PARTS.console)}}

export interface AnswerTexts {
${rowsOf(PARTS.answers)}}

export interface ServerTexts extends AnswerTexts {
${rowsOf(PARTS.server)}}

export interface DemoTexts {
${rowsOf(PARTS.demo)}}
`;
