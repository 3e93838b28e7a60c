import type { Message } from '../../src/domain/message.ts';
import { reactionLimits } from '../../src/domain/message-limits.ts';
import { canHaveReactions } from '../../src/domain/reactions.ts';
import { KNOWN_EMOJI } from '../oracle/reacting.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, placeOf } from './subject.ts';
import { postCall } from './group-acts.ts';

const CALL = '/enterprise/im/react';

const open = (hand: ActContext): Message | undefined => pickMessage(hand, canHaveReactions);
const emojiOf = ({ step }: ActContext, more = 0): string => pickFrom(KNOWN_EMOJI, step.a + more) ?? '';

/** Toggles an emoji, as a press on the screen does: removes an own one, otherwise adds it, if allowed. */
async function press(hand: ActContext, message: Message | undefined, emoji: string): Promise<void> {
  const to = message && placeOf(hand, message.id);
  if (!message || to === undefined) return;
  const mine = message.reactions?.mine ?? [];
  const on = !mine.includes(emoji);
  if (on && mine.length >= reactionLimits.ownMax) return;
  await hand.tab.client.actions.react(to, message.id, emoji, on);
}

/** Forbidden or malformed reactions; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext) => object)[] = [
  (hand) => ({ id: open(hand)?.id ?? 'x', emoji: 'x', on: 1 }),
  (hand) => ({ id: open(hand)?.id ?? 'x', emoji: `${emojiOf(hand)}${emojiOf(hand, 1)}`, on: 1 }),
  (hand) => ({ id: open(hand)?.id ?? 'x', emoji: '<b>1</b>', on: 1 }),
  (hand) => ({ id: open(hand)?.id ?? 'x', emoji: '/pictures/00000000000000000000000000000000', on: 1 }),
  (hand) => ({ id: pickMessage(hand, (one) => one.recalled)?.id ?? 'x', emoji: emojiOf(hand), on: 1 }),
  (hand) => ({
    id: pickMessage(hand, (one) => one.type === 'event')?.id ?? 'x',
    emoji: emojiOf(hand),
    on: 1,
  }),
  (hand) => ({ id: `nothing-${hand.number}`, emoji: emojiOf(hand), on: 1 }),
];

const acts: Acts<'reacting'> = {
  react: (hand) => press(hand, open(hand), emojiOf(hand)),
  // The same again, before anything was answered.
  reactAgain: async (hand) => {
    const message = open(hand);
    const to = message && placeOf(hand, message.id);
    if (!message || to === undefined) return;
    for (const on of [true, false, hand.step.b % 2 === 0])
      await hand.tab.client.actions.react(to, message.id, emojiOf(hand), on);
  },
  // On all devices and in all tabs in the same instant, each its own.
  reactTogether: async (hand) => {
    const message = open(hand);
    const places = hand.person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
    await Promise.all(
      places.map((place, at) => press({ ...hand, ...place }, message, emojiOf(hand, at % 2))),
    );
  },
  // Under what still waits itself.
  reactWaiting: ({ tab, chat, step, ...hand }) => {
    const item = chat && pickFrom(tab.state().outbox.get(chat.id) ?? [], step.b);
    if (!chat || !item) return;
    const emoji = emojiOf({ ...hand, tab, chat, step });
    return tab.client.actions.react(chat.id, item.message.id, emoji, true);
  },
  reactThenRecall: async (hand) => {
    const message = pickMessage(hand, (one) => canHaveReactions(one) && one.from.id === hand.person.id);
    await press(hand, message, emojiOf(hand));
    if (message) await hand.tab.client.actions[hand.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  // More than anybody may: the last of them is refused.
  reactMuch: async (hand) => {
    const message = open(hand);
    for (const more of [0, 1, 2, 3])
      if (message) await postCall(hand, CALL, { id: message.id, emoji: emojiOf(hand, more), on: 1 });
  },
  reactors: async (hand) => {
    const message = open(hand);
    if (message) await hand.tab.client.actions.reactionPeople(message.id, 1);
  },
  reactWrong: async (hand) => {
    for (const at of [0, 3]) await postCall(hand, CALL, pickFrom(WRONG, hand.step.b + at)?.(hand) ?? {});
  },
};

/** Reactions to messages of others, or own ones. */
export const reacting: UserSubject<'reacting'> = {
  acts,
  coverage: {
    calls: under(IM, 'react reactions'),
    events: 'reacted',
    frames: 'reacted',
    refusals: 'reactionUnknown reactionKind reactionsOwn',
  },
};
