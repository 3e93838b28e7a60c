import { presenceFaults } from '../checkers/presence.ts';
import { setOnline } from '../faults/connection.ts';
import { drive } from '../time/drive.ts';
import type { World } from '../world/world-type.ts';

/**
 * A user disconnects abruptly, stays present for the grace period, goes offline, returns, leaves cleanly and
 * returns again; then presence is disabled for all (SIM-18).
 */
export async function comings(world: World): Promise<readonly string[]> {
  const person = world.people[0];
  if (!person || world.people.length < 2) return [];
  const { clock } = world;
  const faults: string[] = [];
  const look = (when: string): void =>
    void faults.push(...presenceFaults(world).map((text) => `${when}: ${text}`));
  for (const device of person.devices) setOnline(device, false);
  await clock.advance(12_000);
  look('a moment after the connection broke');
  await clock.advance(14_000);
  look('when the grace is over');
  for (const device of person.devices) setOnline(device, true);
  await clock.advance(22_000);
  look('back again');
  for (const device of person.devices) {
    const tabs = [...device.tabs];
    for (const tab of tabs) {
      await drive(clock, tab.client.stop(), 20_000);
      device.close(tab);
    }
  }
  await clock.advance(5_000);
  look('closed');
  for (const device of person.devices) device.open();
  await clock.advance(5_000);
  look('opened');
  return [...faults, ...(await unseen(world))];
}

async function unseen(world: World): Promise<readonly string[]> {
  const show = (online: boolean) =>
    drive(
      world.clock,
      world.store.write(async (tx) => {
        const { config } = await tx.config.get();
        await tx.config.set({ ...config, chatInfo: { ...config.chatInfo, online } });
      }),
    );
  await show(false);
  await world.clock.advance(6_000);
  const faults = presenceFaults(world, { shown: false });
  await show(true);
  await world.clock.advance(6_000);
  return faults.map((text) => `switched off: ${text}`);
}
