import { setOnline } from '../faults/connection.ts';
import type { Device } from '../devices/device.ts';
import type { World } from '../world/world-type.ts';
import type { Checker } from './checker.ts';
import { listTexts, windowTexts } from './oracle.ts';
import { settles } from './settled.ts';

/** Time until a page has noticed that it is offline, and until it has stored its state. */
const STORED_MS = 3_000;
/** Time until a reloaded page shows its stored state. */
const READ_MS = 5_000;

/** After a reload without a network, every device shows what it showed before (STORE-4, SIM-19). */
export const reloadsChecker: Checker = {
  name: 'a reload offline shows the same',
  end: async (world) => {
    const faults = await reloaded(world);
    return faults.length > 0 ? faults : settles(world);
  },
};

async function reloaded({ clock, people }: World): Promise<readonly string[]> {
  const devices = people.flatMap((person) => person.devices.filter(({ tabs }) => tabs.length > 0));
  for (const device of devices) setOnline(device, false);
  await clock.advance(STORED_MS);
  const before = new Map(devices.map((device) => [device, viewsOn(device)]));
  for (const tab of devices.flatMap(({ tabs }) => tabs)) tab.page.vanish();
  await clock.advance(STORED_MS);
  for (const device of devices) {
    const tabs = [...device.tabs];
    for (const tab of tabs) device.close(tab);
    for (const { memory } of tabs) device.open(memory);
  }
  await clock.advance(READ_MS);
  const faults = devices.flatMap((device) => compared(device, before.get(device) ?? []));
  for (const device of devices) setOnline(device, true);
  return faults;
}

interface TabView {
  readonly list: string;
  readonly windows: ReadonlyMap<string, string>;
}

const viewsOn = (device: Device): readonly TabView[] =>
  device.tabs.map((tab) => ({ list: listTexts(tab.state()).join('\n'), windows: windowTexts(tab.state()) }));

/** Any of its tabs may have been the writing one. */
function compared(device: Device, before: readonly TabView[]): readonly string[] {
  return device.tabs.flatMap((tab) => {
    const faults: string[] = [];
    const list = listTexts(tab.state()).join('\n');
    if (before.every((was) => was.list !== list))
      faults.push(
        `${tab.name} without a network shows ${list || 'nothing'}, before it was ${before[0]?.list}`,
      );
    for (const [chat, lines] of windowTexts(tab.state())) {
      if (before.every(({ windows }) => windows.get(chat) !== lines))
        faults.push(`${tab.name} without a network shows in ${chat} what no tab showed: ${lines}`);
    }
    return faults;
  });
}
