// `npm run dev`: the app with hot reload, in front of a server that is rebuilt and restarted on change.
// With `--plain` there is no server: a scripted one that speaks the plain contract lives in the page itself.
import { spawn } from 'node:child_process';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { plainPage } from './plain-page.mjs';
import { root } from './run-command.mjs';

requireNode();
await installDependencies();
process.chdir(root);
const { build, createServer } = await import('vite');

/** @type {import('node:child_process').ChildProcess | null} */
let server = null;
let stopping = false;

/** The store has one owner: the next server starts only after the last one has ended. */
function restart() {
  const next = () => {
    if (stopping) return;
    server = spawn(process.execPath, ['--enable-source-maps', 'dist/dev/main.js'], {
      stdio: 'inherit',
      env: { DATA_DIR: 'data/dev', REGISTRATION: 'open', ...process.env, PORT: '8081', HOST: '127.0.0.1' },
    });
  };
  if (server === null || server.exitCode !== null) return next();
  server.once('exit', next);
  server.kill('SIGTERM');
}

const isPlain = process.argv.includes('--plain');
const watcher = isPlain
  ? null
  : await build({ build: { ssr: true, watch: {}, outDir: 'dist/dev' }, logLevel: 'warn' });
if (watcher !== null && 'on' in watcher) {
  watcher.on('event', (event) => {
    if (event.code === 'END') restart();
    if (event.code === 'ERROR') process.stderr.write(`${event.error.message}\n`);
  });
}

const pages = await createServer(isPlain ? { plugins: [plainPage()] } : {});
await pages.listen();
pages.printUrls();
// The people who live there: tests/support/plain-server/settle.ts.
if (isPlain) process.stdout.write('  Log in as anna with plain-1.\n');

const stop = async () => {
  stopping = true;
  server?.kill('SIGTERM');
  if (watcher !== null && 'close' in watcher) await watcher.close();
  await pages.close();
  process.exit(0);
};
process.on('SIGINT', () => void stop());
process.on('SIGTERM', () => void stop());
