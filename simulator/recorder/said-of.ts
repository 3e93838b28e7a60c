import type { NewLine } from '../oracle/actions.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { chatOf } from '../oracle/state.ts';
import type { RequestBody } from './body.ts';
import { pollIn, chatIn, isMarked, listIn, mentionsIn, number, cardUser, textOf } from './body.ts';
import type { Requests } from './requests.ts';
import type { Facts, RecordedAction } from './recorded.ts';

/** A sent line, with the request that contains it. */
export function messageActions(
  chat: string,
  facts: Facts<'message'>,
  at: number,
  requests: Requests,
  oracle: Oracle,
  text = '',
): RecordedAction | null {
  const { from: by, id, msgId: row } = facts;
  const line = (
    kind: string,
    words: string,
    at_: readonly number[] = [],
    quotes: number | null = null,
    more: Pick<NewLine, 'marked' | 'poll' | 'shows' | 'file'> = {},
  ): RecordedAction['action'] => ({
    do: 'say',
    by,
    chat,
    line: { row, id, kind, words, at: at_, quotes, ...more },
  });
  if (facts.notice) return noticeActions(chat, facts, at, requests, line, text);
  const sent = requests.send(by, id, at);
  const poll = sent && pollIn(sent);
  if (sent)
    return {
      action: line(
        textOf(sent['type']),
        WITH_WORDS.has(sent['type']) ? textOf(sent['content']) : '',
        poll ? [] : mentionsIn(sent),
        sent['pid'] ? number(sent['pid']) : null,
        {
          marked: sent['type'] === 'text' && !poll && isMarked(sent),
          poll,
          shows: cardUser(sent),
          file: requests.fileOf(sent),
        },
      ),
      isRequested: chatIn(by, sent['toContactId']) === chat,
    };
  const given = requests.pick(
    'given',
    at,
    by,
    (body) => textOf(body['words']) === text && chatIn(by, body['chat']) === chat,
  );
  if (given) return { action: line('text', text, [], null, { marked: true }), isRequested: true };
  // The due time is checked at the end of the wait.
  const pending = oracle.later.linesOf(by).get(id);
  if (pending) {
    const { words, at: mentions, quotes, marked } = pending;
    return { action: line('text', words, mentions, quotes, { marked }), isRequested: pending.chat === chat };
  }
  // The node that tracks the call may do it after the requested one gave up.
  if (
    requests.ever(
      'sendtomsg',
      at,
      by,
      (body) => textOf(body['id']) === id && chatIn(by, body['toContactId']) === chat,
    )
  )
    return { action: line('webrtc', ''), isRequested: true };
  return forwarded(chat, facts, at, requests, line, text);
}

/** Kinds whose words are what was written; of the others they are the server's. */
const WITH_WORDS: ReadonlySet<unknown> = new Set(['text', 'location', 'contact']);
/** The heading of a group announcement in its chat. */
const HEAD = '<h3>群公告</h3>';

/**
 * A group announcement addresses all members. Of several unanswered requests, it is the one with its text.
 */
function noticeActions(
  chat: string,
  { from: by }: Facts<'message'>,
  at: number,
  requests: Requests,
  line: (kind: string, words: string, at_: readonly number[]) => RecordedAction['action'],
  text: string,
): RecordedAction {
  const isHere = (body: RequestBody): boolean => chatOf(by, textOf(body['id'])) === chat;
  const isWritten = (body: RequestBody): boolean => isHere(body) && HEAD + textOf(body['notice']) === text;
  const request = requests.pick('setnotice', at, by, isWritten) ?? requests.pick('setnotice', at, by, isHere);
  return { action: line('text', HEAD + textOf(request?.['notice']), [0]), isRequested: request !== null };
}

/**
 * The id of a copy follows from the operation and its target, so that a repeat makes no second copy; without
 * an operation the server generates an unknown one.
 */
function forwarded(
  chat: string,
  { from: by, id }: Facts<'message'>,
  at: number,
  requests: Requests,
  line: (
    kind: string,
    words: string,
    at_: readonly number[],
    quotes: null,
    more: Pick<NewLine, 'marked' | 'file'>,
  ) => RecordedAction['action'],
  text: string,
): RecordedAction {
  let source = 0;
  const isAsked = requests.some('forwardmessage', at, by, (body) => {
    const targets = listIn(body['user_ids']).map(textOf);
    const fits = targets.some(
      (one) =>
        chatOf(by, one) === chat &&
        (textOf(body['op']) === '' || requests.copyId(by, textOf(body['op']), one) === id),
    );
    if (fits) source = number(body['msg_id']);
    return fits;
  });
  const { kind, file, before = [], ...now } = requests.texts.get(source) ?? { kind: 'text', words: '' };
  // A forwarded announcement becomes a plain message. A message edited while it is copied may be copied in
  // its old form.
  const all = [now, ...before].map((one) => ({ ...one, words: one.words.replace(HEAD, '群公告<br>') }));
  const copied = all.find(({ words }) => words === text) ?? all[0];
  return {
    action: line(kind, copied?.words ?? '', [], null, { marked: copied?.marked ?? false, file }),
    isRequested: isAsked,
  };
}
