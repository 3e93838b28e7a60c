import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import react from '@vitejs/plugin-react';
import type { BuildOptions, Plugin } from 'vite';
import { defaultClientConditions } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { EMOJI_LOCALES } from './src/app/platform/emoji-names.ts';
import { hostPrint } from './src/domain/fixed-host.ts';
import { apiPlugin } from './src/tools/api-page.mjs';
import { browsersPlugin, STYLED } from './src/tools/browsers-plugin.mjs';
import { callsPlugin } from './src/tools/calls-plugin.mjs';
import { loginPlugin } from './src/tools/login-plugin.mjs';
import { pageParts } from './src/tools/page-parts.mjs';
import { librariesPlugin } from './src/tools/libraries-plugin.mjs';
import { coveragePlugin } from './src/tools/reached-plugin.mjs';
import { shellPlugin } from './src/tools/shell-plugin.mjs';
import { textsPlugin } from './src/tools/texts-plugin.mjs';

/** What another part of the run takes (test-tiers.mjs). A project with its own list hears no `--exclude`. */
const elsewhere = [
  ...configDefaults.exclude,
  ...(process.env['PARLEY_ELSEWHERE'] ?? '').split(',').filter((glob) => glob !== ''),
];
/** Tests that people at work do not wait for (`npm run check`); `npm test` runs all. */
const slowTests =
  process.env['PARLEY_TESTS'] === 'quick'
    ? ['tests/{properties,contract,model}/**', 'tests/**/*.{pg,redis}.test.ts']
    : [];
/** The whole server over PostgreSQL, and all over two of them, takes minutes: `npm run test:postgres`. */
const wholePostgres =
  process.env['POSTGRES_TESTS'] === 'all'
    ? []
    : ['tests/server/on-{postgres-*,two-databases*}.pg.test.ts', 'tests/contract/store-two.pg.test.ts'];

const SERVER_TESTS = 'tests/{contract,server,security,field/server}/**/*.test.ts';
/** What cannot share what it imports: one database for the whole file, or a module replaced. */
const isolatedTests = [
  'tests/{contract,server,security}/**/*.{pg,redis}.test.ts',
  'tests/server/redis-bus.test.ts',
  'tests/server/flushed-folders.test.ts',
];

/** What cannot share a page: modules or storage that are replaced, or React loaded with a hook. */
const isolatedPages = 'tests/ui/{attach,page-adapters,renders,row-fields}.test.{ts,tsx}';

/** Projects with another number of workers run after the others, so that one command takes a mixed list. */
const AFTER_OTHERS = { groupOrder: 1 };

const developmentServer = 'http://127.0.0.1:8081';

/** Names and search words of emoji, served by ourselves: a page of ours asks nobody else for them. */
const emojiFiles = EMOJI_LOCALES.flatMap((locale) =>
  ['data', 'messages', 'names'].map((name) => `${locale}/${name}.json`),
);
const dataFile = (name: string): string =>
  readFileSync(createRequire(import.meta.url).resolve(`emojibase-data/${name}`), 'utf8');
/** The panel does not read these. */
const isUnread = (key: string): boolean => ['hexcode', 'type', 'text', 'gender', 'emoticon'].includes(key);
const emojiFile = (name: string): string => {
  const [locale = '', file] = name.split('/');
  if (file === 'names.json') return JSON.stringify(emojiNames(locale));
  return JSON.stringify(JSON.parse(dataFile(name)), (key, value: unknown) =>
    isUnread(key) ? undefined : value,
  );
};

/** For each emoji its name, its short names, and other words, as the message box finds it (EMOJI-5). */
function emojiNames(locale: string): readonly unknown[] {
  const short = JSON.parse(dataFile('en/shortcodes/github.json')) as Record<string, string | string[]>;
  const rows = JSON.parse(dataFile(`${locale}/data.json`)) as EmojiRow[];
  return rows
    .filter(({ group }) => group !== undefined)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0))
    .map(({ emoji, hexcode, label, tags = [] }) => [emoji, label, [short[hexcode] ?? []].flat(), tags]);
}

