import { decodeContactRows } from '../../src/wire/down/contact.ts';
import { contactsAnswer } from '../../src/server/features/sync/contacts-answer.ts';
import { ClientView } from './client-view.ts';
import { self } from './contacts.ts';
import { live, scene, type Step } from './life.ts';
import { expectedList, type SmallestLine } from './smallest.ts';

/** Repeats the steps; returns the frames of one user as a script that ends with a fresh login's list. */
export async function framesOf(steps: readonly Step[]): Promise<readonly SmallestLine[]> {
  const here = await scene();
  const { world } = here;
  const who = here.people[1];
  const { rows, cursor, epoch, seq, count } = await contactsAnswer(world.core, who.id);
  const { contacts } = decodeContactRows(JSON.parse(JSON.stringify(rows)));
  const startMs = world.clock.elapsedMs();
  const device = await world.device(who);
  const lines: SmallestLine[] = [
    {
      atMs: 0,
      origin: 'local',
      event: { type: 'signedIn', self: { ...self, id: who.id, realname: who.name } },
    },
    {
      atMs: 0,
      origin: 'local',
      event: { type: 'contactsLoaded', contacts, epoch, cursor, selfSeq: seq, applications: count },
    },
  ];
  const receive = () => {
    for (const event of device.take())
      lines.push({ atMs: world.clock.elapsedMs() - startMs, origin: 'frame', event });
  };
  for (const step of steps) {
    await live(here, step);
    receive();
  }
  await world.marks.flush();
  await world.settle();
  receive();
  const { state } = await ClientView.fresh(world, who);
  lines.push(expectedList(state, world.clock.elapsedMs() - startMs));
  await world.close();
  return lines;
}
