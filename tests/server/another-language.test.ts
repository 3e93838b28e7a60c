import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { build } from 'vite';
import { textsPlugin } from '../../src/tools/texts-plugin.mjs';
import { temporaryFolder } from '../support/server.ts';

afterEach(() => vi.unstubAllEnvs());

const OWN = join(import.meta.dirname, '../../src/locales/en');

/** English backwards, with its names. */
const backwards = (text: string): string =>
  text
    .split(/(\{\{\w+\}\})/)
    .map((part) => (part.startsWith('{{') ? part : [...part].toReversed().join('')))
    .toReversed()
    .join('');

/** A language with the plural forms of English, in a folder outside of the sources. */
function addLanguage(language: string): string {
  const folder = join(temporaryFolder(), 'locales');
  mkdirSync(join(folder, language), { recursive: true });
  for (const file of readdirSync(OWN)) {
    const texts = Object.entries(JSON.parse(readFileSync(join(OWN, file), 'utf8')) as Record<string, string>);
    const translated = Object.fromEntries(texts.map(([key, text]) => [key, backwards(text)]));
    writeFileSync(join(folder, language, file), JSON.stringify(translated));
  }
  return folder;
}

const source = (path: string): string => join(import.meta.dirname, '../../src', path);
/** What a user of each language reads in each place. */
const ENTRY = `
import { loadTexts } from 'texts:load';
import { LANGUAGES } from 'texts:languages';
import { pageTexts, startTexts, textsNow } from '${source('app/i18n/index.ts')}';
import { PARTS } from '${source('server/console/parts.ts')}';
import { payloadOf } from '${source('server/features/push/words.ts')}';
import { indexPage } from '${source('server/features/exporting/pages.ts')}';
import { preferredLanguage } from '${source('server/kernel/languages-adapter.ts')}';
import { say } from '${source('server/kernel/texts.ts')}';

const row = { type: 'image', content: '', extra: null, msgId: 1, id: 'a', stream: 'group-1', sentAtMs: 1 };
async function readBy(language) {
  const commands = await PARTS.commands({ language });
  const sent = { row: { ...row, album: { count: 2, words: '' } }, sender: 'Anna', group: null };
  const push = payloadOf('message', sent, { language, showsWords: true }, 2);
  const reader = { user: 1, language, time: { zone: 'UTC' } };
  let page = '';
  const all = { name: 'Anna', chats: [{ stream: 'user-1', title: 'x', count: 1 }], files: [] };
  for await (const part of indexPage(all, reader)) page += part;
  return {
    command: commands.find(({ words }) => words === 'user disable').name,
    push: JSON.parse(push).content,
    exported: /<title>(.*?)</.exec(page)[1],
    count: /class="soft">(.*?)</.exec(page)[1],
    answer: say('badBody', language),
  };
}
await startTexts('sv');
await pageTexts();
const app = [LANGUAGES.sv, textsNow().t('common.cancel'), textsNow().t('article.keys')];
const title = (await loadTexts('sv', 'console')).title;
const chosen = ['sv-SE,en;q=0.5', 'da'].map(preferredLanguage);
console.log(JSON.stringify({ app, title, chosen, sv: await readBy('sv'), da: await readBy('da') }));
`;

it(
  'UI-11, CONSOLE-8: app, console, pushes and exports speak a language from a folder outside of the sources',
  { timeout: 120_000 },
  async () => {
    vi.stubEnv('PARLEY_LOCALES', addLanguage('sv'));
    const folder = temporaryFolder();
    const entry = join(folder, 'entry.mjs');
    writeFileSync(entry, ENTRY);
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [textsPlugin()],
      ssr: { noExternal: true },
      build: {
        ssr: entry,
        outDir: join(folder, 'out'),
        minify: false,
        rolldownOptions: { output: { entryFileNames: 'entry.mjs' } },
      },
    });
    const output = execFileSync(process.execPath, [join(folder, 'out/entry.mjs')], { encoding: 'utf8' });
    const { app, title, chosen, sv, da } = JSON.parse(output) as Record<string, unknown>;
    expect(app).toEqual(['hsilgnE', 'lecnaC', '?draobyek eht ylno esu I naC']);
    expect(title).toBe('elosnoC');
    expect(chosen).toEqual(['sv', 'en']);
    expect(sv).toEqual({
      command: 'elbasiD',
      push: ']segami 2[',
      exported: 'atad ruoY',
      count: 'egassem 1',
      answer: backwards('The request could not be read'),
    });
    // An account with a language that this build does not have.
    expect(da).toEqual({
      command: 'Disable',
      push: '[2 images]',
      exported: 'Your data',
      count: '1 message',
      answer: 'The request could not be read',
    });
  },
);

it('UI-11: a page finds the files of a language from outside of the sources', async () => {
  vi.stubEnv('PARLEY_LOCALES', addLanguage('sv'));
  const folder = temporaryFolder();
  const entry = join(folder, 'entry.mjs');
  writeFileSync(entry, "import { loadTexts } from 'texts:load';\nconsole.log(loadTexts);\n");
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [textsPlugin()],
    build: { rolldownOptions: { input: entry }, outDir: join(folder, 'out') },
  });
  const files = readdirSync(join(folder, 'out/assets'));
  for (const part of ['entry', 'first', 'pages', 'console'])
    expect(files.filter((name) => name.startsWith(`texts-sv-${part}-`))).toHaveLength(1);
});
