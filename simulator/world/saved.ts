import type { StoredProfile } from '../devices/disk.ts';
import type { WorldRecord } from '../devices/record.ts';
import { drive } from '../time/drive.ts';
import type { Recorder } from '../recorder/recorder.ts';
import { hasImage } from '../nodes/database.ts';
import type { World } from './world-type.ts';

/** A World in which all pages are closed and all nodes have stopped: others can continue with its data. */
export interface SavedWorld {
  /** Name of its database. */
  readonly image: string;
  readonly atMs: number;
  readonly people: readonly {
    readonly id: number;
    readonly devices: readonly StoredProfile[];
  }[];
  readonly recorder: Recorder;
  readonly record: WorldRecord;
}

/** Time after which nodes count users without a page as gone. */
const GONE_MS = 30_000;

/** Closes everything and keeps it. */
export async function saveWorld(world: World, image: string): Promise<SavedWorld> {
  const { clock, recorder, record } = world;
  for (const tab of world.tabs()) tab.page.leave();
  await clock.advance(1_000);
  for (const { devices } of world.people)
    for (const device of devices) for (const tab of device.tabs.slice()) device.close(tab);
  await clock.advance(GONE_MS);
  for (const node of world.nodes) await drive(clock, node.stop());
  const people = world.people.map(({ id, devices }) => ({
    id,
    devices: devices.map(({ disk }) => disk.stored()),
  }));
  await world.store.close(image);
  return { image, atMs: clock.elapsedMs(), people, recorder, record };
}

/** Returns true if the data of the saved World are still beside the database. */
export const isPresent = ({ image }: SavedWorld): boolean => hasImage(image);

/** Takes over what the saved World recorded: commands keep their numbers. */
export function remembered({ recorder, record }: World, from: SavedWorld): void {
  recorder.continue(from.recorder);
  record.continue(from.record);
}

/** Opens a page on every device of the saved World. */
export function opened(world: World, from: SavedWorld): void {
  for (const [at, { devices }] of from.people.entries()) {
    const person = world.people[at];
    if (!person) continue;
    for (const stored of devices) world.addDevice(person, stored).open();
  }
}
