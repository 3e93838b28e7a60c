import { describe, expect, it } from 'vitest';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import type { State } from '../../src/client/state/state.ts';
import { messageId, userId } from '../../src/domain/ids.ts';
import { local, place, run, server } from '../support/contacts.ts';
import { item, NINE, page, post, start } from '../support/one-chat.ts';

const listVisible = (state: State) => messagesOf(state, NINE).map((line) => line.key);

describe('outbox in the state', () => {
  it('SEND-7: an item goes when its message is in the stream, and never shows twice', () => {
    const waiting = run(
      start(),
      page([]),
      local({ type: 'outboxPut', item: item('m1') }),
      local({ type: 'outboxPut', item: item('b') }),
    ).state;
    expect(listVisible(waiting)).toEqual(['m1', 'b']);
    const sending = run(
      waiting,
      local({ type: 'outboxPut', item: { ...item('m1'), status: 'sending' } }),
    ).state;
    expect(listVisible(sending)).toEqual(['m1', 'b']);
    const { state, effects } = run(sending, post(1, 7));
    expect(listVisible(state)).toEqual(['m1', 'b']);
    expect(effects).toEqual([{ type: 'settled', id: 'm1', conversation: '9' }]);
    expect(state.outbox.get(NINE)?.map((one) => one.message.id)).toEqual(['b']);
    expect(run(state, local({ type: 'outboxRemoved', id: messageId('b') })).state.outbox.size).toBe(0);
  });

  it('SEND-7: another user’s message with that ID settles no item', () => {
    const waiting = run(start(), local({ type: 'outboxPut', item: item('m1') })).state;
    expect(run(waiting, post(1, 9)).state.outbox.get(NINE)).toHaveLength(1);
  });

  it('STREAM-12: a `void` takes its number, settles an item and shows nothing', () => {
    const waiting = run(start(), page([]), local({ type: 'outboxPut', item: item('m1') })).state;
    const { state, effects } = run(
      waiting,
      server(
        { type: 'messageVoid', conversation: NINE, id: messageId('m1'), n: 1, from: userId(7) },
        place('7-9', 1),
      ),
    );
    expect(effects).toEqual([{ type: 'settled', id: 'm1', conversation: '9' }]);
    expect(listVisible(state)).toEqual([]);
    expect(state.contacts.get(NINE)).toMatchObject({ unread: 0, counting: { seq: 1, count: 1 }, last: null });
  });

  it('DATA-9: a placeholder in a chat with changed names requests the chat again', () => {
    const nextState = [true, false].map((anew) =>
      run(start(), server({ type: 'placeTaken', anew }, place('7-9', 1))),
    );
    expect(nextState.map(({ effects }) => effects)).toEqual([[{ type: 'requestResync', stream: '7-9' }], []]);
  });
});
