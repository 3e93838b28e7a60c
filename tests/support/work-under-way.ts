import type { Actions } from '../../src/client/interface/client.ts';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';

/** A mark in all data of the first user. */
export const MARK = 'of-seven';
const NINE = contactId(9);
const FILE = { name: `${MARK}.txt`, body: new Blob([MARK]) };
const draft = { ...EMPTY_DRAFT, text: `words ${MARK}` };

/** Unfinished work at the log-out of the first user. */
export const WORK: Readonly<Record<string, (actions: Actions) => unknown>> = {
  'a message': (actions) => actions.send(NINE, draft),
  'a draft': (actions) => actions.saveDraft(NINE, draft),
  'a chat that opens': (actions) => actions.openChat(NINE),
  'older messages': (actions) => actions.loadOlder(NINE),
  'the list of chats': (actions) => actions.refreshContacts(),
  'what is kept for all devices': (actions) => actions.refreshKept(),
  'a chat on top': (actions) => actions.setTop(NINE, true),
  'a chat that is put away': (actions) => actions.archiveChat(NINE, true),
  'a chat marked as unread': (actions) => actions.markUnread(NINE, true),
  'a read mark': (actions) => actions.markRead(NINE, 1),
  'all that was read': (actions) => actions.markAllRead(),
  'words that alert': (actions) => actions.keepAlertWords([MARK]),
  'a reaction': (actions) => actions.react(NINE, messageId('m-1'), '👍', true),
  'an edit': (actions) => actions.edit(NINE, messageId('m-1'), draft),
  'a pin': (actions) => actions.pinMessage(NINE, messageId('m-1'), true),
  'a recall': (actions) => actions.recall(messageId('m-1')),
  'a thread': (actions) => actions.openThread(NINE, 1),
  'a block': (actions) => actions.block(userId(9), true),
  'a person': (actions) => actions.person(userId(9)),
  'a search': (actions) => actions.searchUser(MARK),
  'a new group': (actions) => actions.createGroup([userId(9)], MARK),
  'a call': (actions) => actions.startCall(userId(9), { video: false, name: 'Bert', avatar: '' }),
  'a file': (actions) => actions.sendFile(NINE, FILE),
  'the configuration': (actions) => actions.refreshConfig(),
};
