import { describe } from 'vitest';
import { onTwoDatabases } from '../support/on-two-databases.ts';

/** The server's own tests once more, with every group in a second database (TWO-1). */
await onTwoDatabases();

describe('on two PostgreSQL', async () => {
  await import('./sending.test.ts');
  await import('./groups.test.ts');
  await import('./group-rule.test.ts');
  await import('./group-entrances.test.ts');
  await import('./sync.test.ts');
  await import('./conversations.test.ts');
  await import('./dissolving.test.ts');
  await import('./edit.test.ts');
  await import('./message-pins.test.ts');
  await import('./retention.test.ts');
  await import('../field/server/mentions.test.ts');
  await import('../field/server/sent-drafts.test.ts');
});
