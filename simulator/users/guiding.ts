import type { ContactId } from '../../src/domain/ids.ts';
import { userId } from '../../src/domain/ids.ts';
import { groupLimits } from '../../src/domain/group-limits.ts';
import type { ActContext, Acts } from './subject.ts';
import { postCall } from './group-acts.ts';
import { chosen, groupOf, passes } from './subject.ts';
import { write } from './write.ts';

const small = new Blob(['x'.repeat(100)]);
const SETTING = '/enterprise/group/groupSetting';
const SEND = '/enterprise/im/sendMessage';
const REMOVE = '/enterprise/group/removeUser';

const inGroup = async (hand: ActContext, act: (group: ContactId) => unknown): Promise<void> => {
  const group = groupOf(hand);
  if (group) await act(group);
};

/** Unique text; sometimes none at all. */
const wordsOf = ({ number, step }: ActContext, what: string): string =>
  step.b % 4 === 0 ? '' : `${what} ${number}`;

/** Forbidden or malformed settings and transfers; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext, group: ContactId) => readonly [string, object])[] = [
  (_hand, id) => [SETTING, { id, setting: { about: 'x'.repeat(groupLimits.aboutMax + 1) } }],
  (_hand, id) => [SETTING, { id, setting: { rules: 'x'.repeat(groupLimits.rulesMax + 1) } }],
  (_hand, id) => [SETTING, { id, setting: { about: { a: 1 } } }],
  (_hand, id) => [SETTING, { id, setting: { media: 'perhaps' } }],
  (_hand, id) => [SETTING, { id, setting: { slowSec: 9 } }],
  (_hand, id) => [SETTING, { id, setting: { slowSec: 3_601 } }],
  (hand, id) => [REMOVE, { id, user_id: hand.person.id, heir: hand.person.id }],
  (hand, id) => [REMOVE, { id, user_id: hand.person.id, heir: 999_999 }],
  (hand, id) => [REMOVE, { id, user_id: hand.someone, heir: hand.person.id }],
  (hand) => [REMOVE, { id: 'group-9999', user_id: hand.person.id, heir: hand.someone }],
];

/** A group's description, its permissions, and its owner leaving. */
export const guidingActs: Pick<
  Acts<'guiding'>,
  'tellAbout' | 'filesFor' | 'slowDown' | 'saySoon' | 'fileToGroup' | 'leaveToHeir' | 'guideWrong'
> = {
  tellAbout: (hand) =>
    inGroup(hand, (group) =>
      hand.tab.client.actions.setGroupSetting(
        group,
        hand.step.b % 2 === 0 ? { about: wordsOf(hand, 'About') } : { rules: wordsOf(hand, 'Rules') },
      ),
    ),
  filesFor: (hand) =>
    inGroup(hand, (group) =>
      hand.tab.client.actions.setGroupSetting(group, { media: hand.step.b % 3 === 0 }),
    ),
  slowDown: (hand) =>
    inGroup(hand, async (group) => {
      const { actions } = hand.tab.client;
      await actions.setGroupSetting(group, { slowSec: 10 });
      await passes(hand, 15_000 + (hand.step.b % 5) * 3_000);
      // Otherwise what many have written would still wait when all must agree.
      await actions.setGroupSetting(group, { slowSec: 0 });
    }),
  /** The second one waits in slow mode, and messages in other chats do not. */
  saySoon: (hand) =>
    inGroup(hand, async (group) => {
      const here = hand.chats.find(({ id }) => id === group);
      const other = hand.chats.find(({ id, kind }) => id !== group && kind === 'favourites');
      for (const [part, chat] of [here, here, other].entries())
        if (chat) await write({ ...hand, chat }, part, [], null);
      // A client that does not wait is refused.
      if (hand.step.b % 2 === 0)
        for (const part of [0, 1])
          await postCall(hand, SEND, {
            id: `soon-${hand.number}-${part}`,
            toContactId: group,
            type: 'text',
            content: `s${hand.number}.${part}`,
          });
    }),
  fileToGroup: (hand) =>
    inGroup(hand, (group) => {
      const file = { name: `paper-${hand.number}.pdf`, body: small };
      hand.tab.client.actions.sendFile(group, file, 'file');
    }),
  leaveToHeir: (hand) =>
    inGroup(hand, (group) => hand.tab.client.actions.leaveGroup(group, userId(hand.someone))),
  guideWrong: (hand) =>
    inGroup(hand, async (group) => {
      for (const at of [0, 3, 5]) {
        const [path, body] = chosen(WRONG, hand.step.b + at)?.(hand, group) ?? [SETTING, {}];
        await postCall(hand, path, body);
      }
    }),
};
