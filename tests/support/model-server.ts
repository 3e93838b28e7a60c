import { ARCHIVED_FOR_GOOD, type ContactFacts } from '../../src/domain/contact.ts';
import type { FramedEvent, ServerEvent } from '../../src/domain/events.ts';
import { contactId, messageId, msgId, streamId, userId } from '../../src/domain/ids.ts';
import type { ContactId, StreamId } from '../../src/domain/ids.ts';
import { namePy } from '../../src/domain/initials.ts';
import { indexLetter } from '../../src/domain/name-order.ts';
import type { LastMessage, Message } from '../../src/domain/message.ts';
import { aGroup, aMessage, aPosition, facts, place } from './contacts.ts';

/**
 * The simplest possible server, as seen by user 7: lists of messages, marks, and a function for each event
 * that makes its frame when it is read. All numbers are counted from the lists each time. It shares no
 * arithmetic with the client.
 */
export const ME = 7;

interface Said {
  readonly n: number;
  readonly id: string;
  readonly from: number;
  readonly at: readonly number[];
  readonly atMs: number;
  gone: 'no' | 'recalled' | 'deleted';
}

class Chat {
  head = 0;
  readonly said: Said[] = [];
  mark = 0;
  mentionMark = 0;
  hiddenTo = 0;
  peerMark = 0;
  isTop = false;
  isNotice = true;
  isArchived = false;
  marked: boolean | number = false;
  name: string;
  member = true;
  /** Ordinals up to this one are hidden from the user. */
  fromN = 0;
  readonly id: ContactId;
  readonly stream: StreamId;

  constructor(id: ContactId, stream: StreamId) {
    this.id = id;
    this.stream = stream;
    this.name = `Name ${id}`;
  }

  get count(): number {
    return this.said.length;
  }
}

/** An event in a stream; framed when it is read. */
interface Row {
  readonly stream: StreamId;
  readonly seq: number;
  readonly frame: () => ServerEvent;
}

export type Command = {
  readonly what:
    | 'say'
    | 'sayMine'
    | 'mention'
    | 'mentionAll'
    | 'recall'
    | 'delete'
    | 'read'
    | 'readMentions'
    | 'partnerRead'
    | 'hide'
    | 'top'
    | 'notice'
    | 'archive'
    | 'unreadMark'
    | 'rename'
    | 'leave'
    | 'join'
    | 'remark';
  readonly chat: number;
  readonly pick: number;
};

const OWN = streamId(`u${ME}`);

export class ModelServer {
  readonly chats = [
    new Chat(contactId(9), streamId('7-9')),
    new Chat(contactId('group-3'), streamId('group-3')),
    new Chat(contactId('group-4'), streamId('group-4')),
  ];
  readonly rows: Row[] = [];
  ownHead = 0;
  private clock = 1_700_000_000_000;

  run({ what, chat: index, pick }: Command): void {
    const chat = this.chats[index % this.chats.length] as Chat;
    const isGroup = chat.id.startsWith('group-');
    if (!chat.member && what !== 'join' && what !== 'say' && what !== 'rename') return;
    if (what === 'say') this.say(chat, 9, []);
    else if (what === 'sayMine') this.say(chat, ME, []);
    else if (what === 'mention' && isGroup) this.say(chat, 9, pick % 3 === 0 ? [8] : [ME, 8]);
    else if (what === 'mentionAll' && isGroup) this.say(chat, pick % 4 === 0 ? ME : 9, [0]);
    else if (what === 'recall') this.takeBack(chat, pick, 'recalled');
    else if (what === 'delete') this.takeBack(chat, pick, 'deleted');
    else if (what === 'read') this.read(chat, chat.mark + (pick % (chat.count - chat.mark + 1)), isGroup);
    else if (what === 'readMentions' && isGroup)
      this.readMentions(chat, chat.mentionMark + (pick % (chat.count - chat.mentionMark + 1)));
    else if (what === 'partnerRead' && !isGroup) this.partnerRead(chat, pick % (chat.count + 1));
    else if (what === 'rename' && isGroup) this.rename(chat, `name ${pick}`);
    else if (what === 'leave' && isGroup) this.leave(chat);
    else if (what === 'join' && isGroup && !chat.member) this.join(chat);
    else this.flag(chat, what, pick);
  }

  /** All conversations in their current state, counted from the lists. */
  facts(): readonly ContactFacts[] {
    return this.chats.filter((chat) => chat.member).map((chat) => this.row(chat));
  }

