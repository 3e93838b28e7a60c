// Looks after src/locales (docs/translating.md).
//   npm run texts            for each language: texts that are missing, and older than their English source
//   npm run texts -- --keys  writes src/locales/keys.ts from the English texts; the types of all texts come from it
//   npm run texts -- --seen LANGUAGE   notes that the language says what English says now
//   npm run texts -- --out FOLDER      writes i18next JSON for translation platforms, "" for what is missing
//   npm run texts -- --in FOLDER       takes over what they wrote, flat or nested; nothing if it has a fault
//   npm run texts -- --pseudo FOLDER   writes the language "en-XA": English in brackets, longer, with accents
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEFAULT,
  FILES,
  LocaleFault,
  localeFolders,
  keysSource,
  localeTexts,
  PSEUDO,
  pseudoTexts,
  SOURCE,
} from './locales.mjs';
import { root, stop } from './run-command.mjs';

const KEYS = join(root, 'src/locales/keys.ts');
/** A few characters of each English text that a translation was made of, by file and key. */
const SEEN = 'source.json';
const FORM = /_(zero|one|two|few|many|other)$/;

/** @param {string} text */
const printOf = (text) => createHash('sha256').update(text).digest('hex').slice(0, 4);

/** @param {string} language @returns {Record<string, string>} */
function seenOf(language) {
  const path = join(localeFolders().get(language) ?? '', SEEN);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** @returns {Record<string, string>} */
const sourcePrints = () =>
  Object.fromEntries(
    FILES.flatMap((file) =>
      Object.entries(localeTexts(SOURCE, file).texts).map(([key, text]) => [`${file} ${key}`, printOf(text)]),
    ),
  );

function report() {
  const prints = sourcePrints();
  for (const language of localeFolders().keys()) {
    if (language === SOURCE) continue;
    const missing = FILES.flatMap((file) =>
      localeTexts(language, file).missing.map((key) => `${file} ${key}`),
    );
    const older = Object.entries(seenOf(language))
      .filter(([key, print]) => prints[key] !== undefined && prints[key] !== print)
      .map(([key]) => key);
    console.log(`${language}: ${missing.length} missing, ${older.length} older than their source`);
    for (const key of missing) console.log(`  missing: ${key}`);
    for (const key of older) console.log(`  older:   ${key}`);
  }
}

/** @param {string} language */
function see(language) {
  const folder = localeFolders().get(language);
  if (folder === undefined) stop(`there is no language ${language}`);
  const missing = new Set(
    FILES.flatMap((file) => localeTexts(language, file).missing.map((key) => `${file} ${key}`)),
  );
  const seen = Object.entries(sourcePrints()).filter(
    ([key]) => !missing.has(key.replace(/_(one|other)$/, '')),
  );
  writeFileSync(join(folder, SEEN), `${JSON.stringify(Object.fromEntries(seen))}\n`);
}

const NO_FOLDER = 'name a folder';
/** @param {string} path @param {object} texts */
const writeTexts = (path, texts) => writeFileSync(path, `${JSON.stringify(texts, null, 2)}\n`);
/** @param {string} path @returns {Record<string, unknown>} */
const readTexts = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {});

/** @param {string | undefined} folder */
function writeOut(folder = stop(NO_FOLDER)) {
  for (const [language, place] of localeFolders()) {
    mkdirSync(join(folder, language), { recursive: true });
    for (const file of FILES) {
      const own = readTexts(join(place, `${file}.json`));
      const keys = Object.keys(localeTexts(language, file).texts);
      const rows = [...new Set([...keys, ...Object.keys(own)])].map((key) => [key, own[key] ?? '']);
      writeTexts(join(folder, language, `${file}.json`), Object.fromEntries(rows));
    }
  }
}

/**
 * Returns texts by their whole keys, without empty ones.
 *
 * @param {unknown} texts @returns {[string, unknown][]}
 */
const flat = (texts, path = '') =>
  typeof texts === 'object' && texts !== null
    ? Object.entries(texts).flatMap(([key, text]) => flat(text, path === '' ? key : `${path}.${key}`))
    : texts === ''
      ? []
      : [[path, texts]];

/** @param {string | undefined} folder */
function takeIn(folder = stop(NO_FOLDER)) {
  const before = new Map();
  try {
    for (const language of readdirSync(folder).filter((one) => one !== SOURCE)) {
      const place = localeFolders().get(language) ?? join(root, 'src/locales', language);
      mkdirSync(place, { recursive: true });
      for (const file of FILES) {
        const path = join(place, `${file}.json`);
        const texts = Object.fromEntries(flat(readTexts(join(folder, language, `${file}.json`))));
        if (Object.keys(texts).length === 0) continue;
        before.set(path, existsSync(path) ? readFileSync(path, 'utf8') : null);
        // Keeps the order of the source.
        const order = Object.keys(localeTexts(SOURCE, file).texts).map((key) => key.replace(FORM, ''));
        const placeOf = (/** @type {string} */ key) =>
          (order.indexOf(key.replace(FORM, '')) + order.length) % order.length;
        const rows = Object.entries({ ...readTexts(path), ...texts }).toSorted(
          ([a], [b]) => placeOf(a) - placeOf(b),
        );
        writeTexts(path, Object.fromEntries(rows));
        localeTexts(language, file);
      }
    }
  } catch (error) {
    for (const [path, text] of before)
      if (text === null) rmSync(path);
      else writeFileSync(path, text);
    throw error;
  }
}

/** @param {string | undefined} folder */
function writePseudo(folder = stop(NO_FOLDER)) {
  const place = join(folder, PSEUDO);
  mkdirSync(place, { recursive: true });
  for (const file of FILES) {
    const texts = pseudoTexts(localeTexts(SOURCE, file).texts);
    writeTexts(join(place, `${file}.json`), texts);
  }
}

const [option, language] = process.argv.slice(2);
try {
  if (option === '--keys') writeFileSync(KEYS, keysSource());
  else if (option === '--seen') see(language ?? DEFAULT);
  else if (option === '--out') writeOut(language);
  else if (option === '--in') takeIn(language);
  else if (option === '--pseudo') writePseudo(language);
  else if (option === undefined) report();
  else stop(`${option} is not an option`);
} catch (error) {
  if (error instanceof LocaleFault) stop(error.message);
  throw error;
}
