import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { LIGHT_PLACE, lightAsset } from './browsers-plugin.mjs';
import { localeFolders, localesPrint } from './locales.mjs';
import { root } from './run-command.mjs';
import { textsPlugin } from './texts-plugin.mjs';

const ROOT = '<div id="root"></div>';
/**
 * In front of everything, in the oldest syntax: an older browser gets a sentence instead of a page that does
 * nothing (UI-165).
 */
const TOO_OLD_TEXT =
  '<p lang="en">This browser is too old for Parley. Please update it: Chrome 120, Firefox 115 and ' +
  'Safari 17 or newer work.</p>' +
  '<p lang="zh-CN">此浏览器版本过旧，无法使用 Parley。请更新到 Chrome 120、Firefox 115、' +
  'Safari 17 或更新版本。</p>';
const TOO_OLD =
  "if(!(window.URL&&URL.canParse))document.addEventListener('DOMContentLoaded',function(){" +
  `document.body.innerHTML='${TOO_OLD_TEXT}'})`;
const PLACE = /\bPARTS_OF_THIS_BUILD\b/;
const TEXTS_PLACE = /\bTEXTS_OF_THIS_BUILD\b/;
/** Entry modules of each first page, beside the page's own script. */
const BEGINNINGS = {
  login: [],
  app: [
    'src/app/whole-app.tsx',
    'src/app/screens/chats/home-page.tsx',
    'src/client/browser/browser-client.ts',
  ],
};

/** @typedef {import('vite').Rolldown.OutputBundle} Bundle */
/** @typedef {import('vite').Rolldown.OutputChunk} Chunk */

/** @param {Bundle} bundle @returns {Chunk[]} */
const chunksOf = (bundle) => Object.values(bundle).filter((item) => item.type === 'chunk');

/** The chunk that starts with a module. @param {Bundle} bundle @param {string} module */
function chunkOf(bundle, module) {
  const id = join(root, module);
  const entryChunk =
    chunksOf(bundle).find((chunk) => chunk.facadeModuleId === id) ??
    chunksOf(bundle).find((chunk) => chunk.moduleIds.includes(id));
  if (entryChunk === undefined) throw new Error(`${module} is in no chunk`);
  return entryChunk;
}

/**
 * A chunk and all chunks that it loads. @param {Bundle} bundle @param {Chunk} chunk @param {Set<string>}
 * [chunkNames]
 */
function closure(bundle, chunk, chunkNames = new Set()) {
  if (chunkNames.has(chunk.fileName)) return chunkNames;
  chunkNames.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = bundle[name];
    if (next?.type === 'chunk') closure(bundle, next, chunkNames);
  }
  return chunkNames;
}

/** Scripts and styles, by file name. @param {Bundle} bundle @param {Iterable<string>} names */
function withStyles(bundle, names) {
  const scripts = [...names];
  const styles = scripts.flatMap((name) => {
    const chunk = bundle[name];
    return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : [];
  });
  return [...new Set([...scripts, ...styles])];
}

/**
 * Files that each first page requests besides those in the page itself.
 *
 * @param {Bundle} bundle @param {ReadonlySet<string>} there
 */
function partsOf(bundle, there) {
  const baseFiles = new Set(withStyles(bundle, there));
  /** @param {readonly string[]} modules */
  const filesOf = (modules) => {
    const names = modules.flatMap((module) => [...closure(bundle, chunkOf(bundle, module))]);
    return withStyles(bundle, new Set(names))
      .filter((name) => !baseFiles.has(name))
      .map((name) => `/${name}`);
  };
  return { login: filesOf(BEGINNINGS.login), app: filesOf(BEGINNINGS.app) };
}

/**
 * Content of the first pages' files, by library or folder of ours, in characters before compression.
 *
 * @param {Bundle} bundle
 */
