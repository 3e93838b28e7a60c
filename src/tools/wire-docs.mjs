// `npm run docs`: writes docs/openapi.json, docs/limits.txt, docs/operations/settings.txt, docs/performance.txt
// and the index of docs/rules from the code, and the sizes of docs/scaling.md from its constants.
import { readFileSync, writeFileSync } from 'node:fs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { RULES_INDEX, rulesIndex } from './rules-page.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
process.chdir(root);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const results = JSON.parse(readFileSync('tests/bench/results.json', 'utf8'));

/**
 * @param {string} file of tests/support
 * @param {string} name what it exports
 * @param {...unknown} args
 * @returns {Promise<string>}
 */
async function makeText(file, name, ...args) {
  const { [name]: make } = await importBuilt(`tests/support/${file}`);
  if (typeof make !== 'function') stop(`tests/support/${file} exports no ${name}()`);
  return make(...args);
}

writeFileSync('docs/openapi.json', await makeText('wire-reference.ts', 'openApiText', version));
const scaling = readFileSync('docs/scaling.md', 'utf8');
writeFileSync('docs/scaling.md', await makeText('scaling-model.ts', 'withSizes', scaling));
writeFileSync('docs/performance.txt', await makeText('performance-table.ts', 'performanceResults', results));
writeFileSync('docs/limits.txt', await makeText('limits-reference.ts', 'limitsReference'));
writeFileSync('docs/operations/settings.txt', await makeText('settings-reference.ts', 'settingsReference'));
writeFileSync(RULES_INDEX, rulesIndex());
console.log(
  'docs: openapi.json, scaling.md, performance.txt, limits.txt, operations/settings.txt and rules/README.md',
);
