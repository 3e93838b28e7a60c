import type { Message } from '../../src/domain/message.ts';
import { IM, under } from './reached.ts';
import type { ActContext, Acts, UserSubject } from './subject.ts';
import { escaped, RICH_SAMPLES } from '../oracle/rich.ts';
import { pickFrom, pickMessage, placeOf, visibleMessages } from './subject.ts';
import { postCall } from './group-acts.ts';
import { write } from './write.ts';

const CALL = '/enterprise/im/editMessage';

const isOwn = ({ person }: ActContext, { from, type, recalled }: Message): boolean =>
  from.id === person.id && type === 'text' && !recalled;

function edit(
  hand: ActContext,
  message: Message | undefined,
  part: number,
  at: readonly number[] = [],
  text = `e${hand.number}.${part}`,
): void {
  const to = message && placeOf(hand, message.id);
  if (!message || to === undefined) return;
  const names = at.map((id) => ({ id, name: 'x' }));
  const draft = { text, at: names, quote: null };
  void hand.tab.client.actions.edit(to, message.id, draft);
}

const mine = (hand: ActContext): Message | undefined => pickMessage(hand, (one) => isOwn(hand, one));

/** Forbidden or malformed edits; each must be refused without changes. */
const WRONG: readonly ((hand: ActContext) => object)[] = [
  (hand) => ({ id: pickMessage(hand, (one) => one.from.id !== hand.person.id)?.id ?? 'x', content: 'x' }),
  (hand) => ({ id: pickMessage(hand, (one) => one.recalled)?.id ?? 'x', content: 'x' }),
  (hand) => ({ id: pickMessage(hand, (one) => one.type !== 'text')?.id ?? 'x', content: 'x' }),
  (hand) => ({ id: mine(hand)?.id ?? 'x', content: ' ' }),
  (hand) => ({ id: mine(hand)?.id ?? 'x', content: 'x'.repeat(2_100) }),
  (hand) => ({ id: mine(hand)?.id ?? 'x', content: '<b>x</b>'.repeat(410) }),
  (hand) => ({ id: mine(hand)?.id ?? 'x', content: `e${hand.number}.9`, at: [0, 900_001] }),
  (hand) => ({ id: `nothing-${hand.number}`, content: 'x' }),
];

const markedText = (hand: ActContext, choice: number, part = 0): string =>
  (pickFrom(RICH_SAMPLES, choice)?.typed ?? '{}').replaceAll('{}', `k${hand.number}.${part}`);

/** The mark, and what looks like it. */
const MARKS: readonly unknown[] = [
  { format: 'md' },
  { format: 'md', file: { id: 1 }, caption: '**x**', msg_id: 1, content: 'x' },
  JSON.stringify({ format: 'md' }),
  { format: 'MD' },
  { format: ['md'] },
  { format: { md: 1 } },
  'md',
];

const acts: Acts<'editing'> = {
  edit: (hand) => edit(hand, mine(hand), 0),
  editLast: (hand) =>
    edit(
      hand,
      visibleMessages(hand).findLast((one) => isOwn(hand, one)),
      0,
    ),
  // Edits a waiting message; the edit is sent after it.
  editWaiting: ({ tab, chat, number, step }) => {
    const item = chat && pickFrom(tab.state().outbox.get(chat.id) ?? [], step.b);
    if (!chat || item?.message.type !== 'text') return;
    void tab.client.actions.edit(chat.id, item.message.id, { text: `e${number}.0`, at: [], quote: null });
  },
  editMention: (hand) => edit(hand, mine(hand), 0, hand.step.b % 4 === 0 ? [0] : [hand.someone]),
  // Edits on all devices and tabs in the same instant, each with different text.
  editTogether: (hand) => {
    const message = mine(hand);
    const places = hand.person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
    for (const [at, place] of places.entries()) edit({ ...hand, ...place }, message, at);
  },
  editThenRecall: async (hand) => {
    const message = mine(hand);
    edit(hand, message, 0);
    if (message) await hand.tab.client.actions[hand.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  editWrong: async (hand) => {
    for (const at of [0, 3]) await postCall(hand, CALL, pickFrom(WRONG, hand.step.b + at)?.(hand) ?? {});
  },
  // Writes markup as users type it, and as a client that claims false or unusual marks.
  writeMarked: (hand) => write(hand, markedText(hand, hand.step.b), [], null),
  editMarked: (hand) => edit(hand, mine(hand), 0, [], markedText(hand, hand.step.b)),
  markRaw: async (hand) => {
    const mark = pickFrom(MARKS, hand.step.a);
    for (const at of [0, 5])
      await postCall(hand, '/enterprise/im/sendMessage', {
        id: `marked-${hand.number}-${at}`,
        toContactId: hand.chat?.id ?? '-1',
        type: 'text',
        content: escaped(markedText(hand, hand.step.b + at, at)),
        extends: mark,
      });
  },
  // Switched off, for a moment only, or as it was.
  editTime: async (hand) => {
    await hand.world.ruler.configure('chatInfo.editTime', pickFrom(['0', '1', '172800'], hand.step.b) ?? '0');
    edit(hand, mine(hand), 0);
  },
};

/** Edits of own messages. */
export const editing: UserSubject<'editing'> = {
  acts,
  coverage: {
    calls: under(IM, 'editMessage'),
    events: 'edited',
    refusals: 'editOff editLate editKind',
    settings: 'chatInfo.editTime',
  },
};
