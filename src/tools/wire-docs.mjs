// `npm run docs`: writes the table of calls of docs/protocol.md and docs/openapi.json from the schemas.
import { readFileSync, writeFileSync } from 'node:fs';
import { importBuilt } from './import-built.mjs';
import { requireNode } from './node-version.mjs';
import { root, stop } from './run-command.mjs';

requireNode();
process.chdir(root);
const { wireReference } = await importBuilt('tests/support/wire-reference.ts');
if (typeof wireReference !== 'function') stop('tests/support/wire-reference.ts exports no wireReference()');
/** @type {{ protocol: string, openapi: string }} */
const made = wireReference(readFileSync('docs/protocol.md', 'utf8'));
writeFileSync('docs/protocol.md', made.protocol);
writeFileSync('docs/openapi.json', made.openapi);
console.log('docs/protocol.md and docs/openapi.json');
