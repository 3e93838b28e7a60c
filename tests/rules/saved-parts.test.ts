import { expect, it } from 'vitest';
import { EMPTY, emptyConversation } from '../../src/client/state/empty.ts';
import { changedRecords } from '../../src/client/state/snapshot-changes.ts';
import type { WindowRecord } from '../../src/client/state/snapshot.ts';
import type { Conversation } from '../../src/client/state/state.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';

const window: Conversation = { ...emptyConversation(contactId(9)), live: true };
const stateOf = (one: Conversation) => ({ ...EMPTY, conversations: new Map([[one.id, one]]) });

/** A change of each stored part of a window. A new part does not compile without one. */
const CHANGES: { readonly [K in keyof Required<Omit<WindowRecord, 'id'>>]: Partial<Conversation> } = {
  chunks: { chunks: [[]] },
  complete: { complete: !window.complete },
  erased: { erased: new Map([[messageId('m-1'), 'deleted']]) },
  pins: { pins: { seq: 1, list: [] } },
};

it.each(Object.entries(CHANGES))(
  'STORE-4: the device stores a window of which only %s changed',
  (_, change) => {
    const { windows } = changedRecords(stateOf(window), stateOf({ ...window, ...change }));
    expect(windows.upserts.map(({ id }) => id)).toEqual([window.id]);
    expect(changedRecords(stateOf(window), { ...stateOf(window) }).windows.upserts).toEqual([]);
  },
);
