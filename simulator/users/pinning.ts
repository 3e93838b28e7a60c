import { messageId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, placeOf, visibleMessages } from './subject.ts';
import { postCall } from './group-acts.ts';

const CALL = '/enterprise/im/pinMessage';

function pin(hand: ActContext, message: Message | undefined, on = true): void {
  const to = message && placeOf(hand, message.id);
  if (!message || to === undefined) return;
  // A chat does the same when it opens.
  void hand.tab.client.actions.messagePins(to);
  void hand.tab.client.actions.pinMessage(to, message.id, on);
}

/** A pinned message of some open chat. */
const pinnedOne = (hand: ActContext): Message | undefined => {
  const windows = [...hand.tab.state().conversations.values()];
  const ids = new Set(windows.flatMap(({ pins }) => pins?.list ?? []).map(({ id }) => id));
  return pickMessage(hand, ({ id }) => ids.has(id));
};

/** Forbidden or malformed pins; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext) => object)[] = [
  (hand) => ({ id: pickMessage(hand, (one) => one.recalled)?.id ?? 'x', on: 1 }),
  (hand) => ({ id: pickMessage(hand, (one) => one.type === 'event')?.id ?? 'x', on: 1 }),
  (hand) => ({ id: pickMessage(hand, (one) => one.type === 'webrtc')?.id ?? 'x', on: 1 }),
  (hand) => ({ id: pickMessage(hand)?.id ?? 'x', on: 'perhaps' }),
  (hand) => ({ id: pickMessage(hand)?.id ?? 'x' }),
  (hand) => ({ id: `nothing-${hand.number}`, on: 1 }),
];

const acts: Acts<'pinning'> = {
  pinMessage: (hand) => pin(hand, pickMessage(hand)),
  pinLast: (hand) => pin(hand, visibleMessages(hand).at(-1)),
  unpinMessage: (hand) => pin(hand, pinnedOne(hand) ?? pickMessage(hand), false),
  // Pins a waiting message; the pin is sent after it.
  pinWaiting: ({ tab, chat, step }) => {
    const item = chat && pickFrom(tab.state().outbox.get(chat.id) ?? [], step.b);
    if (chat && item) void tab.client.actions.pinMessage(chat.id, messageId(item.message.id), true);
  },
  // On all devices and in all tabs in the same instant, up here and down there.
  pinTogether: (hand) => {
    const message = pickMessage(hand);
    const places = hand.person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
    for (const [at, place] of places.entries()) pin({ ...hand, ...place }, message, at % 2 === 0);
  },
  pinThenRecall: async (hand) => {
    const message = pickMessage(hand, ({ from }) => from.id === hand.person.id);
    pin(hand, message);
    if (message) await hand.tab.client.actions[hand.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  pinWrong: async (hand) => {
    for (const at of [0, 3]) await postCall(hand, CALL, pickFrom(WRONG, hand.step.b + at)?.(hand) ?? {});
  },
  lookAtPins: async ({ tab }) => {
    for (const id of tab.state().conversations.keys()) await tab.client.actions.messagePins(id);
  },
};

/** Pinned messages. */
export const pinning: UserSubject<'pinning'> = {
  acts,
  coverage: {
    calls: under(IM, 'pinMessage getMessagePins'),
    events: 'pinned unpinned',
    frames: 'pinned unpinned',
    refusals: 'pinKind',
  },
};
