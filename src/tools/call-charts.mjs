// `npm run charts:calls`: plays every case of a call with the real clients and the real server, and writes
// its script and its chart into docs/calls.
import { mkdirSync, writeFileSync } from 'node:fs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
process.chdir(root);
const { recordSequences, callFiles } = await importBuilt('tests/support/calls/sequences.ts');
if (typeof recordSequences !== 'function' || typeof callFiles !== 'function')
  stop('tests/support/calls/sequences.ts lacks its exports');
/** @type {ReadonlyMap<string, string>} */
const files = callFiles(await recordSequences());
mkdirSync('docs/calls', { recursive: true });
for (const [path, text] of files) writeFileSync(path, text);
console.log(`${files.size} files in docs/calls`);
process.exit(0);
