// `npm run admin -- …`: commands for whoever runs the server, beside a running one or without.
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';

requireNode();
await installDependencies();
await buildWhenStale(['server']);
await import(new URL('../../dist/server/admin-main.js', import.meta.url).href);
