import { messageId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, placeOf, visibleMessages } from './subject.ts';
import { postCall } from './group-acts.ts';

const CALL = '/enterprise/im/pinMessage';

function pin(context: ActContext, message: Message | undefined, on = true): void {
  const to = message && placeOf(context, message.id);
  if (!message || to === undefined) return;
  // A chat does the same when it opens.
  void context.tab.client.actions.messagePins(to);
  void context.tab.client.actions.pinMessage(to, message.id, on);
}

/** A pinned message of some open chat. */
const pinnedOne = (context: ActContext): Message | undefined => {
  const windows = [...context.tab.state().conversations.values()];
  const ids = new Set(windows.flatMap(({ pins }) => pins?.list ?? []).map(({ id }) => id));
  return pickMessage(context, ({ id }) => ids.has(id));
};

/** Forbidden or malformed pins; each must be refused without changes. */
const WRONG: readonly ((context: ActContext) => object)[] = [
  (context) => ({ id: pickMessage(context, (one) => one.recalled)?.id ?? 'x', on: 1 }),
  (context) => ({ id: pickMessage(context, (one) => one.type === 'event')?.id ?? 'x', on: 1 }),
  (context) => ({ id: pickMessage(context, (one) => one.type === 'webrtc')?.id ?? 'x', on: 1 }),
  (context) => ({ id: pickMessage(context)?.id ?? 'x', on: 'perhaps' }),
  (context) => ({ id: pickMessage(context)?.id ?? 'x' }),
  (context) => ({ id: `nothing-${context.number}`, on: 1 }),
];

const acts: Acts<'pinning'> = {
  pinMessage: (context) => pin(context, pickMessage(context)),
  pinLast: (context) => pin(context, visibleMessages(context).at(-1)),
  unpinMessage: (context) => pin(context, pinnedOne(context) ?? pickMessage(context), false),
  // Pins a waiting message; the pin is sent after it.
  pinWaiting: ({ tab, chat, step }) => {
    const item = chat && pickFrom(tab.state().outbox.get(chat.id) ?? [], step.b);
    if (chat && item) void tab.client.actions.pinMessage(chat.id, messageId(item.message.id), true);
  },
  // On all devices and in all tabs in the same instant, up here and down there.
  pinTogether: (context) => {
    const message = pickMessage(context);
    const places = context.person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
    for (const [at, place] of places.entries()) pin({ ...context, ...place }, message, at % 2 === 0);
  },
  pinThenRecall: async (context) => {
    const message = pickMessage(context, ({ from }) => from.id === context.person.id);
    pin(context, message);
    if (message) await context.tab.client.actions[context.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  pinWrong: async (context) => {
    for (const at of [0, 3])
      await postCall(context, CALL, pickFrom(WRONG, context.step.b + at)?.(context) ?? {});
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
