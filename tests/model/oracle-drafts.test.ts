import { describe, expect, it } from 'vitest';
import { isCancelled } from '../../simulator/checkers/intentions.ts';
import type { Tab } from '../../simulator/devices/device.ts';
import type { Pressed } from '../../simulator/devices/record.ts';
import { DraftBook, draftWrong } from '../../simulator/oracle/drafts.ts';
import type { World } from '../../simulator/world/world-type.ts';

const [CHAT, THREAD] = ['group-1', 'group-1 4'];
const desk = { person: 1, device: 'desk' };
const phone = { person: 1, device: 'phone' };

function typedBoth(): DraftBook {
  const book = new DraftBook();
  book.typed(desk, CHAT, 'kept1.0');
  book.typed(desk, THREAD, 'kept2.0');
  return book;
}
const shown = (chat: string, thread: string) =>
  new Map([
    [CHAT, chat],
    [THREAD, thread],
  ]);

describe('SIM-36: drafts of a device, checked by the oracle', () => {
  it('SIM-36: a draft of a chat is on all devices, that of a thread where it was typed', () => {
    const book = typedBoth();
    expect(draftWrong(book, desk, shown('kept1.0', 'kept2.0'))).toBeNull();
    expect(draftWrong(book, phone, shown('kept1.0', ''))).toBeNull();
    expect(draftWrong(book, phone, shown('kept1.0', 'kept2.0'))).toContain('it should be <>');
    expect(draftWrong(book, desk, shown('', 'kept2.0'))).toContain('it should be <kept1.0>');
  });

  it('SIM-36: a sent draft is gone, except for text typed after it was sent', () => {
    const book = typedBoth();
    book.sent(desk, THREAD);
    book.sent(phone, CHAT, 'kept3.0');
    expect(draftWrong(book, desk, shown('kept3.0', ''))).toBeNull();
    expect(draftWrong(book, desk, shown('kept3.0', 'kept2.0'))).toContain('group-1 4');
  });

  it('SIM-36: another end of a login leaves all, a chosen one takes what only that device had', () => {
    const book = typedBoth();
    expect(draftWrong(book, desk, shown('kept1.0', 'kept2.0'))).toBeNull();
    book.loggedOut(desk);
    expect(draftWrong(book, desk, shown('kept1.0', ''))).toBeNull();
  });

  it('SIM-36: another user on the device sees no text that was typed and not sent', () => {
    const book = typedBoth();
    book.sent(desk, CHAT);
    expect(book.strangeIn(2, 'kept1.0 said to all')).toEqual([]);
    expect(book.strangeIn(2, 'in a box: kept2.0')).toEqual(['kept2.0']);
    expect(book.strangeIn(1, 'in a box: kept2.0')).toEqual([]);
  });

  it('SIM-36: a file that was cancelled is shown nowhere, and no page sends it later', () => {
    expect(isCancelled(askedAt(1_500), cancelledWith([]))).toBe(true);
    expect(isCancelled(askedAt(1_500), cancelledWith(['file']))).toBe(false);
    expect(isCancelled(askedAt(200_000), cancelledWith([]))).toBe(false);
    expect(isCancelled(askedAt(200_000, true), cancelledWith([]))).toBe(true);
  });
});

/** After a second, in a page that shows these files. */
const cancelledWith = (views: readonly string[]): Pressed => {
  const tab = { client: { uploads: { get: () => views.map((id) => ({ id })) } } } as unknown as Tab;
  return { tab, person: 1, register: 'cancel', of: 'file', value: true, at: 0, knownSeq: 0, atMs: 1_000 };
};

const askedAt = (cameMs: number, isCopy = false): World =>
  ({
    witness: { asked: [{ user: 1, call: 'uploadfile', body: '{"id":"file"}', isCopy, cameMs }] },
  }) as unknown as World;
