import { createHash } from 'node:crypto';
import { Trial } from '../witness/trial.ts';
import type { World } from '../world/world-type.ts';

/** The oracle's state of a World so far; read at rests only. */
export function trialOf(world: World): Trial {
  const { derived } = world;
  const cachedTrial = derived.trial;
  if (cachedTrial) return cachedTrial.advance();
  // A user without a plan is known from arrival: the first rest may be later.
  const own = [...world.people, ...world.leavers].filter((one) =>
    world.strangers.every(({ person }) => person !== one),
  );
  const people = own.map(({ id, index }) => ({
    id,
    name: `Name ${index + 1}`,
    staff: index === 0,
    first: index === 0,
  }));
  const trial = new Trial(world.witness, people, (text) => createHash('sha256').update(text).digest('hex'));
  derived.trial = trial;
  return trial.advance();
}
