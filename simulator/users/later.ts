import { messageId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, visibleMessages } from './subject.ts';
import { postCall } from './group-acts.ts';

const MINUTE = 60_000;

/** Times within the run, or after a night, and one that never arrives. */
const soon = ({ world, step }: ActContext): number => world.clock.nowMs() + 31_000 + (step.b % 7) * 11_000;
const far = ({ world, step }: ActContext): number =>
  world.clock.nowMs() + (pickFrom([10 * MINUTE, 26 * 60 * MINUTE, 300 * 24 * 60 * MINUTE], step.b) ?? MINUTE);

async function postpone(hand: ActContext, atMs: number, part = 0): Promise<void> {
  const { tab, chat, number, step } = hand;
  if (!chat) return;
  const text = step.b % 4 === 0 ? `**p${number}.${part}**` : `p${number}.${part}`;
  const quoted = step.b % 5 === 0 ? visibleMessages(hand).at(-1) : undefined;
  const quote = quoted && {
    msgId: quoted.msgId,
    content: quoted.content,
    userId: quoted.from.id,
    realname: quoted.from.realname,
  };
  await tab.client.actions.schedule(chat.id, { text, at: [], quote: quote ?? null }, atMs);
}

/** A scheduled item known to the tab. */
const pickScheduled = ({ tab, step }: ActContext) =>
  pickFrom(tab.state().later?.list?.scheduled ?? [], step.b);
const isSpoken = (message: Message): boolean => !message.recalled && message.type !== 'event';

/** Forbidden or malformed scheduling; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext) => readonly [string, object])[] = [
  (hand) => ['scheduleMessage', { ...fresh(hand), sendTime: hand.world.clock.nowMs() - 1 }],
  (hand) => ['scheduleMessage', { ...fresh(hand), sendTime: hand.world.clock.nowMs() + 1e12 }],
  (hand) => ['scheduleMessage', { ...fresh(hand), sendTime: 'tomorrow' }],
  (hand) => ['scheduleMessage', { ...fresh(hand), content: ' ' }],
  (hand) => ['scheduleMessage', { ...fresh(hand), toContactId: 'group-9999' }],
  (hand) => ['changeScheduled', { id: `nothing-${hand.number}`, content: 'x' }],
  (hand) => ['sendScheduled', { id: `nothing-${hand.number}` }],
  (hand) => ['discardScheduled', { id: pickMessage(hand)?.id ?? 'x' }],
  (hand) => ['setReminder', { id: `nothing-${hand.number}`, remindTime: soon(hand) }],
  (hand) => ['setReminder', { id: pickMessage(hand)?.id ?? 'x', remindTime: 1 }],
];
const fresh = (hand: ActContext) => ({
  id: `wrong-${hand.number}`,
  toContactId: hand.chat?.id ?? 'x',
  content: 'w',
  sendTime: soon(hand),
});

const everywhere = (hand: ActContext): readonly ActContext[] =>
  hand.person.devices.flatMap((device) => device.tabs.map((tab) => ({ ...hand, device, tab })));

const acts: Acts<'later'> = {
  putOff: (hand) => postpone(hand, soon(hand)),
  putOffFar: (hand) => postpone(hand, far(hand)),
  // Schedules in all tabs in the same instant, each a different message.
  putOffTogether: async (hand) => {
    await Promise.all(everywhere(hand).map((one, at) => postpone(one, soon(hand), at)));
  },
  otherWords: async (hand) => {
    await hand.tab.client.actions.later();
    const one = pickScheduled(hand);
    const draft = { text: `q${hand.number}.0`, at: [], quote: null };
    if (one) await hand.tab.client.actions.changeScheduled(one.id, { draft });
  },
  otherTime: async (hand) => {
    await hand.tab.client.actions.later();
    const one = pickScheduled(hand);
    if (one) await hand.tab.client.actions.changeScheduled(one.id, { atMs: soon(hand) });
  },
  // Acts in two places at once, about the time it is due.
  sayNow: async (hand) => {
    const one = pickScheduled(hand);
    if (one) await Promise.all(everywhere(hand).map(({ tab }) => tab.client.actions.sendScheduled(one.id)));
  },
  discardPutOff: async (hand) => {
    await hand.tab.client.actions.later();
    const one = pickScheduled(hand);
    if (one) await hand.tab.client.actions.discardScheduled(one.id);
  },
  putOffWrong: async (hand) => {
    for (const at of [0, 3, 7]) {
      const [call, body] = pickFrom(WRONG, hand.step.b + at)?.(hand) ?? ['getLater', {}];
      await postCall(hand, `${IM}/${call}`, body);
    }
  },
  remindMe: async (hand) => {
    const message = pickMessage(hand, isSpoken);
    if (message) await hand.tab.client.actions.remind(message.id, soon(hand));
  },
  remindTogether: async (hand) => {
    const message = pickMessage(hand, isSpoken);
    if (!message) return;
    const times = [soon(hand), far(hand), null];
    await Promise.all(
      everywhere(hand).map(({ tab }, at) => tab.client.actions.remind(message.id, times[at % 3] ?? null)),
    );
  },
  remindNoMore: async (hand) => {
    await hand.tab.client.actions.later();
    const one = pickFrom(hand.tab.state().later?.list?.reminders ?? [], hand.step.b);
    if (one) await hand.tab.client.actions.remind(messageId(one.id), null);
  },
  remindThenRecall: async (hand) => {
    const message = pickMessage(hand, (one) => isSpoken(one) && one.from.id === hand.person.id);
    if (!message) return;
    await hand.tab.client.actions.remind(message.id, soon(hand));
    await hand.tab.client.actions[hand.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  lookLater: async (hand) => {
    await Promise.all(everywhere(hand).map(({ tab }) => tab.client.actions.later()));
  },
};

/** Scheduled messages and reminders. */
export const later: UserSubject<'later'> = {
  acts,
  coverage: {
    calls: under(IM, 'scheduleMessage changeScheduled sendScheduled discardScheduled setReminder getLater'),
    events: 'later reminded',
    frames: 'later reminded',
    refusals: 'timeWrong scheduledUnknown',
    jobs: 'DoingLater',
  },
};
