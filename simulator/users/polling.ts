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
const open = (hand: ActContext): Message | undefined => pickMessage(hand, isAsked);

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
async function press(hand: ActContext, message: Message | undefined, option: number): Promise<void> {
  const to = message && placeOf(hand, message.id);
  const poll = pollOf(message?.extra);
  if (!message || to === undefined || poll === null) return;
  const mine = hand.tab.state().pending.vote.get(message.id)?.options ?? message.poll?.mine ?? [];
  const choice = choiceAfterPress(poll, mine, option % poll.options.length);
  await hand.tab.client.actions.vote(to, message.id, choice);
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
  askPoll: (hand) =>
    hand.chat && hand.tab.client.actions.sendPoll(hand.chat.id, `q${hand.number}.0`, pollFor(hand)),
  votePoll: (hand) => press(hand, open(hand), hand.step.a),
  // Several presses before anything was answered.
  voteAgain: async (hand) => {
    const message = open(hand);
    for (const more of [0, 1, hand.step.b % 2]) await press(hand, message, hand.step.a + more);
  },
  // On all devices and in all tabs in the same instant, each its own.
  voteTogether: async (hand) => {
    const message = open(hand);
    const places = hand.person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
    await Promise.all(places.map((place, at) => press({ ...hand, ...place }, message, hand.step.a + at)));
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
  voteThenRecall: async (hand) => {
    const message = pickMessage(hand, (one) => isAsked(one) && one.from.id === hand.person.id);
    await press(hand, message, hand.step.a);
    if (message) await hand.tab.client.actions[hand.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  // After its end by time, or by the author's hand.
  voteLate: async (hand) => {
    const message = open(hand);
    if (hand.step.b % 2 === 0) await passes(hand, SHORT * 1_000);
    else if (message) await hand.tab.client.actions.closePoll(message.id);
    await press(hand, message, hand.step.a);
  },
  endPoll: async (hand) => {
    const message = open(hand);
    if (message) await hand.tab.client.actions.closePoll(message.id);
  },
  lookAtVoters: async (hand) => {
    for (const secret of [false, true]) {
      const message = pickMessage(hand, (one) => pollOf(one.extra)?.secret === secret);
      if (message) await hand.tab.client.actions.voters(message.id, hand.step.a % 2, 1);
    }
  },
  askWrong: async (hand) => {
    for (const at of [0, 4])
      await postCall(hand, SEND, {
        id: `asked-${hand.number}-${at}`,
        toContactId: hand.chat?.id ?? '-1',
        type: 'text',
        content: `q${hand.number}.${at}`,
        extends: { poll: pickFrom(NO_POLL, hand.step.b + at) },
      });
    const long = { toContactId: hand.chat?.id ?? '-1', content: 'x'.repeat(301) };
    for (const [at, more] of [long, { toContactId: '-1', content: `q${hand.number}.8` }].entries())
      await postCall(hand, SEND, {
        id: `asked-${hand.number}-1${at}`,
        type: 'text',
        extends: { poll: { options: ['a', 'b'] } },
        ...more,
      });
  },
  voteWrong: async (hand) => {
    const id = open(hand)?.id ?? `nothing-${hand.number}`;
    for (const at of [0, 3])
      await postCall(hand, VOTE, { id, options: pickFrom(NO_CHOICE, hand.step.b + at) });
    const words = pickMessage(hand, (one) => !isAsked(one));
    if (words) await postCall(hand, VOTE, { id: words.id, options: [0] });
    const unread = { id: `nothing-${hand.number}`, options: [0] };
    await postCall(hand, VOTE, unread);
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
