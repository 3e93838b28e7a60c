import { fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setPriority } from 'node:os';
import { duration } from '../domain/limits.ts';
import { Copier } from './copies/copier.ts';
import { DrillClock } from './copies/drill-clock.ts';
import { drill } from './copies/drill.ts';
import { copySettings, databaseOf, drillFolder, drillsFile, shelfOf } from './copies/settings.ts';
import type { CopySettings } from './copies/settings.ts';
import { copyLimits } from './kernel/copy-limits.ts';
import { systemIds } from './platform/system-adapter.ts';

const DRILL = 'drill';

/** The process that makes copies beside a server (COPY-1); it ends with it, however that ends. */
async function copy(settings: CopySettings): Promise<void> {
  const copier = new Copier({
    path: databaseOf(process.env),
    shelf: shelfOf(settings),
    nowMs: Date.now,
    keptMs: settings.days * duration.DAY,
    hex: (bytes) => systemIds.hex(bytes),
  });
  const drills = new DrillClock({
    file: drillsFile(process.env),
    nowMs: Date.now,
    hour: () => new Date().getHours(),
    run: drillApart,
  });
  const work = { stops: false };
  process.on('message', () => void (work.stops = true));
  while (!work.stops) {
    const beganMs = Date.now();
    const isIdle = await copier.turn();
    drills.turn(copier);
    process.send?.({ ...copier.state, ...drills.state });
    if (isIdle) await wait(Math.max(0, beganMs + copyLimits.turnMs - Date.now()));
  }
  await copier.flush().catch(() => undefined);
  copier.stop();
}

/** In a process of its own, so that copying goes on; answers why it failed. */
function drillApart(): Promise<string | null> {
  const child = fork(fileURLToPath(import.meta.url), [DRILL], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve) => {
    child.once('message', (fault: string | null) => resolve(fault));
    child.once('exit', () => resolve('its process ended'));
  });
}

const settings = copySettings(process.env);
if (settings === null) process.exit(1);
process.on('disconnect', () => process.exit(0));
// Those are for the server, which says itself when it is time.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);

if (process.argv.includes(DRILL)) {
  // Whoever writes a message comes first. Not so for copying: it holds the lock of writing for moments, and
  // one that had to wait for a processor meanwhile would hold up everybody.
  setPriority(10);
  const fault = await drill(shelfOf(settings), drillFolder(process.env)).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await new Promise((resolve) => process.send?.(fault, resolve));
} else await copy(settings);
process.exit(0);
