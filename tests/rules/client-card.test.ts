import { expect, it } from 'vitest';
import { createMemoryProfile } from '../../src/client/persistence/memory-adapter.ts';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { loggedIn, messageOf, scripted, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);
const SLIP = messageId('slip');
const URL_OF = 'https://pages.test/one';
const CARD = { url: URL_OF, title: 'One', text: '', site: '', picture: null };

async function carded(options: Parameters<typeof scripted>[0] = {}): Promise<Scripted> {
  const on = await loggedIn(options);
  on.client.actions.openChat(BERT);
  await on.settle();
  const sentMessage = messageOf(1, `see ${URL_OF}`, { from: 7, id: 'slip' });
  on.push('simple', { ...sentMessage, link: CARD }, { stream: '7-9', seq: 1 });
  await on.settle();
  on.notices.length = 0;
  return on;
}
const waiting = ({ client }: Scripted) => [...client.core.get().pending.card.keys()];
const listRequests = (on: Scripted) => on.of('/removePreview').map(({ body }) => body);
const expectVisible = ({ client }: Scripted) =>
  [...(client.core.get().conversations.get(BERT)?.chunks ?? [])].flat()[0]?.link?.url;
const listReports = (link: object | null, seq: number) =>
  ['previewed', { toContactId: 9, id: 'slip', msg_id: 1, n: 1, link }, { stream: '7-9', seq }] as const;

it('PREVIEW-11: a card that is removed is asked for once, and is done when its event comes', async () => {
  const on = await carded();
  on.answer('/removePreview', { code: 0, data: {} });
  await on.client.actions.removePreview(BERT, SLIP, URL_OF);
  await on.settle();
  expect([listRequests(on), waiting(on), expectVisible(on)]).toEqual([[{ id: 'slip' }], [SLIP], URL_OF]);
  on.push(...listReports(null, 2));
  await on.clock.advance(60_000);
  expect([listRequests(on).length, waiting(on), expectVisible(on)]).toEqual([1, [], undefined]);
});

it('PREVIEW-11: after a refusal the card appears again, and the client reports the reason', async () => {
  const on = await carded();
  on.answer('/removePreview', { code: 400, msg: 'not yours' });
  await on.client.actions.removePreview(BERT, SLIP, URL_OF);
  await on.settle();
  expect([waiting(on), on.notices]).toEqual([[], [{ kind: 'message', text: 'not yours' }]]);
});

it('PREVIEW-11: removing a missing preview waits for no event', async () => {
  const on = await carded();
  on.answer('/removePreview', { code: 0, data: {} });
  await on.client.actions.removePreview(BERT, SLIP, URL_OF);
  await on.clock.advance(60_000);
  expect([listRequests(on).length, waiting(on)]).toEqual([1, []]);
});

it('PREVIEW-11: without a network it waits over a reload, and goes out then', async () => {
  const profile = createMemoryProfile();
  const first = await carded({ profile });
  first.page.setOnline(false);
  await first.client.actions.removePreview(BERT, SLIP, URL_OF);
  await first.clock.advance(1_000);
  expect([listRequests(first), waiting(first)]).toEqual([[], [SLIP]]);
  await first.client.stop();
  const second = await scripted({ profile });
  second.answer('/removePreview', { code: 0, data: {} });
  await second.client.start();
  await second.settle();
  expect(listRequests(second)).toEqual([{ id: 'slip' }]);
});

it.each([
  [
    'a card of another page',
    (on: Scripted) => on.push(...listReports({ ...CARD, url: 'https://pages.test/two' }, 2)),
  ],
  [
    'a recall',
    (on: Scripted) =>
      on.push('undoMessage', { id: 'slip', msg_id: 1, n: 1, toContactId: 9 }, { stream: '7-9', seq: 2 }),
  ],
] as const)('PREVIEW-11: %s ends the pending change', async (_what, happen) => {
  const on = await carded();
  on.page.setOnline(false);
  await on.client.actions.removePreview(BERT, SLIP, URL_OF);
  happen(on);
  await on.settle();
  expect(waiting(on)).toEqual([]);
});

it.each([
  ['another address', 'see https://pages.test/two', undefined],
  ['no address', 'see', undefined],
  ['the same one', `look: ${URL_OF}`, URL_OF],
])('PREVIEW-8: new words with %s are shown at once with the card that stays', async (_what, text, link) => {
  const on = await carded();
  on.page.setOnline(false);
  await on.client.actions.edit(BERT, SLIP, { ...EMPTY_DRAFT, text });
  const visibleRows = messagesOf(on.client.core.get(), BERT).flatMap((item) =>
    item.kind === 'message' ? [[item.message.content, item.message.link?.url]] : [],
  );
  expect(visibleRows).toEqual([[text, link]]);
  expect(expectVisible(on)).toBe(URL_OF);
});
