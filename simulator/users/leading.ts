import { userId } from '../../src/domain/ids.ts';
import { GROUP, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall } from './group-acts.ts';
import { groupOf } from './subject.ts';

const inGroup = (
  hand: ActContext,
  act: (group: NonNullable<ReturnType<typeof groupOf>>) => Promise<unknown>,
): Promise<unknown> | undefined => {
  const group = groupOf(hand);
  return group && act(group);
};

const acts: Acts<'leading'> = {
  notice: (hand) =>
    inGroup(hand, (group) => hand.tab.client.actions.setGroupNotice(group, `Notice ${hand.number}`)),
  setting: (hand) =>
    inGroup(hand, (group) => {
      const bit = (at: number): boolean => (hand.step.b >> at) % 2 === 0;
      return hand.tab.client.actions.setGroupSetting(group, {
        manage: bit(0),
        invite: bit(1),
        profile: bit(2),
        history: bit(3),
        pin: bit(5),
        nospeak: bit(4) ? 0 : 1,
        media: bit(6),
      });
    }),
  handOver: (hand) => inGroup(hand, (group) => hand.tab.client.actions.transferGroup(group, hand.someone)),
  // A new member may read nothing earlier, in any view.
  newcomer: (hand) =>
    inGroup(hand, async (group) => {
      await hand.tab.client.actions.removeMember(group, hand.someone);
      if (!hand.tab.clock.dead) await hand.tab.client.actions.addMembers(group, [hand.someone]);
    }),
  clearGroup: (hand) => inGroup(hand, (group) => hand.tab.client.actions.clearGroup(group)),
  lookAtGroup: (hand) =>
    inGroup(hand, async (group) => {
      await hand.tab.client.actions.group(group);
      await hand.tab.client.actions.members(group);
    }),
  muteLong: (hand) =>
    inGroup(hand, (group) =>
      hand.tab.client.actions.muteMember(
        group,
        hand.someone,
        hand.step.b % 3 === 0 ? 'lift' : hand.step.b % 3 === 1 ? { days: 2 } : { option: 2 },
      ),
    ),
  foundLarge: ({ world, tab, number }) =>
    tab.client.actions.createGroup(
      world.people.map((one) => userId(one.id)),
      `Large ${number}`,
    ),
  namesOf: (hand) =>
    inGroup(hand, (group) =>
      postCall(hand, '/enterprise/group/getAllUser', {
        user_ids: hand.world.people.map((one) => one.id),
        group_id: group,
      }),
    ),
};

/** Managers' actions on a group, besides those on members. */
export const leading: UserSubject<'leading'> = {
  acts,
  coverage: {
    calls: under(GROUP, 'setNotice changeOwner clearMessage groupInfo groupUserList getAllUser'),
    events: 'owner cleared',
    frames: 'changeOwner clearMessage',
  },
};
