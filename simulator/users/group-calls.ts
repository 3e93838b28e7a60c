import { QUICK_REACTIONS } from '../../src/domain/reactions.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import type { Tab } from '../devices/device.ts';
import { IM, under } from './reached.ts';
import { postCall } from './group-acts.ts';
import { groupOf, passes, pickFrom, placesOf } from './subject.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';

/** The group whose call the user joins: mostly one that has a call. */
function calledGroup(context: ActContext): ContactId | undefined {
  const calls = context.chats.filter(({ groupCall = null }) => groupCall !== null);
  return pickFrom(calls, context.step.a)?.id ?? groupOf(context);
}

const enter = async (tab: Tab, group: ContactId | undefined, choice: number): Promise<void> => {
  if (group === undefined || tab.client.session.get().name !== 'signedIn') return;
  // The page of an ended call is closed first.
  if (tab.client.groupCalls.get()?.stage === 'ended') tab.client.actions.closeGroupCall();
  await tab.client.actions.joinGroupCall(group, { video: choice % 2 === 0 });
};

/** A tab of the user that is in a call, otherwise the given one. */
const talking = ({ person, tab }: ActContext): Tab =>
  person.devices
    .flatMap(({ tabs }) => tabs)
    .find(({ client }) => ['inCall', 'reconnecting'].includes(client.groupCalls.get()?.stage ?? '')) ?? tab;

/** The chosen one of the other participants. */
const otherIn = (tab: Tab, choice: number) => pickFrom(tab.client.groupCalls.get()?.others ?? [], choice);

const nowhere = (digit: string): string => digit.repeat(32);

/** Requests about calls and devices of others; each must be refused or change nothing. */
const WRONG: readonly ((context: ActContext) => readonly [string, object])[] = [
  ({ chat }) => ['raiseHand', { toContactId: chat?.id ?? '-1', device: nowhere('0'), on: 1 }],
  ({ someone, ...context }) => [
    'removeFromGroupCall',
    { toContactId: groupOf(context as ActContext) ?? 'group-1', user_id: someone },
  ],
  (context) => ['leaveGroupCall', { toContactId: groupOf(context) ?? 'group-1', device: theirs(context) }],
  (context) => [
    'signalGroupCall',
    {
      toContactId: groupOf(context) ?? 'group-1',
      call: 'none',
      device: theirs(context),
      to: nowhere('1'),
      kind: 'key',
    },
  ],
  (context) => ['raiseHand', { toContactId: groupOf(context) ?? 'group-1', device: theirs(context), on: 1 }],
  () => ['joinGroupCall', { toContactId: 'group-90000', device: nowhere('2') }],
];

/** A device of another user, if any is known. */
const theirs = (context: ActContext): string =>
  context.chats
    .flatMap(({ groupCall }) => groupCall?.participants ?? [])
    .find(({ user }) => user !== context.person.id)?.device ?? nowhere('3');

/** The page vanishes; its user returns in the same tab, or with a new one. */
function vanish(context: ActContext): Tab | undefined {
  const { person, step, world } = context;
  const tab = talking(context);
  const device = person.devices.find(({ tabs }) => tabs.includes(tab));
  if (device === undefined) return undefined;
  world.record.count('mark: vanished in a group call');
  device.close(tab);
  return device.open(step.b % 3 === 0 ? undefined : tab.memory);
}

const acts: Acts<'groupCalls'> = {
  joinCall: (context) => enter(context.tab, calledGroup(context), context.step.b),
  // On all devices and in all tabs in the same instant: one stays.
  joinTogether: (context) =>
    Promise.all(
      placesOf(context).map(({ tab }, at) => enter(tab, calledGroup(context), context.step.b + at)),
    ),
  // All members at the same instant.
  crowdCall: (context) => {
    const group = calledGroup(context);
    const tabs = context.world.people.map(({ devices }) => devices.flatMap((device) => device.tabs)[0]);
    const present = tabs.flatMap((tab) => (tab === undefined || tab.clock.dead ? [] : [tab]));
    return Promise.all(present.map((tab) => enter(tab, group, context.step.b)));
  },
  leaveCall: (context) => talking(context).client.actions.leaveGroupCall(),
  // The leave and the next join are on their way together.
  leaveThenJoin: async (context) => {
    const tab = talking(context);
    const group = tab.client.groupCalls.get()?.group;
    tab.client.actions.leaveGroupCall();
    if (context.step.b % 2 === 0) await passes(context, context.step.b % 900);
    if (!tab.clock.dead) await enter(tab, group, context.step.b);
  },
  handInCall: (context) => talking(context).client.actions.raiseHand(context.step.b % 3 !== 0),
  reactInCall: (context) =>
    talking(context).client.actions.reactInCall(
      QUICK_REACTIONS[context.step.b % QUICK_REACTIONS.length] ?? '',
    ),
  muteInCall: (context) => {
    const tab = talking(context);
    const other = otherIn(tab, context.step.b);
    return context.step.a % 2 === 0 && other
      ? tab.client.actions.requestMute(other.device)
      : tab.client.actions.setMicrophone(context.step.b % 2 === 0);
  },
  removeFromCall: async (context) => {
    const tab = talking(context);
    const other = otherIn(tab, context.step.b);
    if (other === undefined) return;
    await tab.client.actions.removeFromGroupCall(other.user);
    // They try again at once.
    const person = context.world.people.find(({ id }) => id === Number(other.user));
    const theirTab = person?.devices.flatMap(({ tabs }) => tabs)[0];
    if (theirTab && context.step.a % 2 === 0) await enter(theirTab, tab.client.groupCalls.get()?.group, 1);
  },
  shareInCall: (context) => talking(context).client.actions.shareScreen(context.step.b % 3 !== 0),
  vanishInCall: async (context) => {
    const tab = vanish(context);
    await passes(context, 3_000);
    if (tab && !tab.clock.dead && context.step.a % 4 !== 0) tab.client.actions.returnToGroupCall();
  },
  /** One of two who talk makes a group with a third, where the call continues. */
  addToCall: async (context) => {
    const { record, people } = context.world;
    const talk = pickFrom(record.calls.in('talking'), context.step.b);
    const peer = talk?.tab.client.calls.get()?.peer;
    if (talk === undefined || peer === undefined || people.length < 3) return;
    const { actions } = talk.tab.client;
    const group = await actions.createGroup([peer, context.someone], `Call ${context.number}`);
    if (group.ok && !talk.tab.clock.dead) await actions.moveCall(group.value);
  },
  callWrong: async (context) => {
    for (const at of [0, 1, 2]) {
      const [call, body] = WRONG[(context.step.b + at) % WRONG.length]?.(context) ?? ['raiseHand', {}];
      await postCall(context, `${IM}/${call}`, body);
    }
  },
};

/** Calls of groups, and what happens in them. */
export const groupCalls: UserSubject<'groupCalls'> = {
  acts,
  coverage: {
    calls: under(IM, 'joinGroupCall leaveGroupCall signalGroupCall raiseHand removeFromGroupCall'),
    events: 'groupCall',
    frames: 'groupCall groupCallSignal',
    refusals: 'groupCallRemoved',
    jobs: 'DroppingGone',
  },
};
