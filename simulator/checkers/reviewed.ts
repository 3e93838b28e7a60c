import { createHash } from 'node:crypto';
import { Review } from '../recorder/review.ts';
import type { World } from '../world/world-type.ts';

/** The oracle's state of a World so far; read at rests only. */
export function reviewOf(world: World): Review {
  const { derived } = world;
  const cachedReview = derived.review;
  if (cachedReview) return cachedReview.advance();
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
  const review = new Review(world.recorder, people, (text) =>
    createHash('sha256').update(text).digest('hex'),
  );
  derived.review = review;
  return review.advance();
}
