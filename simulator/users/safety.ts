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
const theirs = (hand: ActContext): Message | undefined =>
  pickMessage(
    hand,
    ({ from, type, recalled }) =>
      from.id !== hand.person.id && type !== 'event' && type !== 'webrtc' && !recalled,
  );

const tell = async (hand: ActContext, message: Message | undefined, part = 0): Promise<void> => {
  const words = `r${hand.number}.${part}`;
  if (message) await hand.tab.client.actions.report({ kind: 'message', id: message.id }, why(hand), words);
};

/** A line in another user's chat that was never in one of this user's. */
const unread = ({ world, person }: ActContext): string =>
  world.people
    .filter(({ id }) => id !== person.id)
    .flatMap(({ devices }) => devices.flatMap(({ tabs }) => tabs.map((tab) => tab.state())))
    .flatMap(({ conversations }) => [...conversations.values()].flatMap(({ chunks }) => chunks.flat()))
    .find(({ from }) => from.id !== person.id)?.id ?? 'nothing';

/** Forbidden or malformed reports; each must be refused without changes. */
const WRONG_REPORTS: readonly ((hand: ActContext) => object)[] = [
  (hand) => ({
    kind: 'message',
    id: pickMessage(hand, ({ from }) => from.id === hand.person.id)?.id ?? 'x',
  }),
  (hand) => ({ kind: 'message', id: pickMessage(hand, ({ recalled }) => recalled)?.id ?? 'x' }),
  (hand) => ({ kind: 'message', id: pickMessage(hand, ({ type }) => type === 'event')?.id ?? 'x' }),
  (hand) => ({ kind: 'message', id: `nothing-${hand.number}` }),
  (hand) => ({ kind: 'person', id: hand.person.id }),
  () => ({ kind: 'person', id: 90_000 }),
  () => ({ kind: 'person', id: 'group-1' }),
  () => ({ kind: 'group', id: 'group-90000' }),
  (hand) => ({ kind: 'group', id: hand.someone }),
  (hand) => ({ kind: 'message', id: theirs(hand)?.id ?? 'x', reason: 'no reason' }),
  (hand) => ({ kind: 'message', id: theirs(hand)?.id ?? 'x', words: 'x'.repeat(501) }),
  (hand) => ({ kind: 'everything', id: hand.someone }),
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
  report: (hand) => tell(hand, theirs(hand)),
  // On all devices and in all tabs in the same instant.
  reportTwice: (hand) => {
    const message = theirs(hand);
    return Promise.all(placesOf(hand).map(({ tab }, at) => tell({ ...hand, tab }, message, at)));
  },
  // The reported message is recalled or edited in the same instant, or soon after.
  reportThenRecall: async (hand) => {
    const message = theirs(hand);
    if (!message) return;
    const author = hand.world.people.find(({ id }) => id === message.from.id);
    const tab = author?.devices.flatMap(({ tabs }) => tabs)[0];
    const to = placeOf(hand, message.id);
    const reporting = tell(hand, message);
    if (hand.step.a % 2 === 0) await reporting;
    if (hand.step.b % 3 === 0) await tab?.client.actions.recall(message.id);
    else if (hand.step.b % 3 === 1) await tab?.client.actions.remove(message.id);
    else if (to !== undefined)
      await postCall({ ...hand, ...(tab && { tab }) }, '/enterprise/im/editMessage', {
        id: message.id,
        content: `e${hand.number}.7`,
      });
    await reporting;
  },
  reportPerson: (hand) =>
    hand.tab.client.actions.report({ kind: 'person', id: hand.someone }, why(hand), `r${hand.number}.0`),
  reportGroup: (hand) => {
    const id = groupOf(hand);
    return id && hand.tab.client.actions.report({ kind: 'group', id }, why(hand), `r${hand.number}.0`);
  },
  reportWrong: async (hand) => {
    for (const at of [0, 3, 6, 9])
      await postCall(hand, REPORT, { reason: 'spam', ...pickFrom(WRONG_REPORTS, hand.step.b + at)?.(hand) });
  },
  reportUnread: (hand) => postCall(hand, REPORT, { kind: 'message', id: unread(hand), reason: 'abuse' }),
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
const WRONG: readonly ((hand: ActContext) => object)[] = [
  (hand) => ({ id: hand.person.id, on: 1 }),
  () => ({ id: 90_000, on: 1 }),
  () => ({ id: 'group-1', on: 1 }),
  (hand) => ({ id: hand.someone, on: 'perhaps' }),
  (hand) => ({ id: hand.someone }),
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
  blockTogether: (hand) =>
    Promise.all(
      placesOf(hand).map(({ tab }, at) =>
        tab.client.actions.block(hand.someone, (hand.step.b + at) % 2 === 0),
      ),
    ),
  writeToBlocker: (hand) =>
    postCall(hand, '/enterprise/im/sendMessage', {
      id: `kept-${hand.number}`,
      toContactId: String(blockerOf(hand)),
      type: 'text',
      content: `for nobody ${hand.number}`,
    }),
  callBlocker: (hand) => call(hand.tab, blockerOf(hand), hand.step.b),
  blockWrong: async (hand) => {
    for (const at of [0, 2, 4]) await postCall(hand, BLOCK, pickFrom(WRONG, hand.step.b + at)?.(hand) ?? {});
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
