import type { EventFacts } from '../../src/ports/store.ts';
import { plainEmoji } from '../oracle/reacting.ts';
import type { AskedAct } from '../oracle/subject.ts';
import { chatIn, isMarked, isOn, mentionsIn, number, numbers, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import { erasureByHouse } from './people-of.ts';
import type { Requests } from './requests.ts';
import type { Facts, Ran, RecordedAction, RecordedEvent } from './recorded.ts';

/** The action a request asks for, as the oracle checks it; null: none that it checks. */
export type RequestReader = (by: number, body: RequestBody) => AskedAct | null;

export const inChat =
  (field: string, make: (chat: string, body: RequestBody) => AskedAct): RequestReader =>
  (by, body) => {
    const chat = chatIn(by, body[field]);
    return chat === null ? null : make(chat, body);
  };

/** The command of an event, and the requests up to it. */
interface Around {
  readonly stream: string;
  readonly ran: Ran;
  readonly at: number;
  readonly requests: Requests;
}

/** A subject, as the recorder knows it: what a request asks for, and the actions behind an event. */
interface RecordedSubject {
  readonly requests: Readonly<Record<string, RequestReader>>;
  readonly events: {
    readonly [K in EventFacts['kind']]?: (facts: Facts<K>, around: Around) => readonly RecordedAction[];
  };
}

const removing: RecordedSubject = {
  requests: {
    undomessage: (_by, body) => ({ kind: 'recall', id: textOf(body['id']) }),
    delmessage: (_by, body) => ({ kind: 'erase', id: textOf(body['id']) }),
  },
  events: {
    recall: ({ by, msgId: row, id }, { at, requests }) => [
      {
        action: { do: 'recall', by, row },
        isRequested: requests.some('undomessage', at, by, (body) => textOf(body['id']) === id),
      },
    ],
    delete: (facts, { stream, ran, at, requests }) => {
      const { from: by, msgId: row, id } = facts;
      const byHouse = erasureByHouse(facts, ran);
      if (byHouse) return [byHouse];
      if (facts.due === true) return [{ action: { do: 'vanish', by: null, row }, isRequested: null }];
      const isAsked =
        stream === 'notice' ? null : requests.some('delmessage', at, by, (body) => textOf(body['id']) === id);
      return [{ action: { do: 'erase', by, row }, isRequested: isAsked }];
    },
  },
};

const editing: RecordedSubject = {
  requests: {
    editmessage: (_by, body) => ({ kind: 'edit', id: textOf(body['id']), at: mentionsIn(body) }),
  },
  events: {
    /** Takes the unanswered request that asked for the written text. */
    edited: ({ msgId: row, id, from: by }, { ran, at, requests }) => {
      const text = ran.words?.get(row) ?? '';
      const request = requests.pick(
        'editmessage',
        at,
        by,
        (body) => textOf(body['id']) === id && textOf(body['content']).trim() === text.trim(),
      );
      const byPress =
        request === null &&
        requests.pick('replaced', at, by, (body) => body['id'] === id && body['words'] === text) !== null;
      const marked = byPress || (request !== null && isMarked(request));
      const earlier = requests.texts.get(row);
      if (earlier) {
        const before = [...(earlier.before ?? []), { words: earlier.words, marked: earlier.marked ?? false }];
        requests.texts.set(row, { ...earlier, words: text, marked, before });
      }
      return [
        {
          action: {
            do: 'edit',
            by,
            row,
            words: text,
            marked,
            at: mentionsIn(request),
            ...(byPress && { byPress }),
          },
          isRequested: request !== null || byPress,
        },
      ];
    },
  },
};

const pins =
  (on: boolean) =>
  (
    { by, msgId: row, id }: Facts<'pinned'> | Facts<'unpinned'>,
    { at, requests }: Around,
  ): readonly RecordedAction[] => {
    const isNameRequest = (body: RequestBody): boolean =>
      textOf(body['id']) === id && isOn(body['on']) === on;
    return [
      {
        action: { do: 'pinLine', by, row, on },
        isRequested: requests.some('pinmessage', at, by, isNameRequest),
      },
    ];
  };

const pinning: RecordedSubject = {
  requests: {
    pinmessage: (_by, body) => ({ kind: 'pinLine', id: textOf(body['id']), on: isOn(body['on']) }),
  },
  events: { pinned: pins(true), unpinned: pins(false) },
};

const reacting: RecordedSubject = {
  requests: {
    react: (_by, body) => ({
      kind: 'react',
      id: textOf(body['id']),
      emoji: textOf(body['emoji']),
      on: isOn(body['on']),
    }),
  },
  events: {
    /** Each press that was written with it. */
    reacted: ({ msgId: row, id, n }, { stream, ran, at, requests }) =>
      (ran.reactions ?? [])
        .filter((one) => one.stream === stream && one.n === n)
        .map(({ by, emoji, on }) => ({
          action: { do: 'react', by, row, emoji, on },
          isRequested: requests.some(
            'react',
            at,
            by,
            (body) =>
              textOf(body['id']) === id &&
              plainEmoji(textOf(body['emoji'])) === plainEmoji(emoji) &&
              isOn(body['on']) === on,
          ),
        })),
  },
};

const polling: RecordedSubject = {
  requests: {
    vote: (_by, body) => ({ kind: 'vote', id: textOf(body['id']), options: numbers(body['options']) }),
    closepoll: (_by, body) => ({ kind: 'endPoll', id: textOf(body['id']) }),
  },
  events: {
    /** Each vote that was written with it. */
    voted: ({ msgId: row, id, n }, { stream, ran, at, requests }) =>
      (ran.votes ?? [])
        .filter((one) => one.stream === stream && one.n === n)
        .map(({ by, options }) => ({
          action: { do: 'vote', by, row, options },
          isRequested: requests.some(
            'vote',
            at,
            by,
            (body) =>
              textOf(body['id']) === id &&
              numbers(body['options'])
                .toSorted((a, b) => a - b)
                .join() === options.join(),
          ),
        })),
    pollClosed: ({ by, msgId: row, id }, { at, requests }) => [
      {
        action: { do: 'endPoll', by, row },
        isRequested: requests.some('closepoll', at, by, (body) => textOf(body['id']) === id),
      },
    ],
  },
};

const threading: RecordedSubject = {
  requests: {
    followthread: inChat('toContactId', (chat, body) => ({
      kind: 'follow',
      chat,
      root: number(body['root']),
    })),
  },
  events: {
    follow: ({ of: chat, root, on }, { stream, at, requests }) => {
      const by = Number(stream.slice(1));
      const isTimerRequest = (body: RequestBody): boolean =>
        chatIn(by, body['id'] ?? body['toContactId']) === chat && isOn(body['on']) === on;
      return [
        {
          action: { do: 'follow', by, chat, root, on },
          isRequested: requests.some('followthread', at, by, isTimerRequest),
        },
      ];
    },
  },
};

const vanishing: RecordedSubject = {
  requests: { settimer: inChat('toContactId', (chat) => ({ kind: 'timer', chat })) },
  // Recorded with the line that announces it: `timed`.
  events: {},
};

/** The lifetime of new messages; the line beside it has the number. */
export function timed(
  { stream: chat, facts }: RecordedEvent & { readonly facts: Facts<'timer'> },
  row: number,
  at: number,
  requests: Requests,
): RecordedAction {
  const { by, days } = facts;
  const isTimerRequest = (body: RequestBody): boolean =>
    chatIn(by, body['toContactId']) === chat && number(body['days']) === days;
  return {
    action: { do: 'timer', by, chat, days, row },
    isRequested: requests.some('settimer', at, by, isTimerRequest),
  };
}

const linking: RecordedSubject = {
  requests: { removepreview: (_by, body) => ({ kind: 'dropCard', id: textOf(body['id']) }) },
  events: {
    /**
     * A card that arrived, requested by its author with the message's text, or one they removed. Removals by
     * an edit follow from the edit.
     */
    previewed: ({ msgId: row, id, from: by }, { ran, at, requests }) => {
      if (ran.events.some(({ facts }) => facts.kind === 'edited' && facts.msgId === row)) return [];
      const card = ran.cards?.get(row) ?? null;
      if (card === null) {
        const isAsked = requests.some('removepreview', at, by, (body) => textOf(body['id']) === id);
        return [{ action: { do: 'dropCard', by, row }, isRequested: isAsked }];
      }
      const isCardAsked = ['sendmessage', 'editmessage'].some((call) =>
        requests.ever(call, at, by, (body) => textOf(body['id']) === id && isOn(body['preview'])),
      );
      return [{ action: { do: 'card', by, row, card }, isRequested: isCardAsked }];
    },
  },
};

/** A copy has the card of its original, or none. */
export const copiedCard = (
  { msgId: row, from: by }: Facts<'message'>,
  { cards = new Map() }: Ran,
): readonly RecordedAction[] => {
  const card = cards.get(row) ?? null;
  return card === null ? [] : [{ action: { do: 'card', by, row, card }, isRequested: null }];
};

const later: RecordedSubject = {
  requests: {
    schedulemessage: inChat('toContactId', (chat, body) => ({
      kind: 'putOff',
      chat,
      id: textOf(body['id']),
    })),
    changescheduled: (_by, body) => ({ kind: 'withPutOff', id: textOf(body['id']), isImmediate: false }),
    discardscheduled: (_by, body) => ({ kind: 'withPutOff', id: textOf(body['id']), isImmediate: false }),
    sendscheduled: (_by, body) => ({ kind: 'withPutOff', id: textOf(body['id']), isImmediate: true }),
    setreminder: (_by, body) => ({
      kind: 'remind',
      id: textOf(body['id']),
      on: textOf(body['remindTime']) !== '',
    }),
  },
  // Their rows are recorded, not events: `later-of.ts`.
  events: {},
};

const groupCalls: RecordedSubject = {
  requests: {
    joingroupcall: inChat('toContactId', (chat, body) => ({
      kind: 'joinCall',
      chat,
      device: textOf(body['device']),
    })),
    leavegroupcall: inChat('toContactId', (chat, body) => ({
      kind: 'leaveCall',
      chat,
      device: textOf(body['device']),
    })),
    raisehand: inChat('toContactId', (chat, body) => ({
      kind: 'raiseHand',
      chat,
      device: textOf(body['device']),
    })),
    removefromgroupcall: inChat('toContactId', (chat, body) => ({
      kind: 'banFromCall',
      chat,
      person: number(body['user_id']),
    })),
    signalgroupcall: inChat('toContactId', (chat, body) => ({
      kind: 'signalCall',
      chat,
      call: textOf(body['call']),
      device: textOf(body['device']),
      to: textOf(body['to']),
      isMute: body['kind'] === 'muteRequest',
      isReaction: body['kind'] === 'reaction',
    })),
  },
  // Their rows are recorded, not events: `group-calls-of.ts`.
  events: {},
};

/** The subjects that the recorder knows, one row each. */
const SUBJECTS = [
  removing,
  editing,
  pinning,
  reacting,
  polling,
  threading,
  vanishing,
  linking,
  later,
  groupCalls,
];

/** Readers of requests, by the name of the call. */
export const SUBJECT_READERS: Readonly<Record<string, RequestReader>> = Object.assign(
  {},
  ...SUBJECTS.map(({ requests }) => requests),
) as Readonly<Record<string, RequestReader>>;

type Actions = (facts: EventFacts, around: Around) => readonly RecordedAction[];
const ACTIONS = new Map(SUBJECTS.flatMap(({ events }) => Object.entries(events) as [string, Actions][]));

/** The actions behind an event of a subject; null: it belongs to none. */
export const actionsOfSubject = (
  { stream, facts }: RecordedEvent,
  ran: Ran,
  at: number,
  requests: Requests,
): readonly RecordedAction[] | null =>
  ACTIONS.get(facts.kind)?.(facts, { stream, ran, at, requests }) ?? null;
