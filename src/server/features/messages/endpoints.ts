import { readByLimits } from '../../../domain/limits.ts';
import { readBy as readByCall } from '../../../wire/calls/read-by.ts';
import * as accountCalls from '../../../wire/calls/accounts.ts';
import { forwardMessage as forwardCall } from '../../../wire/calls/forward-message.ts';
import * as messageCalls from '../../../wire/calls/messages.ts';
import { sendMessage as sendCall } from '../../../wire/calls/send-message.ts';
import { reactionLimits } from '../../../domain/reaction-limits.ts';
import { pollLimits } from '../../../domain/poll-limits.ts';
import * as pollCalls from '../../../wire/calls/polls.ts';
import * as reactionCalls from '../../../wire/calls/reactions.ts';
import { threadLimits } from '../../../domain/thread-limits.ts';
import { locateMessage as locateCall } from '../../../wire/calls/locate-message.ts';
import * as threadCalls from '../../../wire/calls/threads.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { updateCard } from './card.ts';
import { editMessage } from './edit.ts';
import { forwardMessage } from './forward.ts';
import { getMessageList } from './history.ts';
import { locateMessage } from './locate.ts';
import { getMessagePins, pinMessage } from './pins.ts';
import { readBy } from '../marks/read-by.ts';
import { react, reactionPeople } from './react.ts';
import { readAtMsg, setMsgIsRead } from './read.ts';
import { sendMessage } from './send.ts';
import { followThread, getThread } from './threads.ts';
import { delMessage, undoMessage } from './take-back.ts';
import { closePoll, pollVoters, vote } from './vote.ts';

export const messageEndpoints: readonly Endpoint[] = [
  { ...own(sendCall, sendMessage), proves: true },
  own(forwardCall, forwardMessage),
  own(messageCalls.getMessageList, getMessageList),
  own(messageCalls.setMsgIsRead, setMsgIsRead),
  own(messageCalls.readAtMsg, readAtMsg),
  own(messageCalls.undoMessage, undoMessage),
  own(messageCalls.editMessage, editMessage),
  own(messageCalls.pinMessage, pinMessage),
  own(messageCalls.getMessagePins, getMessagePins),
  own(reactionCalls.react, react, reactionLimits.rate),
  own(readByCall, readBy, readByLimits.rate),
  own(reactionCalls.reactions, reactionPeople, reactionLimits.rate),
  own(pollCalls.vote, vote, pollLimits.rate),
  own(pollCalls.closePoll, closePoll, pollLimits.rate),
  own(pollCalls.voters, pollVoters, pollLimits.rate),
  own(locateCall, locateMessage, threadLimits.rate),
  own(threadCalls.getThread, getThread, threadLimits.rate),
  own(threadCalls.followThread, followThread, threadLimits.rate),
  own(messageCalls.delMessage, delMessage),
  own(accountCalls.updateCard, updateCard),
];
