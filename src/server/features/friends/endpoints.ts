import { serverLimits } from '../../kernel/limits.ts';
import * as accountCalls from '../../../wire/calls/accounts.ts';
import * as friendCalls from '../../../wire/calls/friends.ts';
import { own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { deleteFriend, setNickname, update, withdrawApplication } from './answer.ts';
import { addFriend } from './apply.ts';
import { directory, getApplyMsg, index, searchUser } from './lists.ts';

export const friendEndpoints: readonly Endpoint[] = [
  own(friendCalls.searchUser, searchUser, serverLimits.searchRate),
  own(friendCalls.directory, directory, serverLimits.searchRate),
  own(friendCalls.friendAdd, addFriend, serverLimits.searchRate),
  own(friendCalls.friendIndex, index),
  own(friendCalls.friendUpdate, update),
  own(friendCalls.friendWithdraw, withdrawApplication, serverLimits.searchRate),
  own(friendCalls.friendSetNickname, setNickname),
  own(friendCalls.friendDel, deleteFriend),
  own(accountCalls.getApplyMsg, getApplyMsg),
];
