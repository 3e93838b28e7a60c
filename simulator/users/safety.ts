import type { WorldPerson } from '../devices/person.ts';
import { call } from './call-acts.ts';
import { postCall } from './group-acts.ts';
import { IM, under } from './reached.ts';
import { pickFrom, pickMessage, groupOf, placeOf, placesOf } from './subject.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { userId } from '../../src/domain/ids.ts';
import type { UserId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { REPORT_REASONS } from '../../src/domain/report.ts';

const REPORT = '/enterprise/im/report';

const why = ({ step }: ActContext) => pickFrom(REPORT_REASONS, step.a) ?? 'other';

/** A visible message of another user. */
const theirs = (context: ActContext): Message | undefined =>
  pickMessage(
    context,
    ({ from, type, recalled }) =>
      from.id !== context.person.id && type !== 'event' && type !== 'webrtc' && !recalled,
  );

const tell = async (context: ActContext, message: Message | undefined, part = 0): Promise<void> => {
  const words = `r${context.number}.${part}`;
  if (message)
    await context.tab.client.actions.report({ kind: 'message', id: message.id }, why(context), words);
};

/** A line in another user's chat that was never in one of this user's. */
const unread = ({ world, person }: ActContext): string =>
  world.people
    .filter(({ id }) => id !== person.id)
    .flatMap(({ devices }) => devices.flatMap(({ tabs }) => tabs.map((tab) => tab.state())))
    .flatMap(({ conversations }) => [...conversations.values()].flatMap(({ chunks }) => chunks.flat()))
    .find(({ from }) => from.id !== person.id)?.id ?? 'nothing';

/** Forbidden or malformed reports; each must be refused without changes. */
const WRONG_REPORTS: readonly ((context: ActContext) => object)[] = [
  (context) => ({
    kind: 'message',
    id: pickMessage(context, ({ from }) => from.id === context.person.id)?.id ?? 'x',
  }),
  (context) => ({ kind: 'message', id: pickMessage(context, ({ recalled }) => recalled)?.id ?? 'x' }),
  (context) => ({ kind: 'message', id: pickMessage(context, ({ type }) => type === 'event')?.id ?? 'x' }),
  (context) => ({ kind: 'message', id: `nothing-${context.number}` }),
  (context) => ({ kind: 'person', id: context.person.id }),
  () => ({ kind: 'person', id: 90_000 }),
  () => ({ kind: 'person', id: 'group-1' }),
  () => ({ kind: 'group', id: 'group-90000' }),
  (context) => ({ kind: 'group', id: context.someone }),
  (context) => ({ kind: 'message', id: theirs(context)?.id ?? 'x', reason: 'no reason' }),
  (context) => ({ kind: 'message', id: theirs(context)?.id ?? 'x', words: 'x'.repeat(501) }),
  (context) => ({ kind: 'everything', id: context.someone }),
];

/** Reports to administrators, and their decisions. */
const reportActs: Pick<
  Acts<'safety'>,
  | 'report'
  | 'reportTwice'
  | 'reportThenRecall'
  | 'reportPerson'
  | 'reportGroup'
  | 'reportWrong'
  | 'reportUnread'
  | 'decide'
> = {
  report: (context) => tell(context, theirs(context)),
  // On all devices and in all tabs in the same instant.
  reportTwice: (context) => {
    const message = theirs(context);
    return Promise.all(placesOf(context).map(({ tab }, at) => tell({ ...context, tab }, message, at)));
  },
  // The reported message is recalled or edited in the same instant, or soon after.
  reportThenRecall: async (context) => {
    const message = theirs(context);
    if (!message) return;
    const author = context.world.people.find(({ id }) => id === message.from.id);
    const tab = author?.devices.flatMap(({ tabs }) => tabs)[0];
    const to = placeOf(context, message.id);
    const reporting = tell(context, message);
    if (context.step.a % 2 === 0) await reporting;
    if (context.step.b % 3 === 0) await tab?.client.actions.recall(message.id);
    else if (context.step.b % 3 === 1) await tab?.client.actions.remove(message.id);
    else if (to !== undefined)
      await postCall({ ...context, ...(tab && { tab }) }, '/enterprise/im/editMessage', {
        id: message.id,
        content: `e${context.number}.7`,
      });
    await reporting;
  },
  reportPerson: (context) =>
    context.tab.client.actions.report(
      { kind: 'person', id: context.someone },
      why(context),
      `r${context.number}.0`,
    ),
  reportGroup: (context) => {
    const id = groupOf(context);
    return (
      id && context.tab.client.actions.report({ kind: 'group', id }, why(context), `r${context.number}.0`)
    );
  },
  reportWrong: async (context) => {
    for (const at of [0, 3, 6, 9])
      await postCall(context, REPORT, {
        reason: 'spam',
        ...pickFrom(WRONG_REPORTS, context.step.b + at)?.(context),
      });
  },
  reportUnread: (context) =>
    postCall(context, REPORT, { kind: 'message', id: unread(context), reason: 'abuse' }),
  // Decides as an administrator.
  decide: async ({ world, step }) => {
    const { lines } = await world.ruler.execute('reports', 'list', ...(step.a % 4 === 0 ? ['decided'] : []));
    const id = pickFrom(lines.slice(0, -1), step.b)?.split('\t')[0];
    if (id === undefined) return;
    await world.ruler.execute('reports', 'show', id);
    const what = pickFrom(['dismiss', 'delete', 'dismiss', 'delete', 'disable'], step.a) ?? 'dismiss';
    await world.ruler.execute('reports', 'decide', id, what, 'decided');
  },
};

const BLOCK = '/enterprise/im/blockPerson';

/** Forbidden or malformed blocks; each must be refused without changes. */
const WRONG: readonly ((context: ActContext) => object)[] = [
  (context) => ({ id: context.person.id, on: 1 }),
  () => ({ id: 90_000, on: 1 }),
  () => ({ id: 'group-1', on: 1 }),
  (context) => ({ id: context.someone, on: 'perhaps' }),
  (context) => ({ id: context.someone }),
  () => ({ on: 1 }),
];

/** Users blocked by one user, as one of their tabs knows it. */
const blockedBy = ({ devices }: WorldPerson): readonly UserId[] =>
  devices.flatMap(({ tabs }) => tabs.flatMap((tab) => [...(tab.state().blocked ?? [])]));

/** A user who has blocked this one; otherwise any user. */
const blockerOf = ({ world, person, someone }: ActContext): UserId =>
  userId(world.people.find((one) => blockedBy(one).some((id) => id === person.id))?.id ?? someone);

const acts: Acts<'safety'> = {
  block: ({ tab, someone }) => tab.client.actions.block(someone, true),
  unblock: ({ tab, step, person, someone }) =>
    tab.client.actions.block(pickFrom(blockedBy(person), step.b) ?? someone, false),
  // On all devices and in all tabs in the same instant.
  blockTogether: (context) =>
    Promise.all(
      placesOf(context).map(({ tab }, at) =>
        tab.client.actions.block(context.someone, (context.step.b + at) % 2 === 0),
      ),
    ),
  writeToBlocker: (context) =>
    postCall(context, '/enterprise/im/sendMessage', {
      id: `kept-${context.number}`,
      toContactId: String(blockerOf(context)),
      type: 'text',
      content: `for nobody ${context.number}`,
    }),
  callBlocker: (context) => call(context.tab, blockerOf(context), context.step.b),
  blockWrong: async (context) => {
    for (const at of [0, 2, 4])
      await postCall(context, BLOCK, pickFrom(WRONG, context.step.b + at)?.(context) ?? {});
  },
  lookAtBlocked: ({ tab }) => tab.client.actions.blockedPeople(1, 20),
  ...reportActs,
};

/** Blocking and unblocking. */
export const safety: UserSubject<'safety'> = {
  acts,
  coverage: {
    calls: under(IM, 'blockPerson blockedPeople report'),
    events: 'blocked',
    frames: 'blockPerson',
    refusals: 'youBlocked addsNobody reportKind',
    commands: ['reports list', 'reports show', 'reports decide'],
  },
};
