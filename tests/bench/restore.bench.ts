import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { SqliteConnection } from '../../src/server/storage/engine/sqlite-dialect.ts';
import { befriend, ok, signUp } from '../support/http-user.ts';
import { runToEnd, startServer, temporaryFolder } from '../support/server.ts';
import { load } from './server/contender.ts';

/** A folder of 10 GB is back within five minutes. */
const MUST_MS_A_GB = 30_000;
const GB = 1_000_000_000;
/** Half of it is the database, half of it files. */
const SIZE = Number(process.env['RESTORE_GB'] ?? 2) * GB;
const FILE_BYTES = 20_000_000;
const PART = 250_000;

/** Messages of 60 characters with all different words in a thousand, like real text. */
const bulk = (from: number, to: number): string => `
  with recursive s(i) as (select ${from + 1} union all select i + 1 from s where i < ${to})
  insert into messages (id, stream, n, from_user, type, content, "at", pid, sent_at_ms, recalled)
  select 'bulk' || (100000000 + i), 'bulk-' || (100000 + i / 1000), 1 + i % 1000, 1, 'text',
    hex(randomblob(30)), '[]', i, (i * 97) % 1000003, false
  from s`;

/** 0 where there is no such folder. */
function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

function fillDatabase(path: string): void {
  const connection = new SqliteConnection(path, { readOnly: false });
  connection.execute('pragma synchronous = off');
  for (let at = 0; statSync(path).size < SIZE / 2; at += PART) {
    connection.execute(bulk(at, at + PART));
    connection.execute('pragma wal_checkpoint(truncate)');
  }
  connection.close();
}

const text = (bytes: number): string => `${(bytes / GB).toFixed(2)} GB`;

async function timed(work: () => Promise<void> | void): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

/** The time to restore a folder of copies, next to a plain copy by the system. */
export async function run(): Promise<readonly string[]> {
  const [data, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const copies = { COPIES_DIR: join(elsewhere, 'copies'), COPIES_KEY: 'what only the operator knows' };
  const env = { ...copies, REGISTRATION: 'open', QUOTA_FILES_MB: '0', QUOTA_FILES: '0' };
  const admin = (...words: string[]) =>
    runToEnd('dist/server/admin-main.js', words, { DATA_DIR: data, ...env });
  try {
    const first = await startServer({ dataDir: data, env: { REGISTRATION: 'open' } });
    await first.stop();
    fillDatabase(join(data, 'parley.db'));
    const second = await startServer({ dataDir: data, env });
    const [anna, bela] = [await signUp(second.url, 'anna'), await signUp(second.url, 'bela')];
    await befriend(anna, bela);
    const message = JSON.stringify({ id: 'f', toContactId: bela.id, is_group: 0, type: 'file', content: '' });
    for (let bytes = 0; bytes < SIZE / 2; bytes += FILE_BYTES) {
      const file = { name: `file-${bytes}.bin`, bytes: new Uint8Array(randomBytes(FILE_BYTES)) };
      await ok(
        anna.upload('/common/upload/uploadFile', file, { message: message.replace('"f"', `"f${bytes}"`) }),
      );
    }
    const size = sizeOf(data);
    const listed = async () => (await admin('copies', 'list')).stdout;
    const wholeMs = await timed(async () => {
      while (!/whole 1 times/.test(await listed()) || sizeOf(join(copies.COPIES_DIR, 'files')) < SIZE / 2)
        await new Promise((resolve) => setTimeout(resolve, 2_000));
    });
    await second.stop();
    const at = new Date().toISOString();
    let output = '';
    const restoreMs = await timed(async () => {
      const back = await admin('copies', 'restore', '--at', at, '--to', join(elsewhere, 'back'));
      output = back.stdout;
      if (back.code !== 0 || output.includes('Not all is well')) throw new Error(back.stderr + output);
    });
    const cpMs = await timed(() => cpSync(data, join(elsewhere, 'plain'), { recursive: true }));
    const times = (restoreMs / cpMs).toFixed(2);
    const line =
      `${text(size)}: restored after ${seconds(restoreMs)}, copied by the system after ${seconds(cpMs)} ` +
      `(${times} times); 10 GB would be ${seconds((restoreMs / size) * 10 * GB)}`;
    console.log(`  ${output.trim().split('\n').join('\n  ')}`);
    console.log(
      `  ${line}; whole copy ${seconds(wholeMs)} after the last file; ` +
        `copies ${text(sizeOf(copies.COPIES_DIR))}; load ${load()}`,
    );
    return restoreMs > (size / GB) * MUST_MS_A_GB ? [line] : [];
  } finally {
    for (const folder of [data, elsewhere]) if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}
