import { describe } from 'vitest';
import { onPostgres } from '../support/on-postgres.ts';

/** Runs in `npm run test:postgres`: who reaches whom, and what protects accounts. */
await onPostgres();

describe('on PostgreSQL', async () => {
  await import('./ways.test.ts');
  await import('./later.test.ts');
  await import('./ldap.test.ts');
  await import('./openid.test.ts');
  await import('./console-proof.test.ts');
  await import('./security-notes.test.ts');
  await import('./fresh-proof.test.ts');
  await import('./address-undo.test.ts');
  await import('./look-alikes.test.ts');
  await import('./profiles-by-number.test.ts');
  await import('./plain-reading.test.ts');
  await import('./search-by-history.test.ts');
});
