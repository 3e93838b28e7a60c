import type { Message } from '../../src/domain/message.ts';
import { pollOf, choiceAfterPress } from '../../src/domain/poll.ts';
import type { Poll } from '../../src/domain/poll.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, passes, placeOf } from './subject.ts';
import { postCall } from './group-acts.ts';

const VOTE = '/enterprise/im/vote';
const SEND = '/enterprise/im/sendMessage';
/** The shortest that a poll may last, in seconds. */
const SHORT = 60;

const isAsked = ({ extra, recalled }: Message): boolean => !recalled && pollOf(extra) !== null;
const open = (context: ActContext): Message | undefined => pickMessage(context, isAsked);

function pollFor({ number, step }: ActContext): Poll {
  const options = Array.from({ length: 2 + (step.b % 3) }, (_, at) => `o${number}.${at}`);
  return {
    options,
    many: step.a % 2 === 0,
    secret: step.b % 2 === 1,
    lastsSec: step.b % 4 === 0 ? SHORT : null,
  };
}

/** Toggles an option, as a press on the screen does. */
async function press(context: ActContext, message: Message | undefined, option: number): Promise<void> {
  const to = message && placeOf(context, message.id);
  const poll = pollOf(message?.extra);
  if (!message || to === undefined || poll === null) return;
  const mine = context.tab.state().pending.vote.get(message.id)?.options ?? message.poll?.mine ?? [];
  const choice = choiceAfterPress(poll, mine, option % poll.options.length);
  await context.tab.client.actions.vote(to, message.id, choice);
}

/** Invalid choices; each must be refused without changes. */
const NO_CHOICE: readonly unknown[] = [
  [99],
  [-1],
  [0, 0],
  [1.5],
  ['x'],
  [1e15],
  [0, 1, 2, 3, 4, 5, 6],
  [null],
];

/** Invalid polls. */
const NO_POLL: readonly unknown[] = [
  'x',
  [],
  { options: [] },
  { options: ['a'] },
  { options: ['a', ' a '] },
  { options: ['a', ''] },
  { options: 'a,b' },
  { options: Array.from({ length: 13 }, (_, at) => `o${at}`) },
  { options: ['a', 'x'.repeat(101)] },
  { options: ['a', 'b'], lasts: 1 },
  { options: ['a', 'b'], many: 'yes' },
];

const acts: Acts<'polling'> = {
  askPoll: (context) =>
    context.chat &&
    context.tab.client.actions.sendPoll(context.chat.id, `q${context.number}.0`, pollFor(context)),
  votePoll: (context) => press(context, open(context), context.step.a),
  // Several presses before anything was answered.
  voteAgain: async (context) => {
    const message = open(context);
    for (const more of [0, 1, context.step.b % 2]) await press(context, message, context.step.a + more);
  },
  // On all devices and in all tabs in the same instant, each its own.
  voteTogether: async (context) => {
    const message = open(context);
    const places = context.person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
    await Promise.all(
      places.map((place, at) => press({ ...context, ...place }, message, context.step.a + at)),
    );
  },
  // Votes in a poll that itself still waits.
  voteWaiting: ({ tab, chat, step }) => {
    const items = chat ? (tab.state().outbox.get(chat.id) ?? []) : [];
    const item = pickFrom(
      items.filter(({ message }) => pollOf(message.extra) !== null),
      step.b,
    );
    return chat && item && tab.client.actions.vote(chat.id, item.message.id, [0]);
  },
  voteThenRecall: async (context) => {
    const message = pickMessage(context, (one) => isAsked(one) && one.from.id === context.person.id);
    await press(context, message, context.step.a);
    if (message) await context.tab.client.actions[context.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  // After its end by time, or by the author's hand.
  voteLate: async (context) => {
    const message = open(context);
    if (context.step.b % 2 === 0) await passes(context, SHORT * 1_000);
    else if (message) await context.tab.client.actions.closePoll(message.id);
    await press(context, message, context.step.a);
  },
  endPoll: async (context) => {
    const message = open(context);
    if (message) await context.tab.client.actions.closePoll(message.id);
  },
  lookAtVoters: async (context) => {
    for (const secret of [false, true]) {
      const message = pickMessage(context, (one) => pollOf(one.extra)?.secret === secret);
      if (message) await context.tab.client.actions.voters(message.id, context.step.a % 2, 1);
    }
  },
  askWrong: async (context) => {
    for (const at of [0, 4])
      await postCall(context, SEND, {
        id: `asked-${context.number}-${at}`,
        toContactId: context.chat?.id ?? '-1',
        type: 'text',
        content: `q${context.number}.${at}`,
        extends: { poll: pickFrom(NO_POLL, context.step.b + at) },
      });
    const long = { toContactId: context.chat?.id ?? '-1', content: 'x'.repeat(301) };
    for (const [at, more] of [long, { toContactId: '-1', content: `q${context.number}.8` }].entries())
      await postCall(context, SEND, {
        id: `asked-${context.number}-1${at}`,
        type: 'text',
        extends: { poll: { options: ['a', 'b'] } },
        ...more,
      });
  },
  voteWrong: async (context) => {
    const id = open(context)?.id ?? `nothing-${context.number}`;
    for (const at of [0, 3])
      await postCall(context, VOTE, { id, options: pickFrom(NO_CHOICE, context.step.b + at) });
    const words = pickMessage(context, (one) => !isAsked(one));
    if (words) await postCall(context, VOTE, { id: words.id, options: [0] });
    const unread = { id: `nothing-${context.number}`, options: [0] };
    await postCall(context, VOTE, unread);
  },
};

/** Questions with answers to choose among, and what people choose. */
export const polling: UserSubject<'polling'> = {
  acts,
  coverage: {
    calls: under(IM, 'vote closePoll voters'),
    events: 'voted pollClosed',
    frames: 'poll',
    refusals: 'pollHere pollOptions pollLong pollNone pollChoice pollOver pollSecret',
  },
};
