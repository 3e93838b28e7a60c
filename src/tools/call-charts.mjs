// `npm run charts:calls`: plays every case of a call with the real clients and the real server, stores the
// scripts in docs/calls, and draws the charts of docs/calls.md from them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
process.chdir(root);
const { recordSequences, scriptText, withCharts } = await importBuilt('tests/support/calls/sequences.ts');
if (
  typeof recordSequences !== 'function' ||
  typeof scriptText !== 'function' ||
  typeof withCharts !== 'function'
)
  stop('tests/support/calls/sequences.ts lacks its exports');
/** @type {readonly { name: string }[]} */
const sequences = await recordSequences();
mkdirSync('docs/calls', { recursive: true });
for (const one of sequences) writeFileSync(`docs/calls/${one.name}.jsonl`, scriptText(one));
writeFileSync('docs/calls.md', withCharts(readFileSync('docs/calls.md', 'utf8'), sequences));
console.log(`${sequences.length} cases in docs/calls, drawn in docs/calls.md`);
process.exit(0);
