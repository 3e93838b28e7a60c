import '../app/kit/tokens.css';
import { showLooks } from '../app/platform/looks.ts';
import { readSetting } from '../app/platform/settings.ts';
import { createSystem } from './platform/system-adapter.ts';
import { createBanner, sayFailed, sayTaken } from './banner-adapter.ts';
import { GUEST, openCast } from './contacts/cast.ts';
import { wordsIn } from './contacts/words.ts';
import { hostInPage } from './platform/host-adapter.ts';
import { onlyTab, openKept } from './platform/keep-adapter.ts';
import { createDemoServer } from './server.ts';

/** The app as it is, with its server in the same page (DEMO-1). */
async function start(place: HTMLElement): Promise<void> {
  showLooks(readSetting);
  const system = createSystem();
  document.documentElement.lang = system.language();
  if (!(await onlyTab())) return sayTaken(place);
  const storage = await openKept();
  const server = await createDemoServer({ ...system, storage });
  await hostInPage(server);
  // Whoever kept a session is there before the contacts are.
  await openCast({ ...system, server, origin: location.origin }, wordsIn(system.language()));
  const { client } = await import('../app/main.tsx');
  const banner = createBanner({
    place,
    enter: () => void client.actions.login({ ...GUEST, remember: true }),
    // A call during the reload would reach the server of the page, which has no API.
    again: () =>
      void client
        .stop()
        .then(() => storage.forget())
        .then(() => system.reload()),
  });
  const look = (): void => banner.show(['signedOut', 'ended'].includes(client.session.get().name));
  client.session.subscribe(look);
  look();
}

const place = document.getElementById('demo');
if (place !== null) start(place).catch((error: unknown) => sayFailed(place, error));
