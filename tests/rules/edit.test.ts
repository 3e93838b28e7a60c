import { describe, expect, it } from 'vitest';
import { EventLog, importScript, replay } from '../../src/client/state/log.ts';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import { rows } from '../../src/client/state/selectors.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { Input } from '../../src/client/state/effects.ts';
import type { State } from '../../src/client/state/state.ts';
import { isEditable, mayEdit } from '../../src/domain/edit.ts';
import type { ServerEvent } from '../../src/domain/events.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import { NOTICE_HEAD } from '../../src/domain/markup.ts';
import { MESSAGE_TYPES, type Message } from '../../src/domain/message.ts';
import { aMessage, local, place, run, server } from '../support/contacts.ts';
import { GROUP, at, pageAsked, pageOf, said, start } from '../support/one-group.ts';

const ME = 7;
const former = (n: number, parts: Partial<Message> = {}) =>
  aMessage(`m${n}`, 9, { n, msgId: msgId(n), content: `former ${n}`, ...parts });

type Edited = Extract<ServerEvent, { type: 'messageEdited' }>;
const edited = (n: number, rev: number, parts: Partial<Edited> = {}): Edited => ({
  type: 'messageEdited',
  conversation: GROUP,
  id: messageId(`m${n}`),
  msgId: msgId(n),
  n,
  author: userId(9),
  was: [],
  mentioned: [],
  words: { content: `present ${n}.${rev}`, rev },
  last: undefined,
  ...parts,
});
const caption = (rev: number, text: string): Edited =>
  edited(1, rev, { words: { caption: text, name: 'a.png', rev } });
const edit = (seq: number, event: Edited): Input => server(event, at(seq));
const words = (state: State) =>
  messagesOf(state, GROUP).map((line) =>
    line.kind === 'message' ? line.message.content : line.item.message.content,
  );
const mentions = (state: State) => state.contacts.get(GROUP)?.mentions;
const opened = () => run(start(), pageOf([])).state;

describe('messages that may be edited', () => {
  it('EDIT-1: the author within the window, which 0 switches off; texts and words under files alone', () => {
    const text = { type: 'text', content: 'x', recalled: false, extra: null } as const;
    const facts = { mine: true, ageSec: 10, editTimeSec: 60 };
    expect(mayEdit(facts, text)).toBe(true);
    for (const other of [{ mine: false }, { ageSec: 60 }, { editTimeSec: 0, ageSec: 0 }])
      expect(mayEdit({ ...facts, ...other }, text), JSON.stringify(other)).toBe(false);
    expect(MESSAGE_TYPES.filter((type) => isEditable({ ...text, type }))).toEqual([
      'text',
      'image',
      'video',
      'file',
    ]);
    expect(isEditable({ ...text, recalled: true })).toBe(false);
    expect(isEditable({ ...text, content: `${NOTICE_HEAD}of the group` })).toBe(false);
    expect(isEditable({ ...text, extra: { poll: {} } })).toBe(false);
  });
});

