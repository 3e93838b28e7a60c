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

async function postpone(context: ActContext, atMs: number, part = 0): Promise<void> {
  const { tab, chat, number, step } = context;
  if (!chat) return;
  const text = step.b % 4 === 0 ? `**p${number}.${part}**` : `p${number}.${part}`;
  const quoted = step.b % 5 === 0 ? visibleMessages(context).at(-1) : undefined;
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
const WRONG: readonly ((context: ActContext) => readonly [string, object])[] = [
  (context) => ['scheduleMessage', { ...fresh(context), sendTime: context.world.clock.nowMs() - 1 }],
  (context) => ['scheduleMessage', { ...fresh(context), sendTime: context.world.clock.nowMs() + 1e12 }],
  (context) => ['scheduleMessage', { ...fresh(context), sendTime: 'tomorrow' }],
  (context) => ['scheduleMessage', { ...fresh(context), content: ' ' }],
  (context) => ['scheduleMessage', { ...fresh(context), toContactId: 'group-9999' }],
  (context) => ['changeScheduled', { id: `nothing-${context.number}`, content: 'x' }],
  (context) => ['sendScheduled', { id: `nothing-${context.number}` }],
  (context) => ['discardScheduled', { id: pickMessage(context)?.id ?? 'x' }],
  (context) => ['setReminder', { id: `nothing-${context.number}`, remindTime: soon(context) }],
  (context) => ['setReminder', { id: pickMessage(context)?.id ?? 'x', remindTime: 1 }],
];
const fresh = (context: ActContext) => ({
  id: `wrong-${context.number}`,
  toContactId: context.chat?.id ?? 'x',
  content: 'w',
  sendTime: soon(context),
});

const everywhere = (context: ActContext): readonly ActContext[] =>
  context.person.devices.flatMap((device) => device.tabs.map((tab) => ({ ...context, device, tab })));

const acts: Acts<'later'> = {
  putOff: (context) => postpone(context, soon(context)),
  putOffFar: (context) => postpone(context, far(context)),
  // Schedules in all tabs in the same instant, each a different message.
  putOffTogether: async (context) => {
    await Promise.all(everywhere(context).map((one, at) => postpone(one, soon(context), at)));
  },
  otherWords: async (context) => {
    await context.tab.client.actions.later();
    const one = pickScheduled(context);
    const draft = { text: `q${context.number}.0`, at: [], quote: null };
    if (one) await context.tab.client.actions.changeScheduled(one.id, { draft });
  },
  otherTime: async (context) => {
    await context.tab.client.actions.later();
    const one = pickScheduled(context);
    if (one) await context.tab.client.actions.changeScheduled(one.id, { atMs: soon(context) });
  },
  // Acts in two places at once, about the time it is due.
  sayNow: async (context) => {
    const one = pickScheduled(context);
    if (one)
      await Promise.all(everywhere(context).map(({ tab }) => tab.client.actions.sendScheduled(one.id)));
  },
  discardPutOff: async (context) => {
    await context.tab.client.actions.later();
    const one = pickScheduled(context);
    if (one) await context.tab.client.actions.discardScheduled(one.id);
  },
  putOffWrong: async (context) => {
    for (const at of [0, 3, 7]) {
      const [call, body] = pickFrom(WRONG, context.step.b + at)?.(context) ?? ['getLater', {}];
      await postCall(context, `${IM}/${call}`, body);
    }
  },
  remindMe: async (context) => {
    const message = pickMessage(context, isSpoken);
    if (message) await context.tab.client.actions.remind(message.id, soon(context));
  },
  remindTogether: async (context) => {
    const message = pickMessage(context, isSpoken);
    if (!message) return;
    const times = [soon(context), far(context), null];
    await Promise.all(
      everywhere(context).map(({ tab }, at) => tab.client.actions.remind(message.id, times[at % 3] ?? null)),
    );
  },
  remindNoMore: async (context) => {
    await context.tab.client.actions.later();
    const one = pickFrom(context.tab.state().later?.list?.reminders ?? [], context.step.b);
    if (one) await context.tab.client.actions.remind(messageId(one.id), null);
  },
  remindThenRecall: async (context) => {
    const message = pickMessage(context, (one) => isSpoken(one) && one.from.id === context.person.id);
    if (!message) return;
    await context.tab.client.actions.remind(message.id, soon(context));
    await context.tab.client.actions[context.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  lookLater: async (context) => {
    await Promise.all(everywhere(context).map(({ tab }) => tab.client.actions.later()));
    const entries = await context.tab.client.actions.inbox();
    const entry = entries.ok ? pickFrom(entries.value, context.step.b) : undefined;
    if (entry) await context.tab.client.actions.markInbox([entry], context.step.a % 4 !== 0);
  },
};

/** Scheduled messages, reminders and the inbox. */
export const later: UserSubject<'later'> = {
  acts,
  coverage: {
    calls: under(
      IM,
      `scheduleMessage changeScheduled sendScheduled discardScheduled setReminder getLater
        getInbox inboxDone`,
    ),
    events: 'later reminded',
    frames: 'later reminded',
    refusals: 'timeWrong scheduledUnknown',
    jobs: 'DoingLater',
  },
};
