import { personContact } from '../../src/domain/ids.ts';
import type { Contact } from '../../src/client/state/state.ts';
import type { ActContext } from './act-context.ts';
import { postCall } from './group-acts.ts';
import { chosen, placesOf } from './subject.ts';
import type { Acts } from './subject.ts';
import { wanted } from './wanted.ts';
import { write } from './write.ts';

const CALLS = { archive: '/enterprise/im/archiveChat', mark: '/enterprise/im/markUnread' } as const;

/** A chat with others; notes to oneself stay where they are. */
const others = ({ chat, chats, step }: ActContext): Contact | undefined =>
  chat?.kind === 'favourites'
    ? chosen(
        chats.filter(({ kind }) => kind !== 'favourites'),
        step.a,
      )
    : chat;

const archive = (hand: ActContext, on: boolean): Promise<unknown> => {
  const chat = others(hand);
  return chat
    ? wanted(hand, 'archive', chat.id, on, (value) => hand.tab.client.actions.archiveChat(chat.id, value))
    : Promise.resolve();
};

/** What nobody may put away or mark, or not like that; each must be refused, and change nothing. */
const WRONG: readonly ((hand: ActContext) => object)[] = [
  () => ({ id: 'admin_notice', on: 1 }),
  () => ({ id: '-1', on: 1 }),
  () => ({ id: 'group-90000', on: 1 }),
  (hand) => ({ id: hand.chat?.id ?? 'x', on: 'perhaps' }),
  (hand) => ({ id: hand.chat?.id ?? 'x' }),
  () => ({ on: 1 }),
];

/** How chats lie in one's list. */
export const arrangingActs: Acts<'arranging'> = {
  archive: (hand) => archive(hand, true),
  bringBack: (hand) => archive(hand, hand.step.b % 4 === 0),
  // On all devices and in all tabs in the same instant.
  archiveTogether: (hand) =>
    Promise.all(
      placesOf(hand).map((place, at) => archive({ ...hand, ...place }, (hand.step.b + at) % 2 === 0)),
    ),
  // Somebody calls a member of a group, who may have put it away.
  callSomebody: (hand) => write(hand, 0, [{ id: hand.someone, name: 'x' }], null),
  archiveThenHide: async (hand) => {
    await archive(hand, true);
    const chat = others(hand);
    if (chat && hand.step.b % 2 === 0)
      await wanted(hand, 'hide', chat.id, chat.counting.count, () =>
        hand.tab.client.actions.hideChat(chat.id),
      );
  },
  markUnread: async (hand) => {
    const chat = others(hand);
    if (chat) await hand.tab.client.actions.markUnread(chat.id, hand.step.b % 4 !== 0);
  },
  markTogether: async (hand) => {
    const chat = others(hand);
    for (const [at, { tab }] of placesOf(hand).entries())
      if (chat) await tab.client.actions.markUnread(chat.id, at % 2 === 0);
  },
  // As one looks at it, the mark goes.
  markThenOpen: async (hand) => {
    const chat = others(hand);
    if (!chat) return;
    await hand.tab.client.actions.markUnread(chat.id, true);
    hand.tab.client.actions.openChat(chat.id);
  },
  arrangeWrong: async (hand) => {
    for (const at of [0, 2, 4]) {
      const body = chosen(WRONG, hand.step.b + at)?.(hand) ?? {};
      await postCall(hand, CALLS.archive, body);
      await postCall(hand, CALLS.mark, { ...body, id: at === 0 ? personContact(hand.someone) : 'x' });
    }
  },
};
