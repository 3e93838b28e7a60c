import { describe } from 'vitest';
import { onPostgres } from '../support/on-postgres.ts';

/** Runs in `npm run test:postgres`: accounts, logins and permissions. */
await onPostgres();

describe('on PostgreSQL', async () => {
  await import('./accounts.test.ts');
  await import('./typed-username.test.ts');
  await import('./own-account.test.ts');
  await import('./account-changes.test.ts');
  await import('./address-undo.test.ts');
  await import('./fresh-proof.test.ts');
  await import('./bad-input.test.ts');
  await import('./config.test.ts');
  await import('./admin.test.ts');
  await import('./audit.test.ts');
  await import('./console.test.ts');
  await import('./check.test.ts');
  await import('./erasing.test.ts');
});