describe('an edit in the state', () => {
  it('EDIT-2: the bubble, its quotes and the list say the new words; unread and time stay', () => {
    const quote = { msgId: msgId(1), content: 'Nine：former 1', userId: userId(9), realname: 'Nine' };
    const before = run(opened(), said(1, former(1)), said(2, former(2, { quote }))).state;
    const after = run(before, edit(3, edited(1, 1)), edit(4, edited(2, 1))).state;
    expect(words(after)).toEqual(['present 1.1', 'present 2.1']);
    expect(JSON.stringify(stateToJson(after))).not.toContain('former');
    expect(messagesOf(after, GROUP)[1]).toMatchObject({
      message: { quote: { content: 'Nine：present 1.1' }, rev: 1 },
    });
    const [was, is] = [before.contacts.get(GROUP), after.contacts.get(GROUP)];
    expect(is).toEqual({
      ...was,
      last: { ...was?.last, content: 'present 2.1' },
      counting: { ...was?.counting, seq: 4 },
    });
  });

  it('EDIT-2: the words under a file change, may be none, and its quotes say its name then', () => {
    const file = { id: 1, name: 'a.png', sizeBytes: 1, download: '', preview: '', icon: '' };
    const picture = former(1, {
      type: 'image',
      content: '/files/a',
      extra: { width: 3, caption: 'former' },
      file,
    });
    const quote = { msgId: msgId(1), content: 'Nine：former', userId: userId(9), realname: 'Nine' };
    const before = run(opened(), said(1, picture), said(2, former(2, { quote }))).state;
    const after = run(before, edit(3, caption(1, 'present'))).state;
    expect(messagesOf(after, GROUP)).toMatchObject([
      { message: { content: '/files/a', extra: { width: 3, caption: 'present' } } },
      { message: { quote: { content: 'Nine：present' } } },
    ]);
    expect(messagesOf(run(after, edit(4, caption(2, ''))).state, GROUP)).toMatchObject([
      { message: { extra: { width: 3 } } },
      { message: { quote: { content: 'Nine：a.png' } } },
    ]);
  });

  it('EDIT-3: a page that was read before an edit does not bring the former words back', () => {
    const late = run(
      start({ seq: 1, count: 1 }),
      pageAsked,
      edit(2, edited(1, 1)),
      pageOf([former(1)]),
    ).state;
    expect(words(late)).toEqual(['present 1.1']);
    // One that was read after it may know of a later one, and is not set back.
    const newer = former(1, { content: 'present 1.2', rev: 2 });
    const early = run(start({ seq: 1, count: 1 }), pageOf([newer]), edit(2, edited(1, 1))).state;
    expect(words(early)).toEqual(['present 1.2']);
    // A message that arrives during the load is edited as well.
    const meanwhile = run(start(), pageAsked, said(1, former(1)), edit(2, edited(1, 1)), pageOf([])).state;
    expect(words(meanwhile)).toEqual(['present 1.1']);
    const removal = { type: 'messageDeleted', id: messageId('m1'), n: 1, last: null, mentioned: [] } as const;
    const accepted = run(
      start({ seq: 1, count: 1 }),
      pageAsked,
      edit(2, edited(1, 1)),
      server({ ...removal, conversation: GROUP, author: userId(9) }, at(3)),
    ).state;
    expect(JSON.stringify(stateToJson(accepted))).not.toContain('present');
  });

  it('EDIT-4: mentions are counted by whom it named and names, whenever its words were read', () => {
    const live = [
      said(1, former(1)),
      edit(2, edited(1, 1, { mentioned: [ME] })),
      edit(3, edited(1, 2, { was: [ME] })),
    ];
    expect(live.map((_, to) => mentions(run(start(), ...live.slice(0, to + 1)).state))).toEqual([0, 1, 0]);
    // When catching up, the message has its current mentions, and the edits have theirs.
    const late = former(1, { rev: 2, at: [0] });
    const first = edited(1, 1, { was: [], mentioned: [ME], words: { content: 'x', rev: 2 } });
    const second = edited(1, 2, { was: [ME], mentioned: [0], words: { content: 'x', rev: 2 } });
    const state = run(start(), said(1, late), edit(2, first), edit(3, second)).state;
    expect(mentions(state)).toBe(1);
    // The message was deleted by now, so the event has no text but still counts.
    const lost = { id: null, msgId: null, words: null };
    const tombstone = server(
      { type: 'messageVoid', conversation: GROUP, id: messageId('m1'), n: 1, from: userId(9) },
      at(1),
    );
    const removedIds = [tombstone, edit(2, edited(1, 1, { ...lost, was: [ME], mentioned: [ME, 9] }))];
    expect(mentions(run(start(), ...removedIds).state)).toBe(1);
    // A mark between the two knows of the first.
    const mark = server(
      { type: 'mentionMarkSet', conversation: GROUP, mark: 0, mentions: 0, seq: 1, count: 1 },
      place('u7', 1),
    );
    expect(
      mentions(run(start(), said(1, former(1)), mark, edit(2, edited(1, 1, { mentioned: [ME] }))).state),
    ).toBe(1);
    expect(
      mentions(
        run(
          start(),
          said(1, former(1, { from: { ...former(1).from, id: userId(ME) } })),
          edit(2, edited(1, 1, { author: userId(ME), mentioned: [0] })),
        ).state,
      ),
    ).toBe(0);
  });

  it('EDIT-2: former words leave the log, which replays to the same state', () => {
    const log = new EventLog();
    let state = start();
    const pendingChange = { op: 'press', to: GROUP, content: 'former wish', at: [] };
    const inputs = [
      pageOf([]),
      said(1, former(1)),
      local({ type: 'pendingSet', register: 'edit', conversation: messageId('m1'), value: pendingChange }),
      edit(2, edited(1, 1, { words: { content: 'former edit', rev: 1 } })),
      local({
        type: 'pendingRestored',
        wishes: [{ register: 'edit', conversation: messageId('m1'), value: pendingChange }],
      }),
      edit(3, edited(1, 2)),
      local({
        type: 'pendingCleared',
        register: 'edit',
        conversation: messageId('m1'),
        value: { ...pendingChange, content: '' },
      }),
    ];
    for (const input of inputs) {
      const before = state;
      state = run(state, input).state;
      log.record(1, input, before, state);
    }
    expect(log.export()).not.toContain('former');
    expect(log.export()).toContain('present 1.2');
    expect(stateToJson(replay(importScript(log.export())))).toEqual(stateToJson(state));
  });

  it('EDIT-5: a pending edit is shown in the chat and the list until it is confirmed', () => {
    const mine = former(1, { from: { ...former(1).from, id: userId(ME) } });
    const value = { op: 'press', to: GROUP, content: 'wanted', at: [] };
    const pendingChange = { register: 'edit', conversation: messageId('m1'), value } as const;
    const waiting = run(opened(), said(1, mine), local({ type: 'pendingSet', ...pendingChange })).state;
    const [line] = messagesOf(waiting, GROUP);
    expect(line).toMatchObject({ saving: true, message: { content: 'wanted', rev: 1 } });
    expect(messagesOf(waiting, GROUP)[0]).toBe(line);
    expect(rows(waiting)[0]?.last?.content).toBe('wanted');
    const quote = { msgId: msgId(1), content: 'Me：former 1', userId: userId(ME), realname: 'Me' };
    const quoted = run(waiting, said(2, former(2, { quote }))).state;
    const answer = messagesOf(quoted, GROUP)[1];
    expect(answer).toMatchObject({ message: { quote: { content: 'Me：wanted' } } });
    const more = messagesOf(run(quoted, said(3, former(3))).state, GROUP);
    expect(more[1]).toBe(answer);
    const others = run(waiting, edit(2, edited(1, 1))).state;
    expect(words(others)).toEqual(['wanted']);
    const done = run(others, edit(3, edited(1, 2, { words: { content: 'wanted', rev: 2 } }))).state;
    expect([done.pending.edit.size, words(done), rows(done)[0]?.last?.content]).toEqual([
      0,
      ['wanted'],
      'wanted',
    ]);
    const refused = run(
      waiting,
      local({ type: 'pendingCleared', ...pendingChange, value: { ...value, content: '' } }),
    ).state;
    expect(words(refused)).toEqual(['former 1']);
  });
});
