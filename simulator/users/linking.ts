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
const textWith = (hand: ActContext, choice: number, part = 0): string =>
  `l${hand.number}.${part} ${linkIn(hand, choice, part)}`;

const isOwnText = ({ person }: ActContext, { from, type, recalled }: Message): boolean =>
  from.id === person.id && type === 'text' && !recalled;
const mine = (hand: ActContext): Message | undefined => pickMessage(hand, (one) => isOwnText(hand, one));
const carded = (hand: ActContext): Message | undefined =>
  pickMessage(hand, (one) => isOwnText(hand, one) && one.link !== undefined);

/** Forbidden removals, or of missing cards; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext) => string)[] = [
  (hand) => pickMessage(hand, (one) => one.from.id !== hand.person.id && one.link !== undefined)?.id ?? 'x',
  (hand) => pickMessage(hand, (one) => one.from.id !== hand.person.id)?.id ?? 'x',
  (hand) => `nothing-${hand.number}`,
];

const acts: Acts<'linking'> = {
  link: (hand) => write(hand, textWith(hand, hand.step.b), [], null),
  // A card never reveals a spoiler.
  linkHidden: (hand) => write(hand, `l${hand.number}.0 ||${pageAt('hidden', '1.0')}||`, [], null),
  // Sends as a user who has turned cards off, for this device, or for all of them.
  linkNotWanted: async (hand) => {
    if (!hand.chat) return;
    const text = textWith(hand, hand.step.b);
    if (hand.step.a % 2 === 0) await hand.tab.client.actions.keepPreviews(hand.step.b % 3 === 0);
    await hand.tab.client.actions.send(hand.chat.id, { text, at: [], quote: null, noPreview: true });
  },
  // While the page is being asked.
  linkThenRecall: async (hand) => {
    const message = carded(hand) ?? mine(hand);
    if (hand.step.a % 2 === 0) await write(hand, textWith(hand, hand.step.b), [], null);
    if (message) await hand.tab.client.actions[hand.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  // The same address, another one, or none.
  editLink: (hand) => {
    const message = carded(hand) ?? mine(hand);
    const to = message && placeOf(hand, message.id);
    if (!message || to === undefined) return;
    const same = /https?:\/\/\S+/.exec(message.content)?.[0] ?? '';
    const next = pickFrom(
      [`l${hand.number}.0 ${same}`, textWith(hand, hand.step.a), `l${hand.number}.0`],
      hand.step.b,
    );
    void hand.tab.client.actions.edit(to, message.id, { text: next ?? '', at: [], quote: null });
  },
  dropCard: async (hand) => {
    const message = carded(hand) ?? mine(hand);
    const to = message && placeOf(hand, message.id);
    if (message && to) await hand.tab.client.actions.removePreview(to, message.id, message.link?.url ?? '');
    await postCall(hand, REMOVE, { id: pickFrom(WRONG, hand.step.b)?.(hand) });
  },
  passLinkOn: async (hand) => {
    const message = pickMessage(hand, (one) => one.link !== undefined);
    if (message && hand.chat) await hand.tab.client.actions.forward(message.msgId, [hand.chat.id]);
  },
  // Unusual requests of other clients: for several messages, with a forged card, for one without an address.
  linkRaw: async (hand) => {
    const item = (part: number, more: object = {}) => ({
      id: `linked-${hand.number}-${part}`,
      toContactId: hand.chat?.id ?? '-1',
      type: 'text',
      content: textWith(hand, hand.step.b + part, part),
      preview: 1,
      ...more,
    });
    const forged = { link: { url: 'https://pages.test/good/1', title: `forged${hand.number}.0` } };
    await postCall(hand, '/enterprise/im/sendMessage', [item(0), item(1)]);
    await postCall(hand, '/enterprise/im/sendMessage', item(2, { extends: forged, link: forged.link }));
    await postCall(hand, '/enterprise/im/sendMessage', item(3, { content: `l${hand.number}.3` }));
  },
  linkSwitch: async (hand) => {
    await hand.world.ruler.configure('chatInfo.linkPreview', hand.step.b % 3 === 0 ? '0' : '1');
    await write(hand, textWith(hand, hand.step.a), [], null);
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
