import { postCall } from './group-acts.ts';
import { pickFrom, groupOf, passes } from './subject.ts';
import { GROUP, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { write } from './write.ts';
import type { GroupLink, GroupLinkForm } from '../../src/client/interface/account.ts';
import { GROUP_FIELDS } from '../../src/domain/group-fields.ts';
import { LINK_LIVES_SEC } from '../../src/domain/group-limits.ts';
import { userId } from '../../src/domain/ids.ts';
import type { ContactId } from '../../src/domain/ids.ts';

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
  (_hand, id) => [SETTING, { id, setting: { about: 'x'.repeat(GROUP_FIELDS.about.max + 1) } }],
  (_hand, id) => [SETTING, { id, setting: { rules: 'x'.repeat(GROUP_FIELDS.rules.max + 1) } }],
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
const guidingActs: Pick<
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
        const [path, body] = pickFrom(WRONG, hand.step.b + at)?.(hand, group) ?? [SETTING, {}];
        await postCall(hand, path, body);
      }
    }),
};

type Tab = ActContext['tab'];

const tokenIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

/** The first tab of each other user. */
const guests = ({ world, person }: ActContext): readonly Tab[] =>
  world.people.flatMap((one) =>
    one === person ? [] : one.devices.flatMap((device) => device.tabs).slice(0, 1),
  );

/** A link that this person makes for a group, if they may. */
async function withLink(
  hand: ActContext,
  form: Partial<GroupLinkForm>,
  then: (group: ContactId, token: string, link: GroupLink) => Promise<unknown> | void,
): Promise<void> {
  const group = groupOf(hand);
  if (!group) return;
  const forSec = pickFrom(LINK_LIVES_SEC, hand.step.b) ?? 0;
  const result = await hand.tab.client.actions.addGroupLink(group, {
    forSec,
    max: 0,
    needsApproval: false,
    ...form,
  });
  if (result.ok) await then(group, tokenIn(result.value.address), result.value);
}

/** They go, if they are there, and come by the link. */
async function enter(
  tab: Tab,
  group: ContactId,
  token: string,
  ask?: { readonly text: string },
): Promise<void> {
  if (tab.clock.dead) return;
  await tab.client.actions.leaveGroup(group);
  if (!tab.clock.dead) await tab.client.actions.joinGroup(group, token, ask);
}

/** Forbidden or malformed link and join requests; each must be refused without changes. */
const WRONG_LINKS: readonly ((hand: ActContext, id: ContactId) => readonly [string, object])[] = [
  (_hand, id) => ['addGroupLink', { id, for: 5 }],
  (_hand, id) => ['addGroupLink', { id, for: 3_600, max: -1 }],
  (_hand, id) => ['endGroupLink', { id, link: 99_999 }],
  (hand, id) => ['answerGroupRequest', { id, user_id: hand.someone, accept: 1 }],
  (hand, id) => ['answerGroupRequest', { id, user_id: hand.person.id, accept: 1 }],
  (hand) => ['groupLines', { id: `group-9999`, from: hand.step.b, to: 9 }],
  (_hand, id) => ['groupLines', { id, from: -1, to: 9 }],
  (hand) => ['groupRequests', { id: 'group-9999', user_id: hand.someone }],
  (_hand, id) => ['joinGroup', { group_id: id, token: '1-1-dead', ask: 1 }],
  (_hand, id) => ['joinGroup', { group_id: id, token: '1', ask: 1, text: 'x'.repeat(201) }],
];

/** Coming into a group by a link, and asking to. */
const entranceActs: Pick<
  Acts<'guiding'>,
  'comeByLink' | 'askToCome' | 'answerThem' | 'crowd' | 'lookAtLinks' | 'readWhatHappened' | 'linkWrong'
> = {
  comeByLink: (hand) =>
    withLink(hand, { max: hand.step.b % 3 }, async (group, token) => {
      const guest = guests(hand)[0];
      if (guest && !guest.clock.dead) await guest.client.actions.scanned('group', token);
      if (guest) await enter(guest, group, token);
    }),
  // Some forget that this link asks first.
  askToCome: (hand) =>
    withLink(hand, { needsApproval: true }, async (group, token) => {
      const text = `Let me in ${hand.number}`;
      for (const [at, guest] of guests(hand).entries())
        await enter(guest, group, token, (hand.step.b + at) % 4 === 0 ? undefined : { text });
    }),
  answerThem: async (hand) => {
    const group = groupOf(hand);
    if (!group) return;
    const { actions } = hand.tab.client;
    const waiting = await actions.joinRequests(group);
    if (!waiting.ok) return;
    for (const [at, one] of waiting.value.entries())
      if (!hand.tab.clock.dead)
        await actions.answerJoinRequest(group, userId(one.user), (hand.step.b + at) % 3 !== 0);
  },
  // All users join at once by a link with one place.
  crowd: (hand) =>
    withLink(hand, { max: 1 }, async (group, token) => {
      const tabs = guests(hand);
      for (const { clock, client } of tabs) if (!clock.dead) await client.actions.leaveGroup(group);
      await Promise.all(
        tabs.filter(({ clock }) => !clock.dead).map(({ client }) => client.actions.joinGroup(group, token)),
      );
    }),
  lookAtLinks: async (hand) => {
    const group = groupOf(hand);
    if (!group) return;
    const { actions } = hand.tab.client;
    const links = await actions.groupLinks(group);
    const one = links.ok ? pickFrom(links.value, hand.step.b) : undefined;
    if (one && !hand.tab.clock.dead) await actions.endGroupLink(group, one.id);
    if (hand.step.b % 5 === 0)
      for (let at = 0; at < 21; at += 1)
        await postCall(hand, `${GROUP}/addGroupLink`, { id: group, for: 3_600, max: 1 });
  },
  // Also uses numbers outside the readable range, or out of order.
  readWhatHappened: async (hand) => {
    const group = groupOf(hand);
    if (group) await hand.tab.client.actions.groupLines(group, hand.step.b % 7, hand.step.b % 50);
  },
  linkWrong: async (hand) => {
    const group = groupOf(hand);
    for (const at of [0, 2, 3, 5, 7]) {
      const [call, body] = (group && pickFrom(WRONG_LINKS, hand.step.b + at)?.(hand, group)) ?? [
        'groupLinks',
        {},
      ];
      await postCall(hand, `${GROUP}/${call}`, body);
    }
  },
};

/** A group's description, its permissions, its links, and its owner leaving. */
export const guiding: UserSubject<'guiding'> = {
  acts: { ...guidingActs, ...entranceActs },
  coverage: {
    calls: under(GROUP, 'addGroupLink groupLinks endGroupLink groupRequests answerGroupRequest groupLines'),
    frames: 'groupRequests',
    refusals: 'mediaManagers slowMode joinAsks linkUnknown requestUnknown linksFull',
  },
};
