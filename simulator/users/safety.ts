import { userId } from '../../src/domain/ids.ts';
import type { UserId } from '../../src/domain/ids.ts';
import type { WorldPerson } from '../devices/person.ts';
import { call } from './call-acts.ts';
import type { ActContext, Acts } from './subject.ts';
import { postCall } from './group-acts.ts';
import { reportActs } from './reporting.ts';
import { chosen, placesOf } from './subject.ts';

const BLOCK = '/enterprise/im/blockPerson';

/** Forbidden or malformed blocks; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext) => object)[] = [
  (hand) => ({ id: hand.person.id, on: 1 }),
  () => ({ id: 90_000, on: 1 }),
  () => ({ id: 'group-1', on: 1 }),
  (hand) => ({ id: hand.someone, on: 'perhaps' }),
  (hand) => ({ id: hand.someone }),
  () => ({ on: 1 }),
];

/** Users blocked by one user, as one of their tabs knows it. */
const blockedBy = ({ devices }: WorldPerson): readonly UserId[] =>
  devices.flatMap(({ tabs }) => tabs.flatMap((tab) => [...(tab.state().blocked ?? [])]));

/** A user who has blocked this one; otherwise any user. */
const blockerOf = ({ world, person, someone }: ActContext): UserId =>
  userId(world.people.find((one) => blockedBy(one).some((id) => id === person.id))?.id ?? someone);

/** Blocking and unblocking. */
export const safetyActs: Acts<'safety'> = {
  block: ({ tab, someone }) => tab.client.actions.block(someone, true),
  unblock: ({ tab, step, person, someone }) =>
    tab.client.actions.block(chosen(blockedBy(person), step.b) ?? someone, false),
  // On all devices and in all tabs in the same instant.
  blockTogether: (hand) =>
    Promise.all(
      placesOf(hand).map(({ tab }, at) =>
        tab.client.actions.block(hand.someone, (hand.step.b + at) % 2 === 0),
      ),
    ),
  writeToBlocker: (hand) =>
    postCall(hand, '/enterprise/im/sendMessage', {
      id: `kept-${hand.number}`,
      toContactId: String(blockerOf(hand)),
      type: 'text',
      content: `for nobody ${hand.number}`,
    }),
  callBlocker: (hand) => call(hand.tab, blockerOf(hand), hand.step.b),
  blockWrong: async (hand) => {
    for (const at of [0, 2, 4]) await postCall(hand, BLOCK, chosen(WRONG, hand.step.b + at)?.(hand) ?? {});
  },
  lookAtBlocked: ({ tab }) => tab.client.actions.blockedPeople(1, 20),
  ...reportActs,
};
