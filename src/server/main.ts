import { requireNode } from '../tools/node-version.mjs';

// Before anything else is loaded: an old Node ends with a syntax error of its own there (START-21).
requireNode();
const { serve } = await import('./serve-main.ts');
await serve(import.meta.url);
