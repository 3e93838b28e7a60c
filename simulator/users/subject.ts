import type { ContactId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import type { ACTS, Subject } from '../plan/step.ts';
import type { ActContext } from './act-context.ts';
import { visibleMessages } from './eyes.ts';

/** Actions of one subject, by name. */
export type Acts<S extends Subject> = Readonly<
  Record<(typeof ACTS)[S][number], (hand: ActContext) => Promise<unknown> | void>
>;

/** The element chosen by the step; undefined if the list is empty. */
export const chosen = <T>(from: readonly T[], choice: number): T | undefined =>
  from[choice % Math.max(1, from.length)];

/** A group of the list; undefined without one. */
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

/** All devices and tabs of a user. */
export const placesOf = ({ person }: ActContext) =>
  person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));

/** Resolves after this time, even if the page is gone by then. */
export const passes = ({ world }: ActContext, ms: number): Promise<void> =>
  new Promise((resolve) => void world.clock.setTimeout(resolve, ms));
