import { isShutOut } from '../../../src/domain/config.ts';
import { isArchived, isHidden, unreadOf } from '../../../src/domain/contact.ts';
import { isEditable, mayEdit } from '../../../src/domain/edit.ts';
import { contactId, userId } from '../../../src/domain/ids.ts';
import { chatOfDraft, draftName } from '../../../src/domain/kept.ts';
import { everybodyBut, isLeftOut, mentionsFor } from '../../../src/domain/mentions.ts';
import { MESSAGE_TYPES } from '../../../src/domain/message.ts';
import { lets, privacyOf, SEEN_BY, canSeeLastSeen, USUAL_PRIVACY } from '../../../src/domain/privacy.ts';
import type { Privacy, SeenBy } from '../../../src/domain/privacy.ts';
import { isFor, mayRead, visible, type ReadableConversation } from '../../../src/domain/visible.ts';
import {
  editFault,
  mentionedTo,
  privacyRead,
  readableOf,
  unreadMarked,
  WHO_MAY,
} from './expected/allowed.ts';
import type { ReadingSeat } from './expected/allowed.ts';
import { differs, type Chance, type FactRule } from './fact-rule.ts';

const anyOf = (chance: Chance, from: readonly unknown[]): unknown => from[chance.whole(0, from.length - 1)];

const FLAGS = [true, false, 0, 1, undefined, null, ''];
const CHOICES = ['all', 'friends', 'none', 'some', '', undefined, null, 0];

const viewOf = (seen: SeenBy): Privacy => ({ ...USUAL_PRIVACY, seen });

function privacyFaults(chance: Chance): readonly string[] {
  const response = chance.happens(0.1)
    ? anyOf(chance, [null, undefined, 'all', 0, []])
    : {
        ...Object.fromEntries(['typing', 'read'].map((name) => [name, anyOf(chance, FLAGS)])),
        ...Object.fromEntries(
          ['seen', 'adds', 'calls', 'found', 'forwards'].map((name) => [name, anyOf(chance, CHOICES)]),
        ),
      };
  const [mine, theirs, areFriends] = [chance.pick(SEEN_BY), chance.pick(SEEN_BY), chance.happens(0.5)];
  const may = (choice: string) => WHO_MAY[choice]?.[areFriends ? 'friend' : 'stranger'] ?? false;
  return [
    ...differs(response ?? 'nothing', privacyOf(response), privacyRead(response)),
    ...differs({ mine, areFriends }, lets(mine, areFriends), may(mine)),
    ...differs(
      { mine, theirs, areFriends },
      canSeeLastSeen(viewOf(mine), viewOf(theirs), areFriends),
      [mine, theirs].every(may),
    ),
  ];
}

function countFaults(chance: Chance): readonly string[] {
  const mine = Array.from({ length: chance.whole(0, 6) }, () => chance.happens(0.3));
  const readTo = chance.whole(0, mine.length);
  const own = mine.slice(readTo).filter(Boolean).length;
  const count = mine.length;
  const [hiddenTo, mentions] = [chance.whole(0, count + 1), chance.pick([0, 0, 1])];
  const archivedTo = anyOf(chance, [undefined, null, 0, count - 1, count, count + 1]) as
    | number
    | null
    | undefined;
  const isAway = mentions === 0 && [archivedTo].some((to) => (to ?? -1) > count - 1);
  return [
    ...differs({ mine, readTo }, unreadOf({ count, mark: readTo, own }), unreadMarked({ mine, readTo })),
    // A mark that arrived before its messages leaves zero unread, never less.
    ...differs({ count, own }, unreadOf({ count, mark: count + chance.whole(0, 2), own }), 0),
    ...differs({ count, hiddenTo }, isHidden({ count, hiddenTo }), hiddenTo !== 0 && !(count > hiddenTo)),
    ...differs({ count, mentions, archivedTo }, isArchived({ count, mentions, archivedTo }), isAway),
  ];
}

function mentionFaults(chance: Chance): readonly string[] {
  const people = [1, 2, 3, 4].filter(() => chance.happens(0.4));
  const everybody = chance.happens(0.6);
  const at = everybody ? everybodyBut(people) : people;
  const person = chance.whole(1, 5);
  const out = everybody && people.filter((one) => one === person).length === 1;
  return [
    ...differs(
      { everybody, people, person },
      mentionsFor(at, person),
      mentionedTo({ everybody, people }, person),
    ),
    ...differs({ everybody, people }, mentionsFor(at, null), mentionedTo({ everybody, people }, null)),
    ...differs({ everybody, people, person }, isLeftOut(at, person), out),
  ];
}

