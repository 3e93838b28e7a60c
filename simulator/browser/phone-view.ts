import { outgoingAsMessage } from '../../src/client/state/outbox-view.ts';
import { previewOf, rows } from '../../src/client/state/selectors.ts';
import { messagesOf } from '../../src/client/state/chat-selectors.ts';
import type { Preview } from '../../src/client/state/selectors.ts';
import type { State } from '../../src/client/state/state.ts';
import { toPlain } from '../../src/domain/markup.ts';
import { unmarked } from '../../src/domain/rich-text.ts';
import type { MessageType } from '../../src/domain/message.ts';
import type { Device } from '../devices/device.ts';
import type { Bubble, Phone } from './view-types.ts';

/** Marks of a device kept by the viewer, because the World does not report them. */
export interface Marked {
  readonly frozen: boolean;
  readonly storageFull: boolean;
}

const [ROWS, BUBBLES] = [5, 5];

/** One device as a small phone: its newest tab's list, and the chat that is open there. */
export function phoneView(device: Device, person: string, { frozen, storageFull }: Marked): Phone {
  const tab = device.tabs.at(-1);
  const frame = {
    device: device.name,
    person,
    isMobile: device.isMobile,
    plugged: device.online,
    frozen,
    storageFull,
    tabs: device.tabs.length,
  };
  if (!tab)
    return {
      ...frame,
      visible: false,
      session: 'closed',
      connection: 'lost',
      unread: 0,
      unsent: 0,
      rows: [],
      chat: null,
    };
  const state = tab.state();
  const { connection } = state;
  return {
    ...frame,
    visible: tab.page.isVisible(),
    session: tab.client.session.get().name,
    connection:
      connection.name === 'open'
        ? connection.bound
          ? 'open'
          : 'opening'
        : connection.name === 'connecting'
          ? 'opening'
          : 'lost',
    unread: state.totals.unread,
    unsent: [...state.outbox.values()].flat().length,
    rows: rows(state)
      .slice(0, ROWS)
      .map(({ id, displayName, unread, last, kind }) => ({
        id,
        name: nameOf(id, displayName),
        unread,
        last: wordsOf(previewOf(last)),
        group: kind === 'group',
      })),
    chat: chatOf(state),
  };
}

/** Favourites and announcements are named by the app's texts, which are not here. */
const nameOf = (id: string, name: string): string =>
  name !== '' ? name : id === '-1' ? 'Notes to self' : id;

function wordsOf(preview: Preview): string {
  switch (preview.kind) {
    case 'none':
      return '';
    case 'text':
    case 'note':
      return preview.text;
    case 'label':
      return labelOf(preview.type);
    case 'reaction':
      return preview.emoji;
    case 'call':
      return labelOf('webrtc');
  }
}

const labelOf = (type: MessageType | 'poll'): string => (type === 'webrtc' ? '[call]' : `[${type}]`);

function chatOf(state: State): Phone['chat'] {
  const id = state.open ?? rows(state).find((one) => (state.conversations.get(one.id)?.size ?? 0) > 0)?.id;
  const contact = id === undefined ? undefined : state.contacts.get(id);
  if (id === undefined || !contact) return null;
  const bubbles = messagesOf(state, id)
    .slice(-BUBBLES)
    .map((item): Bubble => {
      const message = item.kind === 'message' ? item.message : outgoingAsMessage(state, item.item.message);
      const mine = message.from.id === state.self?.id;
      const note = message.type === 'event';
      return {
        id: message.id,
        text:
          message.type === 'text' || note
            ? toPlain(unmarked(message.content, message.extra))
            : labelOf(message.type),
        mine,
        waiting: item.kind === 'outgoing',
        note,
      };
    });
  return { name: nameOf(id, contact.displayName), bubbles };
}
