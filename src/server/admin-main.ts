import { requireNode } from '../tools/node-version.mjs';

requireNode();
await import('./command-main.ts');
