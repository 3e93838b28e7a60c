import type { ContactId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import type { ACTS, Subject } from '../plan/step.ts';
import type { ActContext } from './act-context.ts';
import { visibleMessages } from './eyes.ts';

/** What is done of one subject, by name. */
export type Acts<S extends Subject> = Readonly<
  Record<(typeof ACTS)[S][number], (hand: ActContext) => Promise<unknown> | void>
>;

/** One of several, as the step chose; undefined where there is none. */
export const chosen = <T>(from: readonly T[], choice: number): T | undefined =>
  from[choice % Math.max(1, from.length)];

/** A group of the list; undefined where there is none. */
export const groupOf = ({ chats, step }: ActContext): ContactId | undefined =>
  chosen(
    chats.filter((one) => one.kind === 'group'),
    step.a,
  )?.id;

/** A message before their eyes that fits. */
export const chosenMessage = (
  hand: ActContext,
  fits: (message: Message) => boolean = () => true,
): Message | undefined => chosen(visibleMessages(hand).filter(fits), hand.step.b);

/** On all devices and in all tabs of somebody. */
export const placesOf = ({ person }: ActContext) =>
  person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));

/** So much later, whatever has happened to the page meanwhile. */
export const passes = ({ world }: ActContext, ms: number): Promise<void> =>
  new Promise((resolve) => void world.clock.setTimeout(resolve, ms));