interface EmojiRow {
  readonly emoji: string;
  readonly hexcode: string;
  readonly label: string;
  readonly group?: number;
  readonly order?: number;
  readonly tags?: readonly string[];
}

const emojiData: Plugin = {
  name: 'emoji-data',
  generateBundle() {
    for (const name of emojiFiles)
      this.emitFile({ type: 'asset', fileName: `emoji/${name}`, source: emojiFile(name) });
  },
  configureServer({ middlewares }) {
    middlewares.use('/emoji', (request, response, next) => {
      const name = emojiFiles.find((one) => request.url === `/${one}`);
      if (name === undefined) return next();
      response.setHeader('content-type', 'application/json');
      response.end(emojiFile(name));
    });
  },
};

/**
 * The page of the time machine makes no request: pictures of a recording are placeholders. Only where it is built:
 * development loads its modules through a socket.
 */
export const sealedPage: Plugin = {
  name: 'sealed-page',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { path }) =>
      path.endsWith('/replay.html')
        ? html.replace(
            '<meta charset="utf-8" />',
            `<meta charset="utf-8" />
    <meta http-equiv="content-security-policy" content="default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; img-src data: blob:; media-src data: blob:; form-action 'none'; base-uri 'none'" />`,
          )
        : html,
  },
};

/** Pages of their own beside the app (`--mode inspector`): their parts must not shape the app's. */
const inspector: BuildOptions = {
  outDir: 'dist/client',
  target: 'es2022',
  cssTarget: STYLED,
  sourcemap: false,
  emptyOutDir: false,
  copyPublicDir: false,
  modulePreload: { polyfill: false },
  chunkSizeWarningLimit: 2_000,
  rolldownOptions: { input: ['inspect.html', 'replay.html', 'admin.html', 'api.html'] },
};

const parts = pageParts();
/** Loads when somebody opens it. */
const EMOJI = /emoji-panel|frimousse/;
const FIRST_FILES = /assets[\\/](?:home|page)-[\w-]{8}\.js$/;

/** A build for one server: `PARLEY_HOST=https://chat.example.org npm run build` (docs/mobile.md). */
const host = process.env['PARLEY_HOST'] ?? '';
const fixedHost = {
  HOST_OF_THIS_BUILD: JSON.stringify(host),
  PRINT_OF_THIS_BUILD: JSON.stringify(host === '' ? '' : hostPrint(host)),
};

