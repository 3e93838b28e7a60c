import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall } from './group-acts.ts';
import { pickFrom } from './subject.ts';
import { blackout } from './time.ts';

const CALL = '/enterprise/im/setTimer';
const DAYS = [1, 7, 1, 90, 0] as const;

const everywhere = (context: ActContext): readonly ActContext[] =>
  context.person.devices.flatMap((device) => device.tabs.map((tab) => ({ ...context, device, tab })));

async function setTimer({ tab, chat }: ActContext, days: (typeof DAYS)[number]): Promise<void> {
  if (chat) await tab.client.actions.setTimer(chat.id, days);
}

/** Forbidden or malformed timers; each must be refused without changes. */
const WRONG: readonly ((context: ActContext) => object)[] = [
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', days: 2 }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', days: -1 }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x', days: 'soon' }),
  ({ chat }) => ({ toContactId: chat?.id ?? 'x' }),
  () => ({ toContactId: '-1', days: 1 }),
  () => ({ toContactId: 'admin_notice', days: 1 }),
  () => ({ toContactId: 'group-9999', days: 1 }),
  ({ person }) => ({ toContactId: String(person.id), days: 7 }),
  ({ number }) => ({ toContactId: `nothing-${number}`, days: 7 }),
];

const acts: Acts<'vanishing'> = {
  setTimer: (context) => setTimer(context, pickFrom(DAYS, context.step.b) ?? 1),
  timerOff: (context) => setTimer(context, 0),
  // On all devices and in all tabs in the same instant, each another one.
  timerTogether: async (context) => {
    await Promise.all(everywhere(context).map((one, at) => setTimer(one, DAYS[at % DAYS.length] ?? 1)));
  },
  timerWrong: async (context) => {
    for (const at of [0, 3, 5])
      await postCall(context, CALL, pickFrom(WRONG, context.step.b + at)?.(context) ?? {});
  },
  sayUnderTimer: async (context) => {
    const { tab, chat, number } = context;
    if (!chat) return;
    await setTimer(context, pickFrom([1, 7], context.step.b) ?? 1);
    for (const part of [0, 1, 2])
      await tab.client.actions.send(chat.id, { text: `v${number}.${part}`, at: [], quote: null });
  },
  daysPass: (context) => blackout(context, [1, 2, 7, 8, 91]),
};

/** Messages that disappear: timers, and the days that pass. */
export const vanishing: UserSubject<'vanishing'> = {
  acts,
  coverage: {
    calls: under(IM, 'setTimer'),
    events: 'timer',
    frames: 'timer',
    refusals: 'timerHere',
    jobs: 'ErasingDue',
  },
};
