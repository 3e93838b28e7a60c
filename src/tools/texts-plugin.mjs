import { localeFolders, localesPrint, PAGE_PARTS, partTexts, SOURCE } from './locales.mjs';

const PREFIX = 'texts:';
/** @typedef {import('./locales.mjs').Part} Part */

/**
 * A table of whole parts in all languages. Engines read a long text of JSON faster than the same as code.
 *
 * @param {readonly string[]} languages @param {readonly Part[]} parts
 */
function tableOf(languages, parts) {
  const texts = languages.map((language) => [
    language,
    Object.assign({}, ...parts.map((part) => partTexts(language, part))),
  ]);
  const json = JSON.stringify(JSON.stringify(Object.fromEntries(texts)));
  return `export const TEXTS = JSON.parse(${json});`;
}

/**
 * Every language as files of data (`src/locales`). A page of a build fetches a part of its language by a name
 * that needs no table of all languages; where code runs unbuilt or on the server, a module has the table.
 *
 * @returns {import('vite').Plugin}
 */
export function textsPlugin() {
  let isPage = false;
  let print = '';
  /** @param {string} language @param {string} part */
  const fileName = (language, part) => `texts-${language}-${part}-${print}.js`;
  return {
    name: 'texts',
    configResolved: ({ command, build }) => {
      isPage = command === 'build' && !build.ssr;
      print = localesPrint();
    },
    // With the print, caches of modules notice a changed text.
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}?${print}` : null),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const name = id.slice(PREFIX.length + 1, id.indexOf('?'));
      const languages = [...localeFolders().keys()];
      if (name === 'languages') {
        const named = Object.fromEntries(
          languages.map((language) => [language, partTexts(language, 'entry')['language.name']]),
        );
        return `export const LANGUAGES = ${JSON.stringify(named)};`;
      }
      if (name === 'server')
        return `${tableOf(languages, ['answers', 'server'])}
export const REASON_NAMES = ${JSON.stringify(Object.keys(partTexts(SOURCE, 'answers')))};`;
      if (name === 'demo') return tableOf(languages, ['demo']);
      if (name === 'load' && isPage)
        return `export const loadTexts = async (language, part) => (await import(/* @vite-ignore */ \`./${fileName('${language}', '${part}')}\`)).default;`;
      if (name === 'load') {
        const rows = languages.flatMap((language) =>
          PAGE_PARTS.map((part) => `'${language}/${part}': () => import('${PREFIX}${language}/${part}')`),
        );
        return `const TEXTS = { ${rows.join(', ')} };
export const loadTexts = async (language, part) => (await TEXTS[\`\${language}/\${part}\`]()).default;`;
      }
      const [language = '', part = ''] = name.split('/');
      return `export default ${JSON.stringify(partTexts(language, /** @type {Part} */ (part)))};`;
    },
    generateBundle() {
      if (!isPage) return;
      for (const language of localeFolders().keys())
        for (const part of PAGE_PARTS)
          this.emitFile({
            type: 'asset',
            fileName: `assets/${fileName(language, part)}`,
            source: `export default ${JSON.stringify(partTexts(language, part))}`,
          });
    },
  };
}
