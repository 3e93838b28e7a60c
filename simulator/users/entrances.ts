import type { ContactId } from '../../src/domain/ids.ts';
import { userId } from '../../src/domain/ids.ts';
import { GROUP } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall } from './group-acts.ts';
import { groupOf } from './subject.ts';

/** The other one, before one of their tabs. */
const theirTab = ({ world, someone }: ActContext) =>
  world.people.find((one) => one.id === someone)?.devices.flatMap((device) => device.tabs)[0];

const tokenIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** Shows a group's code to another user, who joins by it or only views it. */
async function withShownCode(
  context: ActContext,
  then: (tab: NonNullable<ReturnType<typeof theirTab>>, group: ContactId, token: string) => Promise<unknown>,
): Promise<void> {
  const [group, guest] = [groupOf(context), theirTab(context)];
  if (!group || !guest) return;
  const code = await context.tab.client.actions.groupCode(group);
  if (!code.ok || code.value === null || guest.clock.dead) return;
  await then(guest, group, tokenIn(code.value.address));
}

/** A third user brings back a removed member, which only managers may do. */
async function bringBack({ world, person, someone }: ActContext, group: ContactId): Promise<void> {
  const third = world.people.find((one) => one !== person && one.id !== someone);
  await third?.devices[0]?.tabs[0]?.client.actions.addMembers(group, [someone]);
}

const acts: Acts<'entrances'> = {
  comeByCode: (context) =>
    withShownCode(context, async (guest, group, token) => {
      const scan = await guest.client.actions.scanned('group', token);
      if (scan.ok) await guest.client.actions.joinGroup(group, token);
    }),
  previewGroup: (context) =>
    withShownCode(context, (guest, group, token) =>
      guest.client.actions.previewGroup(group, context.step.b % 4 === 0 ? '' : token),
    ),
  scanPerson: async (context) => {
    const guest = theirTab(context);
    const code = await context.tab.client.actions.ownCode();
    if (!code.ok || !guest || guest.clock.dead) return;
    const scan = await guest.client.actions.scanned('person', tokenIn(code.value));
    if (scan.ok && scan.value.kind === 'person')
      await guest.client.actions.applyFriend(userId(context.person.id), 'by your code');
  },
  // A removed user may join by a code, unless they are barred or the group is closed.
  removeForCode: (context) =>
    withShownCode(context, async (guest, group, token) => {
      if (context.step.b % 2 === 0) await guest.client.actions.leaveGroup(group);
      else await context.tab.client.actions.removeMember(group, context.someone);
      if (context.step.b % 4 === 0)
        await postCall(context, '/enterprise/group/groupSetting', { id: group, setting: { invite: 0 } });
      if (!guest.clock.dead) await guest.client.actions.joinGroup(group, token);
      if (context.step.b % 2 === 1) await bringBack(context, group);
    }),
  // A code depends on its member: it ends when they leave.
  comeByLeftCode: (context) =>
    withShownCode(context, async (guest, group, token) => {
      await guest.client.actions.leaveGroup(group);
      await context.tab.client.actions.leaveGroup(group);
      if (guest.clock.dead) return;
      await guest.client.actions.previewGroup(group, token);
      await guest.client.actions.joinGroup(group, token);
    }),
  comeByDeadCode: ({ tab, step }) =>
    step.b % 2 === 0
      ? tab.client.actions.scanned('group', '1-2-3-dead')
      : tab.client.actions.scanned('person', '1-dead'),
};

/** Coming into a group, and to a person, by a code. */
export const entrances: UserSubject<'entrances'> = {
  acts,
  coverage: {
    calls: [`${GROUP}/joinGroup`, '/scan/g/:token', '/scan/u/:token'],
    refusals: 'alreadyMember joinClosed joinBarred joinNeedsInvite barredMember notMember codeDead',
  },
};
