import { setTimeout as wait } from 'node:timers/promises';
import { setPriority } from 'node:os';
import { duration } from '../domain/limits.ts';
import { Copier } from './copies/copier.ts';
import { copySettings, databaseOf, shelfOf } from './copies/settings.ts';
import { copyLimits } from './kernel/limits.ts';
import { systemIds } from './platform/system-adapter.ts';

/** The process that makes copies beside a server (COPY-1); it ends with it, however that ends. */
const settings = copySettings(process.env);
if (settings === null) process.exit(1);
const copier = new Copier({
  path: databaseOf(process.env),
  shelf: shelfOf(settings),
  nowMs: Date.now,
  keptMs: settings.days * duration.DAY,
  hex: (bytes) => systemIds.hex(bytes),
});
const work = { stops: false };
process.on('message', () => void (work.stops = true));
process.on('disconnect', () => process.exit(0));
// Those are for the server, which says itself when it is time.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => undefined);
// Whoever writes a message comes first.
setPriority(10);

while (!work.stops) {
  const beganMs = Date.now();
  const isIdle = await copier.turn();
  process.send?.(copier.state);
  if (isIdle) await wait(Math.max(0, beganMs + copyLimits.turnMs - Date.now()));
}
await copier.flush().catch(() => undefined);
copier.stop();
process.exit(0);
