import { describe } from 'vitest';
import { onPostgres } from '../support/on-postgres.ts';

/** Runs in `npm run test:postgres`: messages and their delivery. */
await onPostgres();

describe('on PostgreSQL', async () => {
  await import('./sending.test.ts');
  await import('./bots.test.ts');
  await import('./bot-commands.test.ts');
  await import('./hooks.test.ts');
  await import('./outgoing-hooks.test.ts');
  await import('./programs.test.ts');
  await import('./mcp.test.ts');
  await import('./directory.test.ts');
  await import('./groups.test.ts');
  await import('./teams.test.ts');
  await import('./guests.test.ts');
  await import('./mail-digest.test.ts');
  await import('./dissolving.test.ts');
  await import('./group-rule.test.ts');
  await import('./group-entrances.test.ts');
  await import('./group-calls.test.ts');
  await import('./sync.test.ts');
  await import('./conversations.test.ts');
  await import('./edit.test.ts');
  await import('./inbox.test.ts');
  await import('./message-pins.test.ts');
  await import('./retention.test.ts');
});
