import { setOnline } from './connection.ts';
import type { Strike } from './strike.ts';

/** Some devices lose their network one by one, and get it back in another order. */
export function bringDown({ world, step, chance }: Strike): void {
  const devices = world.people.flatMap((person) => person.devices).filter(() => chance.happens(0.6));
  let atMs = 0;
  for (const device of devices) {
    atMs += chance.whole(0, 300);
    world.clock.setTimeout(() => setOnline(device, false), atMs);
  }
  atMs += 500 + (step.b % 100) * 200;
  const left = [...devices];
  while (left.length > 0) {
    const [device] = left.splice(chance.whole(0, left.length - 1), 1);
    atMs += chance.whole(0, 3_000);
    if (device) world.clock.setTimeout(() => setOnline(device, true), atMs);
  }
}
