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
  context: ActContext,
  message: Message | undefined,
  part: number,
  at: readonly number[] = [],
  text = `e${context.number}.${part}`,
): void {
  const to = message && placeOf(context, message.id);
  if (!message || to === undefined) return;
  const names = at.map((id) => ({ id, name: 'x' }));
  const draft = { text, at: names, quote: null };
  void context.tab.client.actions.edit(to, message.id, draft);
}

const mine = (context: ActContext): Message | undefined => pickMessage(context, (one) => isOwn(context, one));

/** Forbidden or malformed edits; each must be refused without changes. */
const WRONG: readonly ((context: ActContext) => object)[] = [
  (context) => ({
    id: pickMessage(context, (one) => one.from.id !== context.person.id)?.id ?? 'x',
    content: 'x',
  }),
  (context) => ({ id: pickMessage(context, (one) => one.recalled)?.id ?? 'x', content: 'x' }),
  (context) => ({ id: pickMessage(context, (one) => one.type !== 'text')?.id ?? 'x', content: 'x' }),
  (context) => ({ id: mine(context)?.id ?? 'x', content: ' ' }),
  (context) => ({ id: mine(context)?.id ?? 'x', content: 'x'.repeat(2_100) }),
  (context) => ({ id: mine(context)?.id ?? 'x', content: '<b>x</b>'.repeat(410) }),
  (context) => ({ id: mine(context)?.id ?? 'x', content: `e${context.number}.9`, at: [0, 900_001] }),
  (context) => ({ id: `nothing-${context.number}`, content: 'x' }),
];

const markedText = (context: ActContext, choice: number, part = 0): string =>
  (pickFrom(RICH_SAMPLES, choice)?.typed ?? '{}').replaceAll('{}', `k${context.number}.${part}`);

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
  edit: (context) => edit(context, mine(context), 0),
  editLast: (context) =>
    edit(
      context,
      visibleMessages(context).findLast((one) => isOwn(context, one)),
      0,
    ),
  // Edits a waiting message; the edit is sent after it.
  editWaiting: ({ tab, chat, number, step }) => {
    const item = chat && pickFrom(tab.state().outbox.get(chat.id) ?? [], step.b);
    if (!chat || item?.message.type !== 'text') return;
    void tab.client.actions.edit(chat.id, item.message.id, { text: `e${number}.0`, at: [], quote: null });
  },
  editMention: (context) =>
    edit(context, mine(context), 0, context.step.b % 4 === 0 ? [0] : [context.someone]),
  // Edits on all devices and tabs in the same instant, each with different text.
  editTogether: (context) => {
    const message = mine(context);
    const places = context.person.devices.flatMap((device) => device.tabs.map((tab) => ({ device, tab })));
    for (const [at, place] of places.entries()) edit({ ...context, ...place }, message, at);
  },
  editThenRecall: async (context) => {
    const message = mine(context);
    edit(context, message, 0);
    if (message) await context.tab.client.actions[context.step.b % 3 === 0 ? 'remove' : 'recall'](message.id);
  },
  editWrong: async (context) => {
    for (const at of [0, 3])
      await postCall(context, CALL, pickFrom(WRONG, context.step.b + at)?.(context) ?? {});
  },
  // Writes markup as users type it, and as a client that claims false or unusual marks.
  writeMarked: (context) => write(context, markedText(context, context.step.b), [], null),
  editMarked: (context) => edit(context, mine(context), 0, [], markedText(context, context.step.b)),
  markRaw: async (context) => {
    const mark = pickFrom(MARKS, context.step.a);
    for (const at of [0, 5])
      await postCall(context, '/enterprise/im/sendMessage', {
        id: `marked-${context.number}-${at}`,
        toContactId: context.chat?.id ?? '-1',
        type: 'text',
        content: escaped(markedText(context, context.step.b + at, at)),
        extends: mark,
      });
  },
  // Switched off, for a moment only, or as it was.
  editTime: async (context) => {
    await context.world.ruler.configure(
      'chatInfo.editTime',
      pickFrom(['0', '1', '172800'], context.step.b) ?? '0',
    );
    edit(context, mine(context), 0);
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
