import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { checkingLimits as limits } from '../../kernel/limits.ts';
import type { HostSettings } from '../../kernel/settings.ts';
import { StoreUnavailableError } from '../../kernel/store-errors.ts';

type Place = Pick<HostSettings, 'databaseUrl' | 'dataDir'>;

/** The engine's own findings about its pages, in its words (CHECK-3). Reads all of them. */
export async function engineFaults({ databaseUrl, dataDir }: Place) {
  if (databaseUrl === null) return sqliteFaults(join(resolve(dataDir), 'parley.db'));
  const { postgresFaults } = await import('./postgres-faults.ts');
  return postgresFaults(databaseUrl);
}

/** Inlined as text, since a build has no separate file for it. */
const LOOK = `
const { parentPort, workerData } = require('node:worker_threads');
const { DatabaseSync } = require(workerData.library);
const db = new DatabaseSync(workerData.path, { readOnly: true, timeout: 5000 });
const rows = db.prepare('pragma integrity_check(' + workerData.most + ')').all();
db.close();
parentPort.postMessage(rows.map((row) => row.integrity_check));
`;

/** Runs in a separate thread: the engine answers in one call, while the server continues. */
function sqliteFaults(path: string): Promise<readonly string[]> {
  const library = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const workerData = { library, path, most: limits.faultsShown };
  const worker = new Worker(LOOK, { eval: true, workerData });
  return new Promise((settle, fail) => {
    worker.on('message', (lines: readonly string[]) => settle(lines.filter((line) => line !== 'ok')));
    // A completely unreadable page is a finding.
    worker.on('error', (error) => settle([error instanceof Error ? error.message : String(error)]));
    worker.on('exit', () => fail(new StoreUnavailableError('the check of the database ended early')));
  });
}
