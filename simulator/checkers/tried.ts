import { createHash } from 'node:crypto';
import { Trial } from '../witness/trial.ts';
import type { World } from '../world/world-type.ts';

const trials = new WeakMap<World, Trial>();

/** What the oracle makes of a World so far; asked at rests only. */
export function triedOf(world: World): Trial {
  const known = trials.get(world);
  if (known) return known.advance();
  // Whoever came by themselves is known from when they arrived: the first rest may be later.
  const own = [...world.people, ...world.gone].filter((one) =>
    world.strangers.every(({ person }) => person !== one),
  );
  const people = own.map(({ id, index }) => ({
    id,
    name: `Name ${index + 1}`,
    staff: index === 0,
    first: index === 0,
  }));
  const trial = new Trial(world.witness, people, (text) => createHash('sha256').update(text).digest('hex'));
  trials.set(world, trial);
  return trial.advance();
}
