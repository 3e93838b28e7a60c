import { postCall } from './group-acts.ts';
import { pickFrom, groupOf, passes } from './subject.ts';
import { GROUP, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { write } from './write.ts';
import type { GroupLink, GroupLinkForm } from '../../src/client/interface/account.ts';
import { GROUP_FIELDS, type GroupSetting } from '../../src/domain/group-fields.ts';
import { LINK_LIVES_SEC } from '../../src/domain/group-limits.ts';
import { userId } from '../../src/domain/ids.ts';
import type { ContactId } from '../../src/domain/ids.ts';

const small = new Blob(['x'.repeat(100)]);
const SETTING = '/enterprise/group/groupSetting';
const SEND = '/enterprise/im/sendMessage';
const REMOVE = '/enterprise/group/removeUser';

const inGroup = async (context: ActContext, act: (group: ContactId) => unknown): Promise<void> => {
  const group = groupOf(context);
  if (group) await act(group);
};

/** Unique text; sometimes none at all. */
const wordsOf = ({ number, step }: ActContext, what: string): string =>
  step.b % 4 === 0 ? '' : `${what} ${number}`;

/** Forbidden or malformed settings and transfers; each must be refused without changes. */
const WRONG: readonly ((context: ActContext, group: ContactId) => readonly [string, object])[] = [
  (_context, id) => [SETTING, { id, setting: { about: 'x'.repeat(GROUP_FIELDS.about.max + 1) } }],
  (_context, id) => [SETTING, { id, setting: { rules: 'x'.repeat(GROUP_FIELDS.rules.max + 1) } }],
  (_context, id) => [SETTING, { id, setting: { about: { a: 1 } } }],
  (_context, id) => [SETTING, { id, setting: { media: 'perhaps' } }],
  (_context, id) => [SETTING, { id, setting: { slowSec: 9 } }],
  (_context, id) => [SETTING, { id, setting: { slowSec: 3_601 } }],
  (_context, id) => [SETTING, { id, setting: { timeZone: '+02:00' } }],
  (_context, id) => [SETTING, { id, setting: { timeZone: 'Europe/Nowhere' } }],
  (_context, id) => [SETTING, { id, setting: { teams: 'two words' } }],
  (_context, id) => [SETTING, { id, setting: { teams: 'team 0' } }],
  (context, id) => [REMOVE, { id, user_id: context.person.id, heir: context.person.id }],
  (context, id) => [REMOVE, { id, user_id: context.person.id, heir: 999_999 }],
  (context, id) => [REMOVE, { id, user_id: context.someone, heir: context.person.id }],
  (context) => [REMOVE, { id: 'group-9999', user_id: context.person.id, heir: context.someone }],
];

const ZONES = ['Europe/Berlin', 'America/New_York', ''] as const;
const DESCRIBED: readonly ((context: ActContext) => Partial<GroupSetting>)[] = [
  (context) => ({ about: wordsOf(context, 'About') }),
  (context) => ({ rules: wordsOf(context, 'Rules') }),
  ({ step, number }) => ({ timeZone: pickFrom(ZONES, step.b + number) ?? '' }),
  ({ step, number, person }) => ({ teams: step.b % 4 === 0 ? '' : `team-${number} ${person.id}` }),
];

/** A group's description, its permissions, and its owner leaving. */
const guidingActs: Pick<
  Acts<'guiding'>,
  'tellAbout' | 'filesFor' | 'slowDown' | 'saySoon' | 'fileToGroup' | 'leaveToHeir' | 'guideWrong'
> = {
  tellAbout: (context) =>
    inGroup(context, (group) =>
      context.tab.client.actions.setGroupSetting(group, pickFrom(DESCRIBED, context.step.b)?.(context) ?? {}),
    ),
  filesFor: (context) =>
    inGroup(context, (group) =>
      context.tab.client.actions.setGroupSetting(group, { media: context.step.b % 3 === 0 }),
    ),
  slowDown: (context) =>
    inGroup(context, async (group) => {
      const { actions } = context.tab.client;
      await actions.setGroupSetting(group, { slowSec: 10 });
      await passes(context, 15_000 + (context.step.b % 5) * 3_000);
      // Otherwise what many have written would still wait when all must agree.
      await actions.setGroupSetting(group, { slowSec: 0 });
    }),
  /** The second one waits in slow mode, and messages in other chats do not. */
  saySoon: (context) =>
    inGroup(context, async (group) => {
      const here = context.chats.find(({ id }) => id === group);
      const other = context.chats.find(({ id, kind }) => id !== group && kind === 'favourites');
      for (const [part, chat] of [here, here, other].entries())
        if (chat) await write({ ...context, chat }, part, [], null);
      // A client that does not wait is refused.
      if (context.step.b % 2 === 0)
        for (const part of [0, 1])
          await postCall(context, SEND, {
            id: `soon-${context.number}-${part}`,
            toContactId: group,
            type: 'text',
            content: `s${context.number}.${part}`,
          });
    }),
  fileToGroup: (context) =>
    inGroup(context, (group) => {
      const file = { name: `paper-${context.number}.pdf`, body: small };
      context.tab.client.actions.sendFile(group, file, 'file');
    }),
  leaveToHeir: (context) =>
    inGroup(context, (group) => context.tab.client.actions.leaveGroup(group, userId(context.someone))),
  guideWrong: (context) =>
    inGroup(context, async (group) => {
      for (const at of [0, 3, 5]) {
        const [path, body] = pickFrom(WRONG, context.step.b + at)?.(context, group) ?? [SETTING, {}];
        await postCall(context, path, body);
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
  context: ActContext,
  form: Partial<GroupLinkForm>,
  then: (group: ContactId, token: string, link: GroupLink) => Promise<unknown> | void,
): Promise<void> {
  const group = groupOf(context);
  if (!group) return;
  const forSec = pickFrom(LINK_LIVES_SEC, context.step.b) ?? 0;
  const result = await context.tab.client.actions.addGroupLink(group, {
    forSec,
    max: 0,
    needsApproval: false,
    guestDays: 0,
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
const WRONG_LINKS: readonly ((context: ActContext, id: ContactId) => readonly [string, object])[] = [
  (_context, id) => ['addGroupLink', { id, for: 5 }],
  (_context, id) => ['addGroupLink', { id, for: 3_600, max: -1 }],
  (_context, id) => ['endGroupLink', { id, link: 99_999 }],
  (context, id) => ['answerGroupRequest', { id, user_id: context.someone, accept: 1 }],
  (context, id) => ['answerGroupRequest', { id, user_id: context.person.id, accept: 1 }],
  (context) => ['groupLines', { id: `group-9999`, from: context.step.b, to: 9 }],
  (_context, id) => ['groupLines', { id, from: -1, to: 9 }],
  (context) => ['groupRequests', { id: 'group-9999', user_id: context.someone }],
  (_context, id) => ['joinGroup', { group_id: id, token: '1-1-dead', ask: 1 }],
  (_context, id) => ['joinGroup', { group_id: id, token: '1', ask: 1, text: 'x'.repeat(201) }],
];

/** Coming into a group by a link, and asking to. */
const entranceActs: Pick<
  Acts<'guiding'>,
  'comeByLink' | 'askToCome' | 'answerThem' | 'crowd' | 'lookAtLinks' | 'readWhatHappened' | 'linkWrong'
> = {
  comeByLink: (context) =>
    withLink(context, { max: context.step.b % 3 }, async (group, token) => {
      const guest = guests(context)[0];
      if (guest && !guest.clock.dead) await guest.client.actions.scanned('group', token);
      if (guest) await enter(guest, group, token);
    }),
  // Some forget that this link asks first.
  askToCome: (context) =>
    withLink(context, { needsApproval: true }, async (group, token) => {
      const text = `Let me in ${context.number}`;
      for (const [at, guest] of guests(context).entries())
        await enter(guest, group, token, (context.step.b + at) % 4 === 0 ? undefined : { text });
    }),
  answerThem: async (context) => {
    const group = groupOf(context);
    if (!group) return;
    const { actions } = context.tab.client;
    const waiting = await actions.joinRequests(group);
    if (!waiting.ok) return;
    for (const [at, one] of waiting.value.entries())
      if (!context.tab.clock.dead)
        await actions.answerJoinRequest(group, userId(one.user), (context.step.b + at) % 3 !== 0);
  },
  // All users join at once by a link with one place.
  crowd: (context) =>
    withLink(context, { max: 1 }, async (group, token) => {
      const tabs = guests(context);
      for (const { clock, client } of tabs) if (!clock.dead) await client.actions.leaveGroup(group);
      await Promise.all(
        tabs.filter(({ clock }) => !clock.dead).map(({ client }) => client.actions.joinGroup(group, token)),
      );
    }),
  lookAtLinks: async (context) => {
    const group = groupOf(context);
    if (!group) return;
    const { actions } = context.tab.client;
    const links = await actions.groupLinks(group);
    const one = links.ok ? pickFrom(links.value, context.step.b) : undefined;
    if (one && !context.tab.clock.dead) await actions.endGroupLink(group, one.id);
    if (context.step.b % 5 === 0)
      for (let at = 0; at < 21; at += 1)
        await postCall(context, `${GROUP}/addGroupLink`, { id: group, for: 3_600, max: 1 });
  },
  // Also uses numbers outside the readable range, or out of order.
  readWhatHappened: async (context) => {
    const group = groupOf(context);
    if (group) await context.tab.client.actions.groupLines(group, context.step.b % 7, context.step.b % 50);
  },
  linkWrong: async (context) => {
    const group = groupOf(context);
    for (const at of [0, 2, 3, 5, 7]) {
      const [call, body] = (group && pickFrom(WRONG_LINKS, context.step.b + at)?.(context, group)) ?? [
        'groupLinks',
        {},
      ];
      await postCall(context, `${GROUP}/${call}`, body);
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