  unread(chat: Chat): number {
    return chat.said.filter((one) => one.n > chat.mark && one.from !== ME && one.gone === 'no').length;
  }

  mentions(chat: Chat, after = chat.mentionMark): number {
    return chat.said.filter((one) => one.n > after && one.gone === 'no' && mentionsMe(one)).length;
  }

  /** Messages that I may see, as a window shows them. */
  shown(chat: Chat): readonly Message[] {
    return chat.said.filter((one) => one.n > chat.fromN && one.gone !== 'deleted').map(messageOf);
  }

  private row(chat: Chat): ContactFacts {
    const last = this.lastOf(chat, this.lastN(chat));
    const { head: seq, count, mark, mentionMark, hiddenTo, peerMark } = chat;
    const position = aPosition(chat.stream, {
      seq,
      count,
      mark,
      own: this.own(chat, mark),
      mentionMark,
      hiddenTo,
      peerMark,
    });
    const { name: displayName, isTop, isNotice, isArchived, marked } = chat;
    const group = chat.id.startsWith('group-') ? aGroup() : null;
    const realname = group ? displayName : `Name ${chat.id}`;
    const letters = { index: group ? '#' : indexLetter(displayName), namePy: namePy(displayName) };
    return facts(chat.id, {
      ...letters,
      displayName,
      realname,
      isTop,
      isNotice,
      ...(isArchived && { archivedTo: ARCHIVED_FOR_GOOD }),
      ...(marked && { marked }),
      last,
      lastSentAtMs: last?.sentAtMs ?? 0,
      mentions: this.mentions(chat),
      group,
      position,
    });
  }

  private own(chat: Chat, mark: number): number {
    return chat.said.filter((one) => one.n > mark && (one.from === ME || one.gone !== 'no')).length;
  }

  private lastN(chat: Chat): number | null {
    return chat.said.findLast((one) => one.gone !== 'deleted' && one.n > chat.fromN)?.n ?? null;
  }

  private lastOf(chat: Chat, n: number | null): LastMessage | null {
    const one = n === null ? undefined : chat.said[n - 1];
    if (!one || one.gone === 'deleted') return null;
    const { type, content, sentAtMs, note, from, id } = messageOf(one);
    return { n: one.n, type, content, sentAtMs, note, from: from.id, fromName: from.displayName, id };
  }

  /** The user sees events while they are a member. The chat's stream continues without them. */
  private append(chat: Chat, frame: () => ServerEvent): void {
    chat.head++;
    if (chat.member) this.rows.push({ stream: chat.stream, seq: chat.head, frame });
  }

  private appendOwn(frame: () => ServerEvent): void {
    this.ownHead++;
    this.rows.push({ stream: OWN, seq: this.ownHead, frame });
  }

  private say(chat: Chat, from: number, at: readonly number[]): void {
    this.clock += 1_000;
    const one: Said = {
      n: chat.count + 1,
      id: `${chat.stream}/${chat.count + 1}`,
      from,
      at,
      atMs: this.clock,
      gone: 'no',
    };
    chat.said.push(one);
    this.append(chat, () =>
      one.gone === 'deleted'
        ? { type: 'messageVoid', conversation: chat.id, id: messageId(one.id), n: one.n, from: userId(from) }
        : {
            type: 'messagePosted',
            to: chat.id,
            toUser: null,
            inGroup: true,
            message: messageOf(one),
            contact: null,
          },
    );
  }

  private takeBack(chat: Chat, pick: number, how: 'recalled' | 'deleted'): void {
    const free = chat.said.filter(
      (one) => one.n > chat.fromN && (one.gone === 'no' || (one.gone === 'recalled' && how === 'deleted')),
    );
    const one = free[pick % Math.max(1, free.length)];
    if (!one) return;
    const uncounts = one.gone === 'no';
    const mentioned = uncounts ? one.at : [];
    one.gone = how;
    const lastN = this.lastN(chat);
    const shared = {
      conversation: chat.id,
      id: messageId(one.id),
      n: one.n,
      mentioned,
      author: userId(one.from),
      uncounts,
    };
    this.append(chat, () =>
      how === 'deleted'
        ? { type: 'messageDeleted', ...shared, last: this.lastOf(chat, lastN) }
        : {
            type: 'messageRecalled',
            ...shared,
            msgId: msgId(one.n),
            by: userId(one.from),
            byName: `Name ${one.from}`,
            byManager: false,
            content: 'taken back',
            isLast: lastN === one.n,
            last: this.lastOf(chat, lastN),
          },
    );
  }

