import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { memoryFolder, roomyFolder } from './memory-folder.ts';

/** The others start browsers and crash servers, on a real disk. */
const IN_MEMORY = new Set(['pure', 'server', 'unit']);

/**
 * The one folder in which a run makes all that it makes for a while: its own, those of servers and databases
 * that it starts, and those of browsers. Processes of a run can end without a last word, so it is removed by
 * the one that outlives them, also after a failure (TEST-1).
 */
export default function makeRunFolder({ name }: TestProject): () => void {
  const before = process.env['TMPDIR'];
  const folder = mkdtempSync(join(IN_MEMORY.has(name) ? roomyFolder() : tmpdir(), 'parley-run-'));
  // A database server runs as another user, who has to get through.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  const remove = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    const memory = memoryFolder();
    const ours =
      memory === null ? [] : readdirSync(memory).filter((name) => name.startsWith(`${basename(folder)}-`));
    for (const name of ours) rmSync(join(memory ?? '', name), { recursive: true, force: true });
  };
  process.once('exit', remove);
  return () => {
    process.off('exit', remove);
    remove();
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  };
}
