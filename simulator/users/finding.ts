import type { UserId } from '../../src/domain/ids.ts';
import { SEARCH_KINDS } from '../../src/domain/search-filter.ts';
import type { SearchFilter } from '../../src/domain/search-filter.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { postCall } from './group-acts.ts';
import { pickFrom, pickMessage, passes, recordPress } from './subject.ts';

const narrowed = (from: UserId, by: number): SearchFilter => {
  const has = pickFrom(SEARCH_KINDS, by);
  return by % 2 === 0 ? { from } : { ...(has && { has }), sinceMs: by * 1_000 };
};

const search = async ({ world, tab, step, chat, someone }: ActContext, here: boolean): Promise<void> => {
  const words = pickFrom(world.record.messages, step.b)?.text.split('.')[0] ?? 'hello';
  const answer = await tab.client.actions.searchMessages({
    keywords: words,
    ...(here && chat ? { conversation: chat.id } : {}),
    ...(step.b % 3 === 0 && { filter: narrowed(someone, step.b) }),
  });
  // A message found by its text is in the index.
  if (answer.ok && answer.value.rows.length > 0) world.record.count('job: Indexing');
};

const acts: Acts<'finding'> = {
  search: (context) => search(context, false),
  searchHere: (context) => search(context, true),
  browseHistory: ({ tab, chat, step }) =>
    chat && tab.client.actions.browse({ conversation: chat.id, type: step.b % 2 === 0 ? 'all' : 'text' }),
  lookForMentions: ({ tab, chat }) =>
    chat?.kind === 'group' ? tab.client.actions.mentionsOf(chat.id) : undefined,
  searchPeople: ({ tab, world, step }) =>
    tab.client.actions.searchUser(pickFrom(world.people, step.b)?.account ?? 'nobody'),
  lookThroughNames: async ({ tab, world, step }) => {
    const words = step.b % 3 === 0 ? (pickFrom(world.people, step.a)?.account.slice(0, 3) ?? '') : '';
    const answer = await tab.client.actions.directory(words, 0);
    if (answer.ok && answer.value.next !== null) await tab.client.actions.directory(words, answer.value.next);
  },
  profileOf: (context) =>
    context.step.b % 3 === 0
      ? context.tab.client.actions.ownCode()
      : context.tab.client.actions.person(context.someone),
  card: ({ tab, chat, someone }) =>
    chat && tab.client.actions.sendCard(chat.id, { id: someone, displayName: 'x', avatar: '' }, 'a card'),
  mendCard: async (context) => {
    const { tab, chat, someone, person } = context;
    const existing = pickMessage(context, (one) => one.type === 'contact' && one.from.id === person.id)?.id;
    const result =
      existing === undefined && chat
        ? await tab.client.actions.sendCard(chat.id, { id: someone, displayName: 'x', avatar: '' }, 'a card')
        : null;
    if (result?.ok) await passes(context, 1_500);
    const id = existing ?? (result?.ok ? result.value : undefined);
    if (id !== undefined && !tab.clock.dead)
      await postCall(context, '/enterprise/im/updateCard', { id, extends: { id: someone } });
  },
  place: ({ tab, chat }) =>
    chat &&
    tab.client.actions.sendPlace(
      chat.id,
      { name: 'Square', address: 'Street 1', latitude: 1.5, longitude: 2.5 },
      'a place',
    ),
  applications: async (context) => {
    await postCall(context, '/enterprise/friend/getApplyMsg', {});
    await context.tab.client.actions.applications(context.step.b % 2 === 0 ? 'sent' : 'received', 1, 10);
  },
  reloadChat: ({ tab, chat }) => chat && tab.client.actions.ensureContact(chat.id),
  jumpTo: async (context) => {
    const { tab, chat, step } = context;
    if (!chat) return;
    const message = pickMessage(context);
    if (step.b % 3 === 0) await tab.client.actions.loadNewest(chat.id);
    else if (step.b % 3 === 1) await tab.client.actions.loadNewer(chat.id);
    else if (message) await tab.client.actions.loadUntil(chat.id, message.msgId);
  },
  recallLater: (context) => {
    const mine = pickMessage(
      context,
      (one) => one.from.id === context.person.id && !one.recalled && one.type === 'text',
    );
    if (!mine) return;
    const { actions } = context.tab.client;
    const takeBack = () =>
      recordPress(context, 'recall', mine.id, true, () => actions.recallLater(mine.id, 2_000));
    void takeBack();
    // The recall is undone, or not.
    if (context.step.b % 3 === 0)
      void recordPress(context, 'recall', mine.id, false, () => actions.keepMessage(mine.id));
    if (context.step.b % 6 === 3) void takeBack();
  },
  readAll: ({ tab }) => tab.client.actions.markAllRead(),
  // Starts an answer and never sends it; the quote is the composer's.
  draftAnswer: (context) => {
    const { tab, chat, number } = context;
    const about = pickMessage(context, (one) => one.type === 'text' && !one.recalled);
    if (!about || !chat) return;
    const { msgId, content, from } = about;
    const quote = { msgId, content, userId: from.id, realname: from.realname };
    tab.client.actions.saveDraft(chat.id, { text: `later${number}`, at: [], quote });
  },
};

/** Searching users and messages, and sending contact cards and locations. */
export const finding: UserSubject<'finding'> = {
  acts,
  coverage: {
    calls: [
      ...under(IM, 'search searchUser directory getContactInfo readAtMsg updateCard'),
      '/enterprise/friend/getApplyMsg',
    ],
    events: 'updated',
    frames: 'updateMessage',
    refusals: 'directoryOff',
    settings: 'sysInfo.directory',
    jobs: 'Indexing',
  },
};
