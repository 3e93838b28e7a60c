import { describe } from 'vitest';
import { onPostgres } from '../support/on-postgres.ts';

/** `npm run test:postgres`: reports from the field whose answers depend on stored rows. */
await onPostgres();

describe('on PostgreSQL', async () => {
  await import('../field/server/group-picture.test.ts');
  await import('../field/server/late-mentions.test.ts');
  await import('../field/server/mentions.test.ts');
  await import('../field/server/newer-forms.test.ts');
  await import('../field/server/no-size.test.ts');
  await import('../field/server/sent-drafts.test.ts');
  await import('../field/server/unsent-push.test.ts');
  await import('./vanish.test.ts');
});
