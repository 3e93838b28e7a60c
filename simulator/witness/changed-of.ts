import { plainEmoji } from '../oracle/known-emoji.ts';
import { chatIn, isMarked, isOn, mentionsIn, number, numbers, textOf } from './body.ts';
import type { RequestBody } from './body.ts';
import type { Requests } from './requests.ts';
import type { Facts, Ran, ToldDeed, WitnessedEvent } from './witnessed.ts';

/** Of several unanswered requests, it is one that asked for the written text. */
export function edited(
  { msgId: row, id, from: by }: Facts<'edited'>,
  { words = new Map() }: Ran,
  at: number,
  requests: Requests,
): ToldDeed {
  const written = words.get(row) ?? '';
  const request = requests.pick(
    'editmessage',
    at,
    by,
    (body) => textOf(body['id']) === id && textOf(body['content']).trim() === written.trim(),
  );
  const marked = request !== null && isMarked(request);
  const said = requests.said.get(row);
  if (said) {
    const before = [...(said.before ?? []), { words: said.words, marked: said.marked ?? false }];
    requests.said.set(row, { ...said, words: written, marked, before });
  }
  return {
    deed: { do: 'edit', by, row, words: written, marked, at: mentionsIn(request) },
    asked: request !== null,
  };
}

/** Each vote that was written with it. */
export const voted = (
  { stream }: WitnessedEvent,
  { msgId: row, id, n }: Facts<'voted'>,
  { votes = [] }: Ran,
  at: number,
  requests: Requests,
): readonly ToldDeed[] =>
  votes
    .filter((one) => one.stream === stream && one.n === n)
    .map(({ by, options }) => ({
      deed: { do: 'vote', by, row, options },
      asked: requests.some(
        'vote',
        at,
        by,
        (body) =>
          textOf(body['id']) === id &&
          numbers(body['options'])
            .toSorted((a, b) => a - b)
            .join() === options.join(),
      ),
    }));

/**
 * A card that arrived, requested by its author with the message's text, or one they removed. Removals by an
 * edit follow from the edit.
 */
export function previewed(
  { msgId: row, id, from: by }: Facts<'previewed'>,
  { cards = new Map(), events }: Ran,
  at: number,
  requests: Requests,
): readonly ToldDeed[] {
  if (events.some(({ facts }) => facts.kind === 'edited' && facts.msgId === row)) return [];
  const card = cards.get(row) ?? null;
  if (card === null) {
    const asked = requests.some('removepreview', at, by, (body) => textOf(body['id']) === id);
    return [{ deed: { do: 'dropCard', by, row }, asked }];
  }
  const asked = ['sendmessage', 'editmessage'].some((call) =>
    requests.ever(call, at, by, (body) => textOf(body['id']) === id && isOn(body['preview'])),
  );
  return [{ deed: { do: 'card', by, row, card }, asked }];
}

/** A copy has the card of its original, or none. */
export const copiedCard = (
  { msgId: row, from: by }: Facts<'message'>,
  { cards = new Map() }: Ran,
): readonly ToldDeed[] => {
  const card = cards.get(row) ?? null;
  return card === null ? [] : [{ deed: { do: 'card', by, row, card }, asked: null }];
};

/** Each press that was written with it. */
export const reacted = (
  { stream }: WitnessedEvent,
  { msgId: row, id, n }: Facts<'reacted'>,
  { reactions = [] }: Ran,
  at: number,
  requests: Requests,
): readonly ToldDeed[] =>
  reactions
    .filter((one) => one.stream === stream && one.n === n)
    .map(({ by, emoji, on }) => ({
      deed: { do: 'react', by, row, emoji, on },
      asked: requests.some(
        'react',
        at,
        by,
        (body) =>
          textOf(body['id']) === id &&
          plainEmoji(textOf(body['emoji'])) === plainEmoji(emoji) &&
          isOn(body['on']) === on,
      ),
    }));

/** The lifetime of new messages; the line beside it has the number. */
export function timed(
  { stream: chat, facts }: WitnessedEvent & { readonly facts: Facts<'timer'> },
  row: number,
  at: number,
  requests: Requests,
): ToldDeed {
  const { by, days } = facts;
  const asks = (body: RequestBody): boolean =>
    chatIn(by, body['toContactId']) === chat && number(body['days']) === days;
  return { deed: { do: 'timer', by, chat, days, row }, asked: requests.some('settimer', at, by, asks) };
}
