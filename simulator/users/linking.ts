import type { Message } from '../../src/domain/message.ts';
import { pageAt, PAGE_KINDS } from '../oracle/pages.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { pickFrom, pickMessage, placeOf } from './subject.ts';
import { postCall } from './group-acts.ts';
import { write } from './write.ts';

const REMOVE = '/enterprise/im/removePreview';

/** Mostly pages with metadata. */
const KINDS = ['good', 'good', 'picture', ...PAGE_KINDS.filter((kind) => kind !== 'hidden')] as const;
const linkIn = ({ number }: ActContext, choice: number, part = 0): string =>
  pageAt(pickFrom(KINDS, choice) ?? 'good', `${number}.${part}`);
const textWith = (context: ActContext, choice: number, part = 0): string =>
  `l${context.number}.${part} ${linkIn(context, choice, part)}`;

const isOwnText = ({ person }: ActContext, { from, type, recalled }: Message): boolean =>
  from.id === person.id && type === 'text' && !recalled;
const mine = (context: ActContext): Message | undefined =>
  pickMessage(context, (one) => isOwnText(context, one));
const carded = (context: ActContext): Message | undefined =>
  pickMessage(context, (one) => isOwnText(context, one) && one.link !== undefined);

/** Forbidden removals, or of missing cards; each must be refused without changes. */
const WRONG: readonly ((context: ActContext) => string)[] = [
  (context) =>
    pickMessage(context, (one) => one.from.id !== context.person.id && one.link !== undefined)?.id ?? 'x',
  (context) => pickMessage(context, (one) => one.from.id !== context.person.id)?.id ?? 'x',
  (context) => `nothing-${context.number}`,
];

const acts: Acts<'linking'> = {
  link: (context) => write(context, textWith(context, context.step.b), [], null),
  // A card never reveals a spoiler.
  linkHidden: (context) => write(context, `l${context.number}.0 ||${pageAt('hidden', '1.0')}||`, [], null),
  // Sends as a user who has turned cards off, for this device, or for all of them.
  linkNotWanted: async (context) => {
    if (!context.chat) return;
    const text = textWith(context, context.step.b);
    if (context.step.a % 2 === 0) await context.tab.client.actions.keepPreviews(context.step.b % 3 === 0);
    await context.tab.client.actions.send(context.chat.id, { text, at: [], quote: null, noPreview: true });
  },
  // While the page is being asked.
  linkThenRecall: async (context) => {
    const message = carded(context) ?? mine(context);
    if (context.step.a % 2 === 0) await write(context, textWith(context, context.step.b), [], null);
    if (message) await context.tab.client.actions[context.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  // The same address, another one, or none.
  editLink: (context) => {
    const message = carded(context) ?? mine(context);
    const to = message && placeOf(context, message.id);
    if (!message || to === undefined) return;
    const same = /https?:\/\/\S+/.exec(message.content)?.[0] ?? '';
    const next = pickFrom(
      [`l${context.number}.0 ${same}`, textWith(context, context.step.a), `l${context.number}.0`],
      context.step.b,
    );
    void context.tab.client.actions.edit(to, message.id, { text: next ?? '', at: [], quote: null });
  },
  dropCard: async (context) => {
    const message = carded(context) ?? mine(context);
    const to = message && placeOf(context, message.id);
    if (message && to)
      await context.tab.client.actions.removePreview(to, message.id, message.link?.url ?? '');
    await postCall(context, REMOVE, { id: pickFrom(WRONG, context.step.b)?.(context) });
  },
  passLinkOn: async (context) => {
    const message = pickMessage(context, (one) => one.link !== undefined);
    if (message && context.chat) await context.tab.client.actions.forward(message.msgId, [context.chat.id]);
  },
  // Unusual requests of other clients: for several messages, with a forged card, for one without an address.
  linkRaw: async (context) => {
    const item = (part: number, more: object = {}) => ({
      id: `linked-${context.number}-${part}`,
      toContactId: context.chat?.id ?? '-1',
      type: 'text',
      content: textWith(context, context.step.b + part, part),
      preview: 1,
      ...more,
    });
    const forged = { link: { url: 'https://pages.test/good/1', title: `forged${context.number}.0` } };
    await postCall(context, '/enterprise/im/sendMessage', [item(0), item(1)]);
    await postCall(context, '/enterprise/im/sendMessage', item(2, { extends: forged, link: forged.link }));
    await postCall(context, '/enterprise/im/sendMessage', item(3, { content: `l${context.number}.3` }));
  },
  linkSwitch: async (context) => {
    await context.world.ruler.configure('chatInfo.linkPreview', context.step.b % 3 === 0 ? '0' : '1');
    await write(context, textWith(context, context.step.a), [], null);
  },
};

/** Addresses of pages in what people write, and the cards under them. */
export const linking: UserSubject<'linking'> = {
  acts,
  coverage: {
    calls: under(IM, 'removePreview'),
    events: 'previewed',
    frames: 'previewed',
    settings: 'chatInfo.linkPreview',
  },
};
