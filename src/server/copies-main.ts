import { fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setPriority } from 'node:os';
import { duration } from '../domain/limits.ts';
import { Copier } from './copies/copier.ts';
import { DrillClock } from './copies/drill-clock.ts';
import type { DrillEnd } from './copies/drill-clock.ts';
import { drill } from './copies/drill.ts';
import { FileCopier } from './copies/file-copier.ts';
import type { ProcessState } from './copies/host-adapter.ts';
import { copyStoreOf } from './copies/open-copy-store.ts';
import type { FilesPlace } from './copies/restore.ts';
import { copySettings, databaseOf, dataFolder, drillFolder, drillsFile } from './copies/settings.ts';
import type { CopySettings } from './copies/settings.ts';
import { openFiles } from './files/open-files-adapter.ts';
import { copyLimits } from './kernel/copy-limits.ts';
import { systemIds } from './platform/system-adapter.ts';

const DRILL = 'drill';

/** The process that makes copies beside a server (COPY-1); it ends with it, however that ends. */
async function copy(settings: CopySettings): Promise<void> {
  const retentionMs = settings.days * duration.DAY;
  const copier = new Copier({
    path: databaseOf(process.env),
    copyStore: copyStoreOf(settings),
    nowMs: Date.now,
    retentionMs,
    hex: (bytes) => systemIds.hex(bytes),
  });
  const files = settings.files && (await fileCopier(settings, settings.files));
  const drills = new DrillClock({
    file: drillsFile(process.env),
    nowMs: Date.now,
    hour: () => new Date().getHours(),
    drill: drillApart,
  });
  const work = { stops: false };
  process.on('message', () => void (work.stops = true));
  // Separate loops: a large file in transit delays no changes.
  const copyingFiles = files && again(work, () => files.turn());
  await again(work, async () => {
    const isIdle = await copier.turn();
    // A drill looks for the files as well, so they are copied before it.
    const waits = files !== null && files.state.filesMs < copier.state.sumsMs;
    const sumsMs = waits ? 0 : copier.state.sumsMs;
    drills.turn({ askForSums: () => copier.askForSums(), state: { sumsMs } });
    const state: ProcessState = { ...copier.state, ...drills.state, files: files && files.state };
    process.send?.(state);
    return isIdle;
  });
  await copier.flush().catch(() => undefined);
  if (files !== null) await Promise.race([wait(copyLimits.endMs), finish(files, copyingFiles)]);
  copier.stop();
}

/** Copies the last changes, within the time the server may take to stop. */
async function finish(files: FileCopier, last: Promise<void> | null): Promise<void> {
  await last;
  while (!(await files.turn()));
}

async function fileCopier(settings: CopySettings, { bucket }: FilesPlace): Promise<FileCopier> {
  const { files } = await openFiles(dataFolder(process.env), bucket);
  return new FileCopier({
    path: databaseOf(process.env),
    copyStore: copyStoreOf(settings),
    files,
    nowMs: Date.now,
    retentionMs: settings.days * duration.DAY,
  });
}

/** Once a second, or at once while there is more to do. */
async function again(work: { readonly stops: boolean }, turn: () => Promise<boolean>): Promise<void> {
  while (!work.stops) {
    const beganMs = Date.now();
    if (await turn()) await wait(Math.max(0, beganMs + copyLimits.turnMs - Date.now()));
  }
}

/** Runs in a separate process, so that copying continues. */
function drillApart(shard: number): Promise<DrillEnd> {
  const child = fork(fileURLToPath(import.meta.url), [DRILL, String(shard)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve) => {
    child.once('message', (end: DrillEnd) => resolve(end));
    child.once('exit', () => resolve({ fault: 'its process ended', nextShard: shard }));
  });
}

async function drillHere(settings: CopySettings, shard: number): Promise<DrillEnd> {
  try {
    const part = { shard, mostBytes: copyLimits.drillFileBytes };
    const { files } = await drill(copyStoreOf(settings), drillFolder(process.env), settings.files && part);
    return { fault: null, nextShard: files?.nextShard ?? shard };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error), nextShard: shard };
  }
}

const settings = copySettings(process.env);
if (settings === null) process.exit(1);
process.on('disconnect', () => process.exit(0));
// Ignored here: the server handles them and stops this process itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

if (process.argv.includes(DRILL)) {
  // Lowers the priority of a drill in favour of messages. Copying keeps its priority: it holds the write lock
  // for moments, and waiting for a processor then would delay all writers.
  setPriority(10);
  const shard = Number(process.argv.at(-1));
  const end = await drillHere(settings, shard);
  await new Promise((resolve) => process.send?.(end, resolve));
} else await copy(settings);
process.exit(0);
