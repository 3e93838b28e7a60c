import { type Message, canHaveAnswers, rootFor } from '../../src/domain/message.ts';
import { msgId } from '../../src/domain/ids.ts';
import type { ContactId } from '../../src/domain/ids.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, placeOf } from './subject.ts';
import { postCall } from './group-acts.ts';
import { write } from './write.ts';

const CALLS = { look: '/enterprise/im/getThread', follow: '/enterprise/im/followThread' } as const;

const open = (context: ActContext): Message | undefined => pickMessage(context, canHaveAnswers);
/** A message that answers, or is answered; otherwise any. */
const threaded = (context: ActContext): Message | undefined =>
  pickMessage(context, (one) => one.root !== undefined || one.replies !== undefined) ?? open(context);

interface Place {
  readonly to: ContactId;
  readonly root: number;
}

function placeIn(context: ActContext, message: Message | undefined): Place | null {
  const to = message && placeOf(context, message.id);
  const root = message ? rootFor(message) : null;
  return to === undefined || root === null ? null : { to, root };
}

async function answer(context: ActContext, message: Message | undefined, more = 0): Promise<void> {
  const to = message && placeOf(context, message.id);
  const chat = context.chats.find(({ id }) => id === to);
  if (message && chat) await write({ ...context, chat }, context.step.a + more, [], message);
}

/** A thread that is open somewhere before their eyes. */
const looking = ({ tab }: ActContext): Place | null => {
  const window = [...tab.state().conversations.values()].find(({ thread }) => thread !== undefined);
  return window?.thread ? { to: window.id, root: window.thread.root } : null;
};

const places = (context: ActContext) =>
  context.person.devices.flatMap((device) => device.tabs.map((tab) => ({ ...context, device, tab })));

/** Forbidden thread requests; each must be refused without changes. */
const WRONG: readonly ((context: ActContext) => object)[] = [
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', root: 0, on: 1 }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', root: 100_000, on: 1 }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', root: -1, on: 1 }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', root: 'first', on: 1 }),
  ({ someone }) => ({ toContactId: someone, root: 1, on: 1 }),
  () => ({ toContactId: 'group-1', root: 1, on: 1 }),
  () => ({ toContactId: 'group-99', root: 1, on: 1 }),
];

const acts: Acts<'threading'> = {
  answer: (context) => answer(context, open(context)),
  answerDeep: (context) => answer(context, threaded(context)),
  // Several before anything was answered.
  answerMuch: async (context) => {
    const message = threaded(context);
    await Promise.all(places(context).map((place, at) => answer(place, message, at * 100_000)));
  },
  answerThenRecall: async (context) => {
    const own = pickMessage(context, (one) => one.root !== undefined && one.from.id === context.person.id);
    await answer(context, own ?? threaded(context));
    if (own) await context.tab.client.actions[context.step.b % 3 === 0 ? 'remove' : 'recall'](own.id);
  },
  // The first message is recalled, and its answers stay.
  recallFirst: async (context) => {
    const first = pickMessage(
      context,
      (one) => one.replies !== undefined && one.from.id === context.person.id,
    );
    if (first) await context.tab.client.actions[context.step.b % 2 === 0 ? 'remove' : 'recall'](first.id);
  },
  lookAtThread: async (context) => {
    const place = placeIn(context, threaded(context));
    if (place) await context.tab.client.actions.openThread(place.to, place.root);
  },
  lookFurther: async (context) => {
    const place = looking(context);
    if (place) await context.tab.client.actions.olderAnswers(place.to, place.root);
  },
  leaveThread: async (context) => {
    const place = looking(context);
    if (place) await context.tab.client.actions.closeThread(place.to, place.root);
  },
  followThread: async (context) => {
    const place = looking(context) ?? placeIn(context, threaded(context));
    if (place) await context.tab.client.actions.followThread(place.to, place.root, context.step.b % 2 === 0);
  },
  // On all devices and in all tabs in the same instant.
  followTogether: async (context) => {
    const place = looking(context) ?? placeIn(context, threaded(context));
    for (const [at, { tab }] of places(context).entries())
      if (place) await tab.client.actions.followThread(place.to, place.root, at % 2 === 0);
  },
  threadWrong: async (context) => {
    for (const at of [0, 3]) {
      const body = pickFrom(WRONG, context.step.b + at)?.(context) ?? {};
      await postCall(context, CALLS.look, body);
      await postCall(context, CALLS.follow, body);
    }
  },
  // Opens a forwarded message link: to readable messages, and to missing ones.
  followLink: async (context) => {
    const message = open(context);
    await context.tab.client.actions.locateMessage(msgId(message?.msgId ?? 1));
    await context.tab.client.actions.locateMessage(msgId(90_000 + context.number));
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
