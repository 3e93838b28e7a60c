import { requireNode } from '../tools/node-version.mjs';

requireNode();
await import('./admin/command-line.ts');
