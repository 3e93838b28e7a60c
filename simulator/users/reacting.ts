import type { Message } from '../../src/domain/message.ts';
import { reactionLimits } from '../../src/domain/message-limits.ts';
import { canHaveReactions } from '../../src/domain/reactions.ts';
import { KNOWN_EMOJI } from '../oracle/reacting.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, placeOf } from './subject.ts';
import { postCall } from './group-acts.ts';

const CALL = '/enterprise/im/react';

const open = (context: ActContext): Message | undefined => pickMessage(context, canHaveReactions);
const emojiOf = ({ step }: ActContext, more = 0): string => pickFrom(KNOWN_EMOJI, step.a + more) ?? '';

/** Toggles an emoji, as a press on the screen does: removes an own one, otherwise adds it, if allowed. */
async function press(context: ActContext, message: Message | undefined, emoji: string): Promise<void> {
  const to = message && placeOf(context, message.id);
  if (!message || to === undefined) return;
  const mine = message.reactions?.mine ?? [];
  const on = !mine.includes(emoji);
  if (on && mine.length >= reactionLimits.ownMax) return;
  await context.tab.client.actions.react(to, message.id, emoji, on);
}

/** Forbidden or malformed reactions; each must be refused without changes. */
const WRONG: readonly ((context: ActContext) => object)[] = [
  (context) => ({ id: open(context)?.id ?? 'x', emoji: 'x', on: 1 }),
  (context) => ({ id: open(context)?.id ?? 'x', emoji: `${emojiOf(context)}${emojiOf(context, 1)}`, on: 1 }),
  (context) => ({ id: open(context)?.id ?? 'x', emoji: '<b>1</b>', on: 1 }),
  (context) => ({ id: open(context)?.id ?? 'x', emoji: '/pictures/00000000000000000000000000000000', on: 1 }),
  (context) => ({
    id: pickMessage(context, (one) => one.recalled)?.id ?? 'x',
    emoji: emojiOf(context),
    on: 1,
  }),
  (context) => ({
    id: pickMessage(context, (one) => one.type === 'event')?.id ?? 'x',
    emoji: emojiOf(context),
    on: 1,
  }),
  (context) => ({ id: `nothing-${context.number}`, emoji: emojiOf(context), on: 1 }),
];

const acts: Acts<'reacting'> = {
  react: (context) => press(context, open(context), emojiOf(context)),
  // The same again, before anything was answered.
  reactAgain: async (context) => {
    const message = open(context);
    const to = message && placeOf(context, message.id);
    if (!message || to === undefined) return;
    for (const on of [true, false, context.step.b % 2 === 0])
      await context.tab.client.actions.react(to, message.id, emojiOf(context), on);
  },
  // On all devices and in all tabs in the same instant, each its own.
  reactTogether: async (context) => {
    const message = open(context);
    const places = context.person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
    await Promise.all(
      places.map((place, at) => press({ ...context, ...place }, message, emojiOf(context, at % 2))),
    );
  },
  // Under what still waits itself.
  reactWaiting: ({ tab, chat, step, ...context }) => {
    const item = chat && pickFrom(tab.state().outbox.get(chat.id) ?? [], step.b);
    if (!chat || !item) return;
    const emoji = emojiOf({ ...context, tab, chat, step });
    return tab.client.actions.react(chat.id, item.message.id, emoji, true);
  },
  reactThenRecall: async (context) => {
    const message = pickMessage(context, (one) => canHaveReactions(one) && one.from.id === context.person.id);
    await press(context, message, emojiOf(context));
    if (message) await context.tab.client.actions[context.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  // More than anybody may: the last of them is refused.
  reactMuch: async (context) => {
    const message = open(context);
    for (const more of [0, 1, 2, 3])
      if (message) await postCall(context, CALL, { id: message.id, emoji: emojiOf(context, more), on: 1 });
  },
  reactors: async (context) => {
    const message = open(context);
    if (message) await context.tab.client.actions.reactionPeople(message.id, 1);
  },
  reactWrong: async (context) => {
    for (const at of [0, 3])
      await postCall(context, CALL, pickFrom(WRONG, context.step.b + at)?.(context) ?? {});
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