  private read(chat: Chat, mark: number, isGroup: boolean): void {
    if (mark <= chat.mark) return;
    chat.mark = mark;
    const seq = isGroup ? chat.head : chat.head + 1;
    const event: ServerEvent = {
      type: 'readMarkSet',
      conversation: chat.id,
      mark,
      own: this.own(chat, mark),
      seq,
      count: chat.count,
    };
    if (isGroup) this.appendOwn(() => event);
    else this.append(chat, () => event);
  }

  private readMentions(chat: Chat, mark: number): void {
    if (mark <= chat.mentionMark) return;
    chat.mentionMark = mark;
    const event: ServerEvent = {
      type: 'mentionMarkSet',
      conversation: chat.id,
      mark,
      mentions: this.mentions(chat),
      seq: chat.head,
      count: chat.count,
    };
    this.appendOwn(() => event);
  }

  private partnerRead(chat: Chat, n: number): void {
    if (n <= chat.peerMark) return;
    chat.peerMark = n;
    this.append(chat, () => ({ type: 'partnerRead', conversation: chat.id, n }));
  }

  private rename(chat: Chat, name: string): void {
    chat.name = name;
    this.append(chat, () => ({ type: 'groupRenamed', conversation: chat.id, name }));
  }

  private leave(chat: Chat): void {
    const until = chat.head;
    chat.member = false;
    this.appendOwn(() => ({
      type: 'left',
      conversation: chat.id,
      stream: chat.stream,
      until,
      why: 'removed',
    }));
    chat.head++;
  }

  private join(chat: Chat): void {
    chat.head++;
    Object.assign(chat, {
      member: true,
      mark: chat.count,
      mentionMark: chat.count,
      fromN: chat.count,
      hiddenTo: 0,
      isTop: false,
      isNotice: true,
      isArchived: false,
      marked: false,
    });
    const contact = { ...this.row(chat), last: null, lastSentAtMs: 0 };
    this.appendOwn(() => ({ type: 'joined', contact, via: 'group' }));
  }

  private flag(chat: Chat, what: Command['what'], pick: number): void {
    const on = pick % 2 === 0;
    if (what === 'top') {
      chat.isTop = on;
      this.appendOwn(() => ({ type: 'topSet', conversation: chat.id, isTop: on }));
    } else if (what === 'notice') {
      chat.isNotice = on;
      this.appendOwn(() => ({ type: 'noticeSet', conversation: chat.id, isNotice: on }));
    } else if (what === 'archive') {
      chat.isArchived = on;
      const to = on ? ARCHIVED_FOR_GOOD : null;
      this.appendOwn(() => ({ type: 'archiveSet', conversation: chat.id, to }));
    } else if (what === 'unreadMark') {
      const mark = on && (pick % 4 === 0 || pick + 1);
      chat.marked = mark;
      this.appendOwn(() => ({ type: 'unreadMarkSet', conversation: chat.id, mark }));
    } else if (what === 'hide' && chat.count > chat.hiddenTo) {
      chat.hiddenTo = chat.count;
      this.appendOwn(() => ({ type: 'chatHidden', conversation: chat.id, n: chat.hiddenTo }));
    } else if (what === 'remark' && !chat.id.startsWith('group-')) {
      chat.name = `name ${pick}`;
      const name = chat.name;
      this.appendOwn(() => ({ type: 'remarkSet', user: userId(9), name }));
    }
  }
}

const mentionsMe = (one: Said): boolean => one.from !== ME && (one.at.includes(0) || one.at.includes(ME));

function messageOf(one: Said): Message {
  const whole = aMessage(one.id, one.from, {
    n: one.n,
    msgId: msgId(one.n),
    at: one.at,
    sentAtMs: one.atMs,
    content: `words ${one.id}`,
  });
  if (one.gone === 'no') return whole;
  const note = {
    note: 'recalled',
    by: userId(one.from),
    name: `Name ${one.from}`,
    byManager: false,
  } as const;
  return { ...whole, type: 'event', content: 'taken back', at: [], recalled: true, note };
}

export const framedRow = ({ stream, seq, frame }: Row): FramedEvent => ({
  event: frame(),
  place: place(stream, seq),
  atSec: 1_700_000_000,
});
