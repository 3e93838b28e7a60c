import { helpLines, runAdmin } from './admin/run.ts';
import { createPasswords } from './auth/argon2-adapter.ts';
import { createLog } from './auth/pino-adapter.ts';
import { systemClock, systemIds } from './auth/system-adapter.ts';
import { addressOf, readSettings } from './settings.ts';
import { faultLine } from './start-fault.ts';
import { openData } from './store/open-data.ts';

/** Commands of whoever runs the server, also beside a running one: both wait for each other's short writes (START-5, ADMIN-1). */
async function run(words: readonly string[]): Promise<number> {
  if (words.length === 0 || words[0] === 'help') {
    process.stdout.write(`${helpLines().join('\n')}\n`);
    return words.length === 0 ? 1 : 0;
  }
  const settings = readSettings(process.env);
  const store = await openData(settings, { clock: systemClock, ids: systemIds, log: createLog('warn') });
  try {
    const admin = {
      store,
      clock: systemClock,
      ids: systemIds,
      passwords: createPasswords(),
      registration: settings.registration,
      address: addressOf(settings.host, settings.port),
    };
    const { exit, lines } = await runAdmin(admin, words);
    (exit === 0 ? process.stdout : process.stderr).write(`${lines.join('\n')}\n`);
    return exit;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${faultLine(error)}\n`);
  process.exitCode = 1;
}