function sharesOf(bundle) {
  const files = ['src/app/main.tsx', BEGINNINGS.app[2] ?? ''].map((module) =>
    chunksOf(bundle).find((chunk) => chunk.moduleIds.includes(join(root, module))),
  );
  return Object.fromEntries(
    files.flatMap((chunk) => {
      if (chunk === undefined) return [];
      /** @type {Record<string, number>} */
      const shares = {};
      for (const [id, { renderedLength }] of Object.entries(chunk.modules)) {
        const name =
          /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ??
          id.replace(root, '').split('/').slice(0, 3).join('/');
        shares[name] = (shares[name] ?? 0) + renderedLength;
      }
      return [[chunk.fileName, shares]];
    }),
  );
}

/** An inline script of the page, as one small function. @param {string} entry */
async function bootScript(entry) {
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: join(root, entry),
        formats: ['iife'],
        name: 'boot',
        fileName: 'boot',
      },
    },
  });
  const [bundle] = Array.isArray(result) ? result : [result];
  if (bundle === undefined || !('output' in bundle)) throw new Error('the script of the page was not built');
  return bundle.output[0].code.trim();
}

/** The login page as markup: its code is built for this process, run once and thrown away. */
async function markups() {
  const folder = mkdtempSync(join(tmpdir(), 'login-page-'));
  try {
    const entry = join(root, 'src/app/start/prerender.tsx');
    const output = { entryFileNames: 'prerender.mjs', codeSplitting: false };
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      define: { VERSION_OF_THIS_BUILD: JSON.stringify(version) },
      plugins: [textsPlugin()],
      ssr: { noExternal: true },
      build: { ssr: entry, outDir: folder, copyPublicDir: false, rolldownOptions: { output } },
    });
    const { prerender } =
      /** @type {{ prerender: (language: string) => Promise<{ title: string, direction: string, markup: string }> }} */ (
        await import(pathToFileURL(join(folder, 'prerender.mjs')).href)
      );
    const pages = [];
    for (const language of localeFolders().keys()) pages.push({ language, ...(await prerender(language)) });
    return pages;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Puts the styles of the first page and the script in front of everything into the page itself, and makes the
 * login page in every language, for the server to fill in (UI-111): `login.en.html` and so on, beside
 * `index.html`, which holds no form.
 *
 * @returns {import('vite').Plugin}
 */
export function loginPlugin() {
  return {
    name: 'login-page',
    enforce: 'post',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('there is no index.html');
        const parts = partsOf(bundle, closure(bundle, chunkOf(bundle, 'src/app/main.tsx')));
        const light = lightAsset(bundle);
        this.emitFile({ type: 'asset', ...light });
        const boot = (await bootScript('src/app/start/boot-adapter.ts'))
          .replace(PLACE, () => JSON.stringify(parts))
          .replace(TEXTS_PLACE, () => JSON.stringify(localesPrint()))
          .replace(LIGHT_PLACE, () => JSON.stringify(`/${light.fileName}`));
        let page = String(index.source);
        page = page.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, name) => {
          const style = bundle[name];
          if (style?.type !== 'asset') throw new Error(`no style ${name}`);
          // The link remains for code that checks whether the style is loaded; a disabled one is not fetched.
          return `<style>${String(style.source).trim()}</style>${link.replace('<link ', '<link disabled ')}`;
        });
        index.source = page.replace(
          '</title>',
          () => `</title>\n    <script>${TOO_OLD}</script><script>${boot}</script>`,
        );
        // Read by `npm run bench -- first-load`; the server serves no file whose name begins with a dot.
        this.emitFile({ type: 'asset', fileName: '.parts.json', source: JSON.stringify(sharesOf(bundle)) });
        const html = index.source;
        // Used only in the page that the service worker stores.
        const script = await bootScript('src/app/start/shown-list-adapter.ts');
        index.source = html.replace(ROOT, () => `${ROOT}<script>${script}</script>`);
        for (const { language, title, direction, markup } of await markups()) {
          const source = html
            .replace(/<html lang="[^"]*">/, `<html lang="${language}" dir="${direction}" data-filled>`)
            .replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
            .replace(
              ROOT,
              () =>
                `<div id="root">${markup}</div><script type="application/json" id="config">{{config}}</script>`,
            );
          this.emitFile({ type: 'asset', fileName: `login.${language}.html`, source });
        }
      },
    },
  };
}
