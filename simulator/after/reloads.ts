import { shownList, shownWindows } from '../checkers/oracle.ts';
import type { Device } from '../devices/device.ts';
import { setOnline } from '../faults/connection.ts';
import type { World } from '../world/world-type.ts';
import { devicesInUse } from './people.ts';

/** Reloads every device offline, which must show the same as before (STORE-4). */
export async function reloads(world: World): Promise<readonly string[]> {
  const { clock } = world;
  const devices = world.people.flatMap(devicesInUse);
  for (const device of devices) setOnline(device, false);
  await clock.advance(3_000);
  const before = new Map(devices.map((device) => [device, shownOn(device)]));
  for (const device of devices) {
    for (const tab of device.tabs) tab.page.gone();
  }
  await clock.advance(2_000);
  for (const device of devices) {
    const tabs = [...device.tabs];
    for (const tab of tabs) device.close(tab);
    for (const { memory } of tabs) device.open(memory);
  }
  await clock.advance(5_000);
  const faults = devices.flatMap((device) => compared(device, before.get(device) ?? []));
  for (const device of devices) setOnline(device, true);
  return faults;
}

interface Shown {
  readonly list: string;
  readonly windows: ReadonlyMap<string, string>;
}

const shownOn = (device: Device): readonly Shown[] =>
  device.tabs.map((tab) => ({ list: shownList(tab.state()).join('\n'), windows: shownWindows(tab.state()) }));

/** Any of its tabs may have been the writing one. */
function compared(device: Device, before: readonly Shown[]): readonly string[] {
  return device.tabs.flatMap((tab) => {
    const faults: string[] = [];
    const list = shownList(tab.state()).join('\n');
    if (before.every((was) => was.list !== list))
      faults.push(
        `${tab.name} without a network shows ${list || 'nothing'}, before it was ${before[0]?.list}`,
      );
    for (const [chat, lines] of shownWindows(tab.state())) {
      if (before.every(({ windows }) => windows.get(chat) !== lines))
        faults.push(`${tab.name} without a network shows in ${chat} what no tab showed: ${lines}`);
    }
    return faults;
  });
}
