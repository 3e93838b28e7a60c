import { type Message, canHaveAnswers, rootFor } from '../../src/domain/message.ts';
import { msgId } from '../../src/domain/ids.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, placeOf } from './subject.ts';
import { postCall } from './group-acts.ts';
import { write } from './write.ts';

const CALLS = { look: '/enterprise/im/getThread', follow: '/enterprise/im/followThread' } as const;

const open = (hand: ActContext): Message | undefined => pickMessage(hand, canHaveAnswers);
/** A message that answers, or is answered; otherwise any. */
const threaded = (hand: ActContext): Message | undefined =>
  pickMessage(hand, (one) => one.root !== undefined || one.replies !== undefined) ?? open(hand);

interface Place {
  readonly to: ContactId;
  readonly root: number;
}

function placeIn(hand: ActContext, message: Message | undefined): Place | null {
  const to = message && placeOf(hand, message.id);
  const root = message ? rootFor(message) : null;
  return to === undefined || root === null ? null : { to, root };
}

async function answer(hand: ActContext, message: Message | undefined, more = 0): Promise<void> {
  const to = message && placeOf(hand, message.id);
  const chat = hand.chats.find(({ id }) => id === to);
  if (message && chat) await write({ ...hand, chat }, hand.step.a + more, [], message);
}

/** A thread that is open somewhere before their eyes. */
const looking = ({ tab }: ActContext): Place | null => {
  const window = [...tab.state().conversations.values()].find(({ thread }) => thread !== undefined);
  return window?.thread ? { to: window.id, root: window.thread.root } : null;
};

const places = (hand: ActContext) =>
  hand.person.devices.flatMap((device) => device.tabs.map((tab) => ({ ...hand, device, tab })));

/** Forbidden thread requests; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext) => object)[] = [
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', root: 0, on: 1 }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', root: 100_000, on: 1 }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', root: -1, on: 1 }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', root: 'first', on: 1 }),
  ({ someone }) => ({ toContactId: someone, root: 1, on: 1 }),
  () => ({ toContactId: 'group-1', root: 1, on: 1 }),
  () => ({ toContactId: 'group-99', root: 1, on: 1 }),
];

const acts: Acts<'threading'> = {
  answer: (hand) => answer(hand, open(hand)),
  answerDeep: (hand) => answer(hand, threaded(hand)),
  // Several before anything was answered.
  answerMuch: async (hand) => {
    const message = threaded(hand);
    await Promise.all(places(hand).map((place, at) => answer(place, message, at * 100_000)));
  },
  answerThenRecall: async (hand) => {
    const own = pickMessage(hand, (one) => one.root !== undefined && one.from.id === hand.person.id);
    await answer(hand, own ?? threaded(hand));
    if (own) await hand.tab.client.actions[hand.step.b % 3 === 0 ? 'remove' : 'recall'](own.id);
  },
  // The first message is recalled, and its answers stay.
  recallFirst: async (hand) => {
    const first = pickMessage(hand, (one) => one.replies !== undefined && one.from.id === hand.person.id);
    if (first) await hand.tab.client.actions[hand.step.b % 2 === 0 ? 'remove' : 'recall'](first.id);
  },
  lookAtThread: async (hand) => {
    const place = placeIn(hand, threaded(hand));
    if (place) await hand.tab.client.actions.openThread(place.to, place.root);
  },
  lookFurther: async (hand) => {
    const place = looking(hand);
    if (place) await hand.tab.client.actions.olderAnswers(place.to, place.root);
  },
  leaveThread: async (hand) => {
    const place = looking(hand);
    if (place) await hand.tab.client.actions.closeThread(place.to, place.root);
  },
  followThread: async (hand) => {
    const place = looking(hand) ?? placeIn(hand, threaded(hand));
    if (place) await hand.tab.client.actions.followThread(place.to, place.root, hand.step.b % 2 === 0);
  },
  // On all devices and in all tabs in the same instant.
  followTogether: async (hand) => {
    const place = looking(hand) ?? placeIn(hand, threaded(hand));
    for (const [at, { tab }] of places(hand).entries())
      if (place) await tab.client.actions.followThread(place.to, place.root, at % 2 === 0);
  },
  threadWrong: async (hand) => {
    for (const at of [0, 3]) {
      const body = pickFrom(WRONG, hand.step.b + at)?.(hand) ?? {};
      await postCall(hand, CALLS.look, body);
      await postCall(hand, CALLS.follow, body);
    }
  },
  // Opens a forwarded message link: to readable messages, and to missing ones.
  followLink: async (hand) => {
    const message = open(hand);
    await hand.tab.client.actions.locateMessage(msgId(message?.msgId ?? 1));
    await hand.tab.client.actions.locateMessage(msgId(90_000 + hand.number));
  },
};

/** Answers to messages, and viewing threads. */
export const threading: UserSubject<'threading'> = {
  acts,
  coverage: {
    calls: under(IM, 'getThread followThread locateMessage'),
    events: 'follow',
    frames: 'followThread',
  },
};
