// `npm start`: from a bare clone to a running server, in this terminal and this process.
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';

requireNode();
await installDependencies();
await buildWhenStale();
// Runs in the same process: signals, the exit code and the one output line are the server's own.
await import(new URL('../../dist/server/main.js', import.meta.url).href);
