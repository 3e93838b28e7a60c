import { createLog } from './auth/pino-adapter.ts';
import { systemClock, systemIds } from './auth/system-adapter.ts';
import { inviteLink, makeInvite } from './services/auth/invite.ts';
import { addressOf, readSettings } from './settings.ts';
import { faultLine } from './start-fault.ts';
import { openData } from './store/open-data.ts';

const USAGE = 'npm run admin -- invite    makes an invitation code for one registration';

/** `npm run admin -- invite`, also beside a running server: both wait for each other's short writes (START-5). */
async function run(command: string | undefined): Promise<number> {
  if (command !== 'invite') {
    process.stderr.write(`${USAGE}\n`);
    return 1;
  }
  const settings = readSettings(process.env);
  const store = await openData(settings, { clock: systemClock, ids: systemIds, log: createLog('warn') });
  try {
    const code = await makeInvite(store, systemIds);
    process.stdout.write(`Invitation code: ${code} (one registration, 48 hours)\n${inviteLink(addressOf(settings.host, settings.port), code)}\n`);
    return 0;
  } finally {
    await store.close();
  }
}

try {
  process.exitCode = await run(process.argv[2]);
} catch (error) {
  process.stderr.write(`${faultLine(error)}\n`);
  process.exitCode = 1;
}