const KINDS = ['favourites', 'notice', 'person', 'group'] as const;

function conversationOf(
  { kind, here, history, cameAfter }: ReadingSeat,
  chance: Chance,
): ReadableConversation {
  const member = here
    ? { fromN: cameAfter, untilSeq: null }
    : (chance.pick([[null], [{ fromN: cameAfter, untilSeq: chance.pick([0, 1, 9]) }]])[0] ?? null);
  if (kind === 'notice') return { kind };
  if (kind === 'favourites') return { kind, owner: userId(here ? 1 : 2) };
  return kind === 'group' ? { kind, member, history } : { kind, member };
}

function readFaults(chance: Chance): readonly string[] {
  const seat: ReadingSeat = {
    kind: chance.pick(KINDS),
    here: chance.happens(0.7),
    history: chance.happens(0.5),
    cameAfter: chance.whole(0, 4),
  };
  const above = visible(userId(1), conversationOf(seat, chance));
  const ordinals = [1, 2, 3, 4, 5];
  const read = ordinals.filter((n) => mayRead(above, n));
  const [only, user] = [anyOf(chance, [null, 1, 2]) as number | null, chance.whole(1, 2)];
  const [role, open, known] = [chance.whole(0, 2), chance.happens(0.5), chance.happens(0.8)];
  return [
    ...differs(seat, read, readableOf(seat, ordinals)),
    ...differs(
      { only, user },
      isFor({ only: only === null ? null : userId(only) }, userId(user)),
      [user, null].includes(only),
    ),
    // Administrators are admitted, and unknown visitors learn nothing.
    ...differs(
      { open, role, known },
      isShutOut({ open }, known ? { role } : null),
      known && !(open || role > 0),
    ),
  ];
}

const CONTENTS = ['a', '', '<h3>群公告</h3>a', 'a<h3>群公告</h3>', '<h3>a</h3>'];

function editFaults(chance: Chance): readonly string[] {
  const asks = chance.happens(0.3);
  const message = {
    type: chance.happens(0.5) ? 'text' : chance.pick(MESSAGE_TYPES),
    content: chance.pick(CONTENTS),
    recalled: chance.happens(0.2),
    extra: asks ? { poll: 1 } : (chance.pick([[null], [{}], [{ format: 'md' }]])[0] ?? null),
  } as const;
  const may = editFault({ ...message, asks }) === '';
  const editTimeSec = chance.pick([0, 1, 60, 172_800]);
  const ageSec = Math.max(0, editTimeSec + chance.pick([-1, 0, 1]));
  const mine = chance.happens(0.8);
  const isLate = ageSec + 1 > editTimeSec;
  return [
    ...differs(message, isEditable(message), may),
    ...differs(
      { message, ageSec, editTimeSec, mine },
      mayEdit({ mine, ageSec, editTimeSec }, message),
      may && mine && !isLate,
    ),
  ];
}

const CHATS = ['7', 'group-12', '-1', 'system', 'admin_notice'];
const NO_CHATS = ['', 'a', 'group-', ' 7'];

function draftFaults(chance: Chance): readonly string[] {
  const [chat, none] = [chance.pick(CHATS), chance.pick(NO_CHATS)];
  return [
    ...differs(chat, chatOfDraft(draftName(contactId(chat))), chat),
    ...differs(chat, draftName(contactId(chat)), `draft ${chat}`),
    ...differs(
      chat,
      [chatOfDraft(chat), chatOfDraft(`drafts ${chat}`), chatOfDraft('folders')],
      [null, null, null],
    ),
    ...differs(none, chatOfDraft(`draft ${none}`), null),
  ];
}

/** Rights to read, change and be notified, and the counting of chats (SEARCH-3, EDIT-1, COUNT-1 …). */
export const allowedRule: FactRule = {
  name: 'allowed',
  faults: (chance) =>
    [privacyFaults, countFaults, mentionFaults, readFaults, editFaults, draftFaults].flatMap((look) =>
      look(chance),
    ),
};
