import { requireNode } from '../tools/node-version.mjs';

// Runs before anything else is loaded: an old Node would end with its own syntax error (START-21).
requireNode();
const { serve } = await import('./serve-main.ts');
await serve(import.meta.url);
