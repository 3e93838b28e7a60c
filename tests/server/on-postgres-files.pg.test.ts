import { describe } from 'vitest';
import { onPostgres } from '../support/on-postgres.ts';

/** Runs in `npm run test:postgres`: calls, files and search. */
await onPostgres();

describe('on PostgreSQL', async () => {
  await import('./calls.test.ts');
  await import('./moments.test.ts');
  await import('./files.test.ts');
  await import('./uploads.test.ts');
  await import('./exporting.test.ts');
  await import('./search.test.ts');
});
