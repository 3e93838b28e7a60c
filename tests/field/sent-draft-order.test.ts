import { expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { preferenceLimits } from '../../src/domain/kept-limits.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { gate } from '../support/gate.ts';
import { loggedIn } from '../support/scripted-server.ts';

const BELA = contactId(9);
const draft = (text: string) => ({ ...EMPTY_DRAFT, text });

it('DRAFT-4: the client names the draft that its message ends; newer words wait behind it', async () => {
  const on = await loggedIn(
    {},
    { '/keep': { code: 0, data: {} }, '/getKept': { code: 0, data: { seq: 0, more: 0, list: [] } } },
  );
  const listStored = () =>
    on.of('/keep').map(({ body }) => (body as { value: { text: string } | null }).value?.text ?? null);
  on.client.actions.saveDraft(BELA, draft('quick'));
  await on.clock.advance(preferenceLimits.draftRestMs);
  expect(listStored()).toEqual(['quick']);
  const slow = gate();
  on.answer('/sendMessage', async ({ body }) => {
    await slow.passed;
    const { id } = body as { id: string };
    return { code: 0, data: { id, msg_id: 5, toContactId: '9', status: 'succeed' } };
  });
  await on.client.actions.send(BELA, draft('quick'));
  on.client.actions.saveDraft(BELA, draft('and one more'));
  await on.clock.advance(4 * preferenceLimits.draftEveryMs);
  expect(
    on.of('/sendMessage').map(({ body }) => typeof (body as { ends_draft?: string }).ends_draft),
  ).toEqual(['string']);
  // The server would end the newer words with the older message.
  expect(listStored()).toEqual(['quick']);
  slow.open();
  await on.settle();
  await on.clock.advance(4 * preferenceLimits.draftEveryMs);
  expect(listStored()).toEqual(['quick', 'and one more']);
});

it('DRAFT-4: a message whose words the server never had as a draft ends none', async () => {
  const on = await loggedIn();
  on.client.actions.saveDraft(BELA, draft('quick'));
  await on.client.actions.send(BELA, draft('quick'));
  await on.settle();
  expect(on.of('/sendMessage').map(({ body }) => 'ends_draft' in (body as object))).toEqual([false]);
});
