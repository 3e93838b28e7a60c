// `npm run docs`: writes the table of calls of docs/protocol.md and docs/openapi.json from the schemas, the
// sizes of docs/scaling.md from its constants, the results of docs/performance.md, docs/limits.txt, the table of
// docs/operations/settings.md, and the index of docs/rules.
import { readFileSync, writeFileSync } from 'node:fs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { RULES_INDEX, rulesIndex } from './rules-page.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
process.chdir(root);
const { wireReference } = await importBuilt('tests/support/wire-reference.ts');
if (typeof wireReference !== 'function') stop('tests/support/wire-reference.ts exports no wireReference()');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
/** @type {{ protocol: string, openapi: string }} */
const made = wireReference(readFileSync('docs/protocol.md', 'utf8'), version);
writeFileSync('docs/protocol.md', made.protocol);
writeFileSync('docs/openapi.json', made.openapi);
const { withSizes } = await importBuilt('tests/support/scaling-model.ts');
if (typeof withSizes !== 'function') stop('tests/support/scaling-model.ts exports no withSizes()');
writeFileSync('docs/scaling.md', withSizes(readFileSync('docs/scaling.md', 'utf8')));
const { withResults } = await importBuilt('tests/support/performance-table.ts');
if (typeof withResults !== 'function') stop('tests/support/performance-table.ts exports no withResults()');
const results = JSON.parse(readFileSync('tests/bench/results.json', 'utf8'));
writeFileSync('docs/performance.md', withResults(readFileSync('docs/performance.md', 'utf8'), results));
const { limitsReference } = await importBuilt('tests/support/limits-reference.ts');
if (typeof limitsReference !== 'function')
  stop('tests/support/limits-reference.ts exports no limitsReference()');
writeFileSync('docs/limits.txt', limitsReference());
const { withSettings } = await importBuilt('tests/support/settings-reference.ts');
if (typeof withSettings !== 'function') stop('tests/support/settings-reference.ts exports no withSettings()');
const settingsPage = 'docs/operations/settings.md';
writeFileSync(settingsPage, withSettings(readFileSync(settingsPage, 'utf8')));
writeFileSync(RULES_INDEX, rulesIndex());
console.log(
  'docs: protocol.md, openapi.json, scaling.md, performance.md, limits.txt, operations/settings.md and rules/README.md',
);
