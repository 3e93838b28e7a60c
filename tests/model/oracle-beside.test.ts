import { describe, expect, it } from 'vitest';
import { besideFaults } from '../../simulator/checkers/names.ts';
import { Called } from '../../simulator/oracle/called.ts';
import type { Action } from '../../simulator/oracle/actions.ts';
import { Oracle } from '../../simulator/oracle/oracle.ts';
import { EMPTY, emptyConversation, minimalContact, NO_COUNTING } from '../../src/client/state/empty.ts';
import type { State } from '../../src/client/state/state.ts';
import { contactId, type ContactId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { by, message } from '../support/contacts.ts';

const GROUP = 'group-1' as ContactId;
let rows = 0;

/** 1 and 2 are friends, and all three are in a group. */
function makeOracle() {
  const entry = { oracle: new Oracle(), nameHistory: new Called() };
  const execute = (action: Action): void => {
    entry.oracle.apply(action, 1_000);
    entry.nameHistory.apply(entry.oracle, action);
  };
  for (const person of [1, 2, 3]) {
    entry.oracle.meet({ id: person, name: `Name ${person}` });
    execute({ do: 'arrive', by: null, person, name: `Name ${person}` });
  }
  execute({ do: 'befriend', by: 1, with: 2, row: (rows += 1) });
  execute({ do: 'found', by: 1, chat: GROUP, name: 'All', people: [2, 3], row: (rows += 1) });
  const speak = (by: number, chat: string): void => {
    const line = { row: (rows += 1), id: `m${rows}`, kind: 'text', words: 'x', at: [], quotes: null };
    execute({ do: 'say', by, chat, line });
  };
  return { known: entry, does: execute, says: speak };
}

const line = (n: number, author: number, name: string, isRead = false): Message =>
  message(n, { from: by(author, name), isRead });

const showing = (id: ContactId, lines: readonly Message[], contacts = EMPTY.contacts): State => ({
  ...EMPTY,
  contacts,
  conversations: new Map([
    [id, { ...emptyConversation(id), chunks: [lines], size: lines.length, live: true }],
  ]),
});

const faultsOf = ({ known }: ReturnType<typeof makeOracle>, me: number, state: State): string =>
  besideFaults(known, me, { name: 'tab', state: () => state }).join();

/** The list row of a user, with the shown name and the partner's read mark. */
const listed = (person: number, displayName: string, peerMark = 0) =>
  EMPTY.contacts.with({
    ...minimalContact(contactId(person), 'person'),
    displayName,
    counting: { ...NO_COUNTING, peerMark },
  });

describe('names and ticks beside what was said', () => {
  it('SIM-34: a new name appears for users who share a conversation, and for no other user', () => {
    const life = makeOracle();
    life.says(3, GROUP);
    const [old, fresh] = ['Name 3', 'Name 3 anew'].map((name) => showing(GROUP, [line(2, 3, name)]));
    expect(faultsOf(life, 1, old as State)).toBe('');
    life.does({ do: 'call', by: 3, name: 'Name 3 anew' });
    expect(faultsOf(life, 1, old as State)).toContain(
      'the author of 2 is called Name 3, the oracle says Name 3 anew',
    );
    expect(faultsOf(life, 1, fresh as State)).toBe('');
    life.does({ do: 'remove', by: 1, chat: GROUP, person: 3 });
    life.does({ do: 'call', by: 3, name: 'Name 3 again' });
    expect(faultsOf(life, 1, fresh as State)).toBe('');
    expect(faultsOf(life, 1, showing(GROUP, [line(2, 3, 'Name 2')]))).toContain('Name 3 again or');
    life.does({ do: 'endAccount', by: 3, words: 'stay' });
    life.does({ do: 'forget', by: null, person: 3 });
    expect(faultsOf(life, 1, fresh as State)).toContain('已注销 Deleted account');
  });

  it('SIM-34: a private nickname appears everywhere, under any new name of the friend', () => {
    const life = makeOracle();
    life.says(2, GROUP);
    life.does({ do: 'remark', by: 1, about: 2, name: 'Bert' });
    life.does({ do: 'call', by: 2, name: 'Name 2 anew' });
    const lines = [line(2, 2, 'Name 2 anew')];
    expect(faultsOf(life, 1, showing(GROUP, lines, listed(2, 'Bert')))).toBe('');
    expect(faultsOf(life, 1, showing(GROUP, lines, listed(2, 'Name 2 anew')))).toContain(
      'the oracle says Bert',
    );
    expect(faultsOf(life, 3, showing(GROUP, lines))).toBe('');
  });

  it('SIM-34: own words are read when the other one of two has told it, and not before', () => {
    const life = makeOracle();
    const chat = contactId(2);
    life.says(1, '1-2');
    const privacy = {
      typing: true,
      seen: 'all',
      read: false,
      adds: 'all',
      calls: 'all',
      found: 'all',
      forwards: 'all',
    } as const;
    life.does({ do: 'discreet', by: 2, privacy });
    life.does({ do: 'read', by: 2, chat: '1-2', n: 2 });
    const readText = (isRead: boolean, readTo: number): string =>
      faultsOf(life, 1, showing(chat, [line(2, 1, 'Name 1', isRead)], listed(2, 'Name 2', readTo)));
    expect(readText(false, 1)).toBe('');
    expect(readText(true, 1)).toContain('2 is read, and up to 1 they have told it');
    expect(readText(false, 2)).toContain('2 is read');
    life.does({ do: 'discreet', by: 2, privacy: { ...privacy, read: true } });
    expect(readText(false, 1)).toBe('');
    life.says(1, '1-2');
    life.does({ do: 'read', by: 2, chat: '1-2', n: 3 });
    expect(readText(false, 3)).toBe('');
    expect(readText(false, 1)).toContain('2 is not read, and up to 3');
  });
});
