import type { Device, Tab } from '../devices/device.ts';
import type { WorldPerson } from '../devices/person.ts';
import type { Pressed } from '../devices/record.ts';
import type { ACTS, PlanStep, Subject } from '../plan/step.ts';
import type { World } from '../world/world-type.ts';
import type { Contact } from '../../src/client/state/state.ts';
import type { ContactId, UserId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import type { Reached } from './reached.ts';

/** Actions of one subject, by name. */
export type Acts<S extends Subject> = Readonly<
  Record<(typeof ACTS)[S][number], (context: ActContext) => Promise<unknown> | void>
>;

/** A subject, as users act on it. */
export interface UserSubject<S extends Subject> {
  readonly acts: Acts<S>;
  readonly coverage: Reached;
}

/** The element chosen by the step; undefined if the list is empty. */
export const pickFrom = <T>(from: readonly T[], choice: number): T | undefined =>
  from[choice % Math.max(1, from.length)];

/** A group of the list; undefined without one. */
export const groupOf = ({ chats, step }: ActContext): ContactId | undefined =>
  pickFrom(
    chats.filter((one) => one.kind === 'group'),
    step.a,
  )?.id;

/** A message before their eyes that fits. */
export const pickMessage = (
  context: ActContext,
  fits: (message: Message) => boolean = () => true,
): Message | undefined => pickFrom(visibleMessages(context).filter(fits), context.step.b);

/** All devices and tabs of a user. */
export const placesOf = ({ person }: ActContext) =>
  person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));

/** Resolves after this time, even if the page is gone by then. */
export const passes = ({ world }: ActContext, ms: number): Promise<void> =>
  new Promise((resolve) => void world.clock.setTimeout(resolve, ms));

/** One person in front of one tab, with what the step chose. */
export interface ActContext {
  readonly world: World;
  readonly person: WorldPerson;
  readonly device: Device;
  readonly tab: Tab;
  readonly step: PlanStep;
  readonly number: number;
  /** Conversations of the list, in its order. */
  readonly chats: readonly Contact[];
  readonly chat: Contact | undefined;
  readonly someone: UserId;
}

/** Records a user's change (SIM-21), and presses it; a signed-out user changes nothing. */
export function recordPress<T extends boolean | number | string>(
  { world, person, tab }: ActContext,
  register: Pressed['register'],
  of: string,
  value: T,
  press: (value: T) => unknown,
): Promise<unknown> {
  if (tab.client.session.get().name === 'signedIn') {
    world.record.presses.push({
      tab,
      person: person.id,
      register,
      of,
      value,
      at: world.recorder.ran.length,
      selfSeq: tab.state().sync.selfSeq,
      atMs: world.clock.elapsedMs(),
    });
  }
  return Promise.resolve(press(value));
}

/** Messages on a user's screen: users act on visible ones. */
export function visibleMessages({ tab, step, world }: ActContext): readonly Message[] {
  const state = tab.state();
  const windows = [...state.conversations.values()].filter((one) => one.size > 0);
  const window =
    windows.find((one) => one.id === state.open && step.a % 3 !== 0) ??
    windows[step.a % Math.max(1, windows.length)];
  const messages = (window?.chunks ?? []).flatMap((chunk) => [...chunk]);
  return world.eyes > 0 ? messages.slice(-world.eyes) : messages;
}

/** The chat of a visible message. */
export const placeOf = ({ tab }: ActContext, id: string): ContactId | undefined =>
  [...tab.state().conversations.values()].find((one) => one.chunks.flat().some((line) => line.id === id))?.id;
