import { readByLimits } from '../../../domain/limits.ts';
import { pollLimits, reactionLimits, threadLimits } from '../../../domain/message-limits.ts';
import * as accountCalls from '../../../wire/calls/accounts.ts';
import * as messageCalls from '../../../wire/calls/messages.ts';
import { sendMessage as sendCall } from '../../../wire/calls/send-message.ts';
import { type Endpoint, own } from '../endpoint.ts';
import { readBy } from '../marks/marks.ts';
import { sendMessage, updateCard } from './send.ts';
import { editMessage } from './edit.ts';
import { forwardMessage } from './forward.ts';
import { getMessageList, locateMessage } from './history.ts';
import { getMessagePins, pinMessage } from './pins.ts';
import { react, reactionPeople } from './react.ts';
import { readAtMsg, setMsgIsRead } from './read.ts';
import { delMessage, undoMessage } from './take-back.ts';
import { followThread, getThread } from './threads.ts';
import { closePoll, pollVoters, vote } from './vote.ts';

export const messageEndpoints: readonly Endpoint[] = [
  { ...own(sendCall, sendMessage), proves: true },
  own(messageCalls.forwardMessage, forwardMessage),
  own(messageCalls.getMessageList, getMessageList),
  own(messageCalls.setMsgIsRead, setMsgIsRead),
  own(messageCalls.readAtMsg, readAtMsg),
  own(messageCalls.undoMessage, undoMessage),
  own(messageCalls.editMessage, editMessage),
  own(messageCalls.pinMessage, pinMessage),
  own(messageCalls.getMessagePins, getMessagePins),
  own(messageCalls.react, react, reactionLimits.rate),
  own(messageCalls.readBy, readBy, readByLimits.rate),
  own(messageCalls.reactions, reactionPeople, reactionLimits.rate),
  own(messageCalls.vote, vote, pollLimits.rate),
  own(messageCalls.closePoll, closePoll, pollLimits.rate),
  own(messageCalls.voters, pollVoters, pollLimits.rate),
  own(messageCalls.locateMessage, locateMessage, threadLimits.rate),
  own(messageCalls.getThread, getThread, threadLimits.rate),
  own(messageCalls.followThread, followThread, threadLimits.rate),
  own(messageCalls.delMessage, delMessage),
  own(accountCalls.updateCard, updateCard),
];
