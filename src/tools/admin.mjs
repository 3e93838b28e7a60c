// `npm run admin -- …`: commands for the operator, with or without a running server.
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';

requireNode();
await installDependencies();
await buildWhenStale(['server']);
await import(new URL('../../dist/server/admin-main.js', import.meta.url).href);