/** What tells React's developer tools of a page comes while it is developed only: 400 bytes of each first page. */
const noDevtools = { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' };

/** Packages of many small modules: in one file with our own code they start in a fraction of the time. */
const BUNDLED = [
  'kysely',
  'linkify-it',
  'uc.micro',
  'hono',
  '@hono/node-server',
  'valibot',
  'prom-client',
  '@opentelemetry/api',
  'tdigest',
  'bintrees',
  'ws',
  'sanitize-html',
  // Parsers of sanitize-html.
  'htmlparser2',
  'domhandler',
  'domelementtype',
  'domutils',
  'dom-serializer',
  'entities',
  'escape-string-regexp',
  'is-plain-object',
  'deepmerge',
  'parse-srcset',
  'launder',
  'dayjs',
];

/** Shown by the app (UPD-14), and reported by the server (START-13). */
const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** Empty in an unpacked archive or a container, where there is no git. */
const commitOfClone = (): string =>
  spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout?.trim() ?? '';

const NO_STYLES = '\0no-styles';

/**
 * What cleans markup takes styles apart by a library of forty files, loaded at each start; we allow no styles
 * (`features/messages/clean.ts`), so it is never asked.
 */
const noStyles: Plugin = {
  name: 'no-styles',
  enforce: 'pre',
  apply: 'build',
  resolveId: (name, importer) =>
    name === 'postcss' && importer?.includes('sanitize-html') === true ? NO_STYLES : null,
  load: (id) =>
    id === NO_STYLES ? `export const parse = () => { throw new Error('styles are not read'); };` : null,
};

/** Only where tests run: a build need not load the runner. */
const order =
  process.env['VITEST'] === undefined
    ? {}
    : { sequencer: (await import('./tests/support/longest-first.ts')).LongestFirst };

/** A large heap: garbage collection took a quarter of the time of tests that render. */
const largeHeap = ['--min-semi-space-size=32', '--max-semi-space-size=64', '--initial-old-space-size=512'];

/**
 * V8 optimizes a function after 15 times as much work as usual, because most tests end before optimized code
 * pays off. A dozen seeds of the simulator take a quarter less processor time; long files gain nothing.
 */
const latelyOptimized = ['--interrupt-budget=1000000', '--max-semi-space-size=32'];

/** A full run notes which test runs which functions, for `npm run tests-of`; with `code` nobody writes it down. */
const reached = process.env['PARLEY_REACHED'];
const recordsReached = reached !== undefined;
const reachedSetup = reached === '1' ? ['tests/support/note-reached.ts'] : [];

/** One file for the app, the server bundle (`--ssr`), development and the tests. */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  define: {
    ...fixedHost,
    ...(command === 'build' && noDevtools),
    VERSION_OF_THIS_BUILD: JSON.stringify(version),
    ...(isSsrBuild && { COMMIT_OF_THIS_BUILD: JSON.stringify(commitOfClone()) }),
  },
  // RxJS keeps its classes there as they are written: less code than in the form for old browsers.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
  plugins: [
    react(),
    ...(recordsReached ? [coveragePlugin()] : []),
    sealedPage,
    textsPlugin(),
    ...(mode === 'inspector' ? [apiPlugin()] : []),
    ...(isSsrBuild ? [] : [browsersPlugin()]),
    ...(isSsrBuild ? [noStyles] : []),
    ...(isSsrBuild || mode === 'inspector' ? [] : [emojiData]),
    ...(isSsrBuild || mode === 'inspector' || mode === 'pages'
      ? []
      : [librariesPlugin(), callsPlugin(), parts.plugin, loginPlugin(), shellPlugin()]),
  ],
  ...(isSsrBuild && { ssr: { noExternal: BUNDLED } }),
  build:
    mode === 'inspector'
      ? inspector
      : isSsrBuild
        ? {
            outDir: 'dist/server',
            target: 'node20',
            sourcemap: true,
            emptyOutDir: true,
            copyPublicDir: false,
            rolldownOptions: {
              input: [
                'src/server/main.ts',
                'src/server/admin-main.ts',
                'src/server/copies-main.ts',
                'src/server/forwarding-main.ts',
              ],
            },
          }
        : {
            outDir: 'dist/client',
            target: 'es2022',
            cssTarget: STYLED,
            sourcemap: false,
            emptyOutDir: true,
            modulePreload: {
              polyfill: false,
              // Names of files cost the first pages a kilobyte: what comes behind them is found step by step.
              resolveDependencies: (_file, needed, { hostId }) => (FIRST_FILES.test(hostId) ? [] : needed),
            },
            // The list of chats comes as one file, and so does all that two other pages share.
            rolldownOptions: {
              // Of what is read here no property has a getter that does something.
              treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
              output: {
                codeSplitting: {
                  groups: [
                    { name: 'page', test: (id) => parts.isOf(id, 'page'), priority: 3 },
                    // Started from the login page as well, without the list of chats.
                    { name: 'worker', test: /src[\\/]app[\\/]platform[\\/]worker\.ts$/, priority: 2 },
                    ...parts.later.map((name, at) => ({
                      name,
                      test: (id: string) => parts.isOf(id, name),
                      // A part takes all that it imports: those before it keep theirs.
                      priority: 2 - (at + 1) / 10,
                    })),
                    // A request costs more than the few bytes that a page does not need of these.
                    { name: 'common', test: (id) => !EMOJI.test(id), minShareCount: 2 },
                  ],
                },
              },
            },
          },
  server: {
    proxy: {
      '/common': developmentServer,
      '/enterprise': developmentServer,
      '/files': developmentServer,
      '/pictures': developmentServer,
      '/logo/': developmentServer,
      '/avatar': developmentServer,
      // The page itself is /admin.html there.
      '/admin/': { target: developmentServer, changeOrigin: false },
      // The server refuses foreign origins (GATE-5), so the proxy speaks as the server's own page.
      '/wss': { target: developmentServer, ws: true, changeOrigin: true, rewriteWsOrigin: true },
    },
  },
  test: {
    sequence: order,
    // Of all projects and of the next run: a file that stayed the same is not transformed again.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
    projects: [
      {
        extends: true,
        test: {
          // Many small files of pure code: what they import is loaded once for all, in half of the time.
          name: 'pure',
          execArgv: latelyOptimized,
          globalSetup: ['tests/support/run-folder.ts'],
          setupFiles: reachedSetup,
          include: ['tests/{rules,properties,model}/**/*.test.{ts,tsx}', 'tests/field/*.test.ts'],
          exclude: [...elsewhere, ...slowTests, ...isolatedTests],
          isolate: false,
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          // The same for the server: what a test needs of it, it starts itself.
          name: 'server',
          globalSetup: ['tests/support/run-folder.ts'],
          setupFiles: reachedSetup,
          include: [SERVER_TESTS],
          exclude: [...elsewhere, ...slowTests, ...isolatedTests],
          isolate: false,
          testTimeout: 30_000,
          retry: 1,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          // Files in one pretended browser, whose packages are loaded once; each has modules of its own.
          name: 'page',
          globalSetup: ['tests/support/run-folder.ts'],
          setupFiles: ['tests/support/clean-page.ts', ...reachedSetup],
          environment: 'happy-dom',
          execArgv: largeHeap,
          include: ['tests/ui/**/*.test.{ts,tsx}', 'tests/field/*.test.tsx'],
          exclude: [...elsewhere, isolatedPages],
          isolate: false,
          testTimeout: 30_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          globalSetup: ['tests/support/run-folder.ts'],
          setupFiles: reachedSetup,
          include: [isolatedPages, ...isolatedTests],
          exclude: [...elsewhere, ...slowTests, ...wholePostgres],
          // Each file anew in a thread, which starts faster than a process.
          pool: 'threads',
          testTimeout: 30_000,
          retry: 1,
          // A third of the time is waiting for PostgreSQL and Redis.
          maxWorkers: 3,
          sequence: AFTER_OTHERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts', 'tests/field/browser/**/*.test.ts'],
          exclude: elsewhere,
          globalSetup: ['tests/support/run-folder.ts', 'tests/support/built.ts'],
          // What they import, and the browser, are loaded once for all files that a process runs.
          isolate: false,
          // A machine that is busy with other things is slow, not broken: what fails a test is a fact that
          // does not come.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
          retry: 1,
          // A third of the time is waiting: on two cores three at once take 70 % of the time of two.
          maxWorkers: Number(process.env['FILES_AT_ONCE'] ?? 3),
          sequence: AFTER_OTHERS,
        },
      },
      {
        extends: true,
        test: {
          name: 'crash',
          // `npm run test:rolling` is one that people start themselves.
          include:
            process.env['PARLEY_TESTS'] === 'rolling'
              ? ['tests/cluster/rolling.ts']
              : ['tests/{crash,cluster}/**/*.test.ts'],
          globalSetup: ['tests/support/run-folder.ts', 'tests/support/built.ts'],
          testTimeout: 900_000,
          hookTimeout: 60_000,
          retry: 1,
          // Half of their time is waiting.
          maxWorkers: 3,
          sequence: AFTER_OTHERS,
        },
      },
    ],
  },
}));
