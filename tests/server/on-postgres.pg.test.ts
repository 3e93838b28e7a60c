import { describe } from 'vitest';
import { onPostgres } from '../support/on-postgres.ts';

/** The server's own tests once more, over the second engine: those of the calls with the most statements. */
await onPostgres();

describe('on PostgreSQL', async () => {
  await import('./people.test.ts');
  await import('./marks.test.ts');
  await import('./push.test.ts');
});
