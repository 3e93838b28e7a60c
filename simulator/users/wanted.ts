import type { Pressed } from '../devices/record.ts';
import type { ActContext } from './act-context.ts';

/** Records a user's change (SIM-21), and presses it; a signed-out user changes nothing. */
export function wanted<T extends boolean | number | string>(
  { world, person, tab }: ActContext,
  register: Pressed['register'],
  of: string,
  value: T,
  press: (value: T) => unknown,
): Promise<unknown> {
  if (tab.client.session.get().name === 'signedIn') {
    world.record.pressed.push({
      tab,
      person: person.id,
      register,
      of,
      value,
      at: world.witness.ran.length,
      knownSeq: tab.state().sync.selfSeq,
      atMs: world.clock.elapsedMs(),
    });
  }
  return Promise.resolve(press(value));
}
