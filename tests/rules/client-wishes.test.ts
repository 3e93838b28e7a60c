import { describe, expect, it } from 'vitest';
import { contactId } from '../../src/domain/ids.ts';
import { scripted, type Reply, type Scripted } from '../support/scripted-server.ts';

const BERT = contactId(9);

async function signedIn(): Promise<Scripted> {
  const on = await scripted();
  await on.client.start();
  await on.login();
  return on;
}

describe('wishes for flags', () => {
  it('SEND-12: an older change that says the same is no answer, with another one behind it', async () => {
    const on = await signedIn();
    const state = () => on.client.core.get();
    on.answer('/isNotice', { kind: 'timeout' });
    await on.client.actions.setNotice(BERT, false);
    await on.settle();
    on.push('setIsNotice', { id: 9, is_notice: 0, is_group: 0 }, { stream: 'u7', seq: 1 });
    await on.settle();
    on.push('setIsNotice', { id: 9, is_notice: 1, is_group: 0 }, { stream: 'u7', seq: 2 });
    await on.settle();
    expect([state().pending.notice.get(BERT), state().contacts.get(BERT)?.isNotice]).toEqual([false, true]);
    on.answer('/isNotice', { code: 0 });
    await on.clock.advance(1_000);
    on.push('setIsNotice', { id: 9, is_notice: 0, is_group: 0 }, { stream: 'u7', seq: 3 });
    await on.settle();
    expect([
      state().pending.notice.size,
      state().contacts.get(BERT)?.isNotice,
      on.of('/isNotice').length,
    ]).toEqual([0, false, 2]);
  });

  it('SEND-12: the event may come before the answer, which ends the wish then', async () => {
    const on = await signedIn();
    const answers: ((given: Reply) => void)[] = [];
    on.answer('/setChatTop', () => new Promise<Reply>((done) => void answers.push(done)));
    await on.client.actions.setTop(BERT, true);
    on.push('setChatTop', { id: 9, is_top: 1, is_group: 0 }, { stream: 'u7', seq: 1 });
    await on.settle();
    answers[0]?.({ code: 0 });
    await on.settle();
    expect([on.client.core.get().pending.top.size, on.client.core.get().contacts.get(BERT)?.isTop]).toEqual([
      0,
      true,
    ]);
    await on.clock.advance(60_000);
    expect(on.of('/setChatTop')).toHaveLength(1);
  });
});
