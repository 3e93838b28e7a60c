import { describe } from 'vitest';
import { onPostgres } from '../support/on-postgres.ts';

/** `npm run test:postgres`: bots, hooks and programs, whose rights and logs are stored rows. */
await onPostgres();

describe('on PostgreSQL', async () => {
  await import('./bots.test.ts');
  await import('./bot-commands.test.ts');
  await import('./hooks.test.ts');
  await import('./outgoing-hooks.test.ts');
  await import('./programs.test.ts');
  await import('./mcp.test.ts');
});
