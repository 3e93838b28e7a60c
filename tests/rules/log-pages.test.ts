import { describe, expect, it } from 'vitest';
import { EventLog, importScript, replay } from '../../src/client/state/log.ts';
import { stateToJson } from '../../src/client/state/state-json.ts';
import type { Input } from '../../src/client/state/effects.ts';
import type { LinkPreview } from '../../src/domain/link-preview.ts';
import { messageId, msgId, userId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { aMessage, local, run, server } from '../support/contacts.ts';
import { GROUP, at, pageAsked, pageOf, start } from '../support/one-group.ts';

const cardOf = (title: string): LinkPreview => ({
  url: 'https://example.org/a',
  title,
  text: '',
  site: 'example.org',
  picture: null,
});
const message = (n: number, parts: Partial<Message> = {}) =>
  aMessage(`m${n}`, 9, {
    n,
    msgId: msgId(n),
    content: `former ${n}`,
    link: cardOf(`former card ${n}`),
    ...parts,
  });
const previewed = (seq: number, n: number, link: LinkPreview | null) =>
  server({ type: 'messagePreviewed', conversation: GROUP, id: messageId(`m${n}`), link }, at(seq));
const edited = (seq: number, n: number) =>
  server(
    {
      type: 'messageEdited',
      conversation: GROUP,
      id: messageId(`m${n}`),
      msgId: msgId(n),
      n,
      author: userId(9),
      was: [],
      mentioned: [],
      words: { content: `present ${n}`, rev: 1 },
      last: undefined,
    },
    at(seq),
  );
const thread = { conversation: GROUP, root: 1, which: 'first' } as const;
const threadAsked = [
  local({ type: 'threadOpened', conversation: GROUP, root: 1 }),
  local({ type: 'threadRequested', ...thread }),
];
const threadOf = (first: Message, answers: readonly Message[]) =>
  local({ type: 'threadLoaded', ...thread, first, messages: answers, complete: true, follows: false });

function logged(inputs: readonly Input[]) {
  const log = new EventLog();
  let state = start({ seq: 1, count: 2 });
  for (const input of inputs) {
    const before = state;
    state = run(state, input).state;
    log.record(1, input, before, state);
  }
  const [script, shown] = [log.export(), stateToJson(state)];
  expect(stateToJson(replay(importScript(script)))).toEqual(shown);
  return { script, shown: JSON.stringify(shown) };
}

describe('a page that was on its way', () => {
  it('PREVIEW-8: a removed preview is neither shown nor in the log, which still replays', () => {
    const { script, shown } = logged([
      pageAsked,
      previewed(2, 1, null),
      previewed(3, 2, cardOf('present card 2')),
      pageOf([message(1), message(2)]),
    ]);
    for (const text of [script, shown]) {
      expect(text).not.toContain('former card');
      expect(text).toContain('present card 2');
      expect(text).toContain('former 1');
    }
  });

  it('EDIT-2: former words and what quotes them are not in the log, which still replays', () => {
    const quote = { msgId: msgId(1), content: 'Nine：former 1', userId: userId(9), realname: 'Nine' };
    const { script, shown } = logged([
      pageAsked,
      edited(2, 1),
      pageOf([message(1, { link: undefined }), message(2, { content: 'yes', quote })]),
    ]);
    for (const text of [script, shown]) {
      expect(text).not.toContain('former 1');
      expect(text).toContain('present 1');
      expect(text).toContain('Nine：present 1');
    }
  });

  it('PREVIEW-8, THREAD-4: the same of the page of a thread', () => {
    const answer = message(2, { root: 1 });
    const inputs = [pageOf([message(1, { link: undefined })]), ...threadAsked];
    const during = logged([...inputs, previewed(2, 2, null), edited(3, 2), threadOf(message(1), [answer])]);
    const after = logged([...inputs, threadOf(message(1), [answer]), previewed(2, 2, null), edited(3, 2)]);
    for (const { script, shown } of [during, after])
      for (const text of [script, shown]) {
        expect(text).not.toMatch(/former card 2|former 2/);
        expect(text).toContain('present 2');
      }
  });

  it('RECALL-2: quotes of a recalled message have no text in the log either', () => {
    const quote = { msgId: msgId(1), content: 'Nine：former 1', userId: userId(9), realname: 'Nine' };
    const sentMessage = message(2, { content: 'yes', quote, root: 1 });
    const removal = {
      conversation: GROUP,
      id: messageId('m1'),
      msgId: msgId(1),
      n: 1,
      mentioned: [],
      author: userId(9),
    };
    for (const page of [[pageAsked], threadAsked]) {
      const { script, shown } = logged([
        ...page,
        server({ type: 'messageDeleted', ...removal, last: undefined }, at(2)),
        page.length === 1 ? pageOf([message(1), sentMessage]) : threadOf(message(1), [sentMessage]),
      ]);
      for (const text of [script, shown]) {
        expect(text).not.toContain('former 1');
        expect(text).toContain('yes');
      }
    }
  });

  it('EDIT-2: an event during a jump applies to its page, though another page came first', () => {
    const asks = local({ type: 'jumpRequested', conversation: GROUP });
    const ends = local({ type: 'jumpEnded', conversation: GROUP });
    const around = local({
      type: 'pageLoaded',
      conversation: GROUP,
      which: 'around',
      messages: [message(1)],
      complete: true,
    });
    for (const before of [
      [asks, edited(2, 1)],
      [asks, edited(2, 1), pageAsked, pageOf([])],
      [asks, pageAsked, edited(2, 1), pageOf([])],
      [pageAsked, asks, ends, edited(2, 1)],
    ]) {
      const { script, shown } = logged([...before, around]);
      for (const text of [script, shown]) {
        expect(text).not.toContain('former 1');
        expect(text).toContain('present 1');
      }
    }
    // An event during a failed jump is not kept.
    expect(logged([asks, edited(2, 1), ends]).shown).not.toContain('present 1');
  });
});
