import { userId } from '../../src/domain/ids.ts';
import type { CallView } from '../../src/client/interface/calls.ts';
import type { ShownCall } from '../devices/call-watch.ts';
import type { Tab } from '../devices/device.ts';
import type { World } from '../world/world-type.ts';
import type { ActContext } from './subject.ts';

const nothing = Promise.resolve();

/** Actions on calls; null for other kinds of steps. The actor is one of the users in a call. */
export function callAct(context: ActContext): Promise<unknown> | null {
  const { world, step, tab, someone } = context;
  const one = (...stages: readonly CallView['stage'][]): ShownCall | undefined => {
    const calls = world.record.calls.in(...stages);
    return calls[step.b % Math.max(1, calls.length)];
  };
  switch (step.kind) {
    case 'call':
      return call(tab, someone, step.b);
    case 'cross':
      return cross(context);
    case 'callBusy': {
      const busy = one('calling', 'connecting', 'talking');
      const peer = busy && world.people[busy.person];
      return peer ? call(tab, userId(peer.id), step.b) : nothing;
    }
    case 'pickUp':
      one('ringing', 'returning')?.tab.client.actions.answerCall();
      return nothing;
    case 'turnDown':
      one('ringing')?.tab.client.actions.hangUp();
      return nothing;
    case 'hangUp':
      one(
        'preparing',
        'calling',
        'connecting',
        'talking',
        'reconnecting',
        'returning',
      )?.tab.client.actions.hangUp();
      return nothing;
    case 'vanish':
      vanish(world, one('calling', 'connecting', 'talking', 'ringing'), step.a % 2 === 0);
      return nothing;
    case 'closeCall':
      one('ended')?.tab.client.actions.closeCall();
      return nothing;
    default:
      return null;
  }
}

export const call = (tab: Tab, to: ActContext['someone'], choice: number): Promise<unknown> =>
  tab.client.session.get().name === 'signedIn'
    ? tab.client.actions.startCall(to, { video: choice % 2 === 0, name: 'x', avatar: '' })
    : nothing;

/** Two users call each other, the second a moment later. */
function cross({ world, tab, person, someone, step }: ActContext): Promise<unknown> {
  const other = world.people.find((one) => one.id === someone);
  const theirs = other?.devices.flatMap((device) => device.tabs)[0];
  if (theirs)
    world.clock.setTimeout(
      () => void (theirs.clock.dead ? nothing : call(theirs, userId(person.id), step.b)),
      (step.b % 40) * 50,
    );
  return call(tab, someone, step.b);
}

/** The page of a user in a call vanishes; they return, to the same tab or with a new one. */
function vanish(world: World, call: ShownCall | undefined, sameTab: boolean): void {
  const device = call && world.people[call.person]?.devices.find((one) => one.tabs.includes(call.tab));
  if (!device || !call) return;
  world.record.count('mark: vanished in a call');
  device.close(call.tab);
  world.record.calls.visibleCalls.delete(call.tab);
  device.open(sameTab ? call.tab.memory : undefined);
}
