import { describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { messageOf, scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);

describe('data of the client on a device', () => {
  it('UI-77: clearing messages leaves the list, drafts and what is unsent alone, and they come again with the chat', async () => {
    const on = await scripted();
    on.answer('/getMessageList', { code: 0, data: [messageOf(1, 'kept on the server')] });
    await on.client.start();
    await on.login();
    const { actions } = on.client;
    actions.openChat(BERT);
    await on.settle();
    on.page.setOnline(false);
    await actions.send(BERT, { text: 'on its way', at: [], quote: null });
    actions.saveDraft(BERT, { text: 'half a thought', at: [], quote: null });
    await on.clock.advance(5_000);
    const before = await actions.storageSizes();
    for (const size of Object.values(before) as readonly number[]) expect(size).toBeGreaterThan(0);
    // The open chat stays.
    await actions.dropMessages();
    expect((await actions.storageSizes()).messages).toBe(before.messages);
    actions.openChat(null);
    await actions.dropMessages();
    const after = await actions.storageSizes();
    expect([after.messages, after.unsent, after.drafts, after.contacts > 0]).toEqual([
      0,
      before.unsent,
      before.drafts,
      true,
    ]);
    on.page.setOnline(true);
    actions.openChat(BERT);
    await on.settle();
    expect(
      on.client.core
        .get()
        .conversations.get(BERT)
        ?.chunks.flat()
        .map((one) => one.content),
    ).toContain('kept on the server');
    actions.dropDrafts();
    expect([actions.draft(BERT).text, (await actions.storageSizes()).drafts]).toEqual(['', 0]);
  });
});
