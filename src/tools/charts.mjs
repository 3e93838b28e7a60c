// `npm run charts`: draws every machine from its code to docs/machines, and plays a whole call, and the story
// of the demo, into scripts that the inspector shows.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { installDependencies } from './dependencies.mjs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
await installDependencies();
process.chdir(root);
const { default: ELK } = await import('elkjs/lib/elk.bundled.js');
const { chartFiles } = await importBuilt('src/inspector/chart/pages.ts');
if (typeof chartFiles !== 'function') stop('src/inspector/chart/pages.ts exports no chartFiles()');
/** @type {Map<string, string>} */
const files = await chartFiles(new ELK());
mkdirSync('docs/machines', { recursive: true });
for (const name of readdirSync('docs/machines')) {
  if (!files.has(`docs/machines/${name}`)) rmSync(`docs/machines/${name}`);
}
for (const [path, text] of files) writeFileSync(path, text);

const { callScript } = await importBuilt('tests/support/call-script.ts');
if (typeof callScript !== 'function') stop('tests/support/call-script.ts exports no callScript()');
mkdirSync('simulator/scripts', { recursive: true });
writeFileSync('simulator/scripts/call.jsonl', await callScript());
const { storyScript } = await importBuilt('tests/support/story-script.ts');
if (typeof storyScript !== 'function') stop('tests/support/story-script.ts exports no storyScript()');
writeFileSync('simulator/scripts/story.jsonl', await storyScript());
console.log(`${files.size} files in docs/machines, and call.jsonl and story.jsonl in simulator/scripts`);
