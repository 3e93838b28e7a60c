import { describe } from 'vitest';
import { onTwoDatabases } from '../support/on-two-databases.ts';

/** Features that depend on messages of both databases: files, search, marks, push, erasing (TWO-1, TWO-4). */
await onTwoDatabases();

describe('on two PostgreSQL', async () => {
  await import('./files.test.ts');
  await import('./uploads.test.ts');
  await import('./search.test.ts');
  await import('./marks.test.ts');
  await import('./push.test.ts');
  await import('./exporting.test.ts');
  await import('./erasing.test.ts');
});
