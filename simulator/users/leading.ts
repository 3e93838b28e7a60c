import { userId } from '../../src/domain/ids.ts';
import { GROUP, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall } from './group-acts.ts';
import { groupOf } from './subject.ts';

const inGroup = (
  context: ActContext,
  act: (group: NonNullable<ReturnType<typeof groupOf>>) => Promise<unknown>,
): Promise<unknown> | undefined => {
  const group = groupOf(context);
  return group && act(group);
};

const acts: Acts<'leading'> = {
  notice: (context) =>
    inGroup(context, (group) => context.tab.client.actions.setGroupNotice(group, `Notice ${context.number}`)),
  setting: (context) =>
    inGroup(context, (group) => {
      const bit = (at: number): boolean => (context.step.b >> at) % 2 === 0;
      return context.tab.client.actions.setGroupSetting(group, {
        manage: bit(0),
        invite: bit(1),
        profile: bit(2),
        history: bit(3),
        pin: bit(5),
        nospeak: bit(4) ? 0 : 1,
        media: bit(6),
        openRoom: bit(7),
      });
    }),
  handOver: (context) =>
    inGroup(context, (group) => context.tab.client.actions.transferGroup(group, context.someone)),
  // A new member may read nothing earlier, in any view.
  newcomer: (context) =>
    inGroup(context, async (group) => {
      await context.tab.client.actions.removeMember(group, context.someone);
      if (!context.tab.clock.dead) await context.tab.client.actions.addMembers(group, [context.someone]);
    }),
  clearGroup: (context) => inGroup(context, (group) => context.tab.client.actions.clearGroup(group)),
  lookAtGroup: (context) =>
    inGroup(context, async (group) => {
      await context.tab.client.actions.group(group);
      await context.tab.client.actions.members(group);
    }),
  muteLong: (context) =>
    inGroup(context, (group) =>
      context.tab.client.actions.muteMember(
        group,
        context.someone,
        context.step.b % 3 === 0 ? 'lift' : context.step.b % 3 === 1 ? { days: 2 } : { option: 2 },
      ),
    ),
  foundLarge: ({ world, tab, number }) =>
    tab.client.actions.createGroup(
      world.people.map((one) => userId(one.id)),
      `Large ${number}`,
    ),
  namesOf: (context) =>
    inGroup(context, (group) =>
      postCall(context, '/enterprise/group/getAllUser', {
        user_ids: context.world.people.map((one) => one.id),
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
