import { serverLimits } from '../../kernel/limits.ts';
import * as groupCalls from '../../../wire/calls/groups.ts';
import { open, own } from '../endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { changeOwner, editGroupName, groupSetting, setManager, setNoSpeak, setNotice } from './rule.ts';
import { clearMessage } from './clear.ts';
import { scanGroup, scanUser } from './codes.ts';
import { removeGroup } from './dissolve.ts';
import { createGroup as addGroup } from './found.ts';
import { groupLines } from './group-lines.ts';
import { joinGroup } from './join.ts';
import { addGroupLink, answerGroupRequest, endGroupLink, groupLinks, groupRequests } from './links.ts';
import { getAllUser, groupInfo, groupUserList } from './lists.ts';
import { addGroupUser, removeUser } from './members.ts';

export const groupEndpoints: readonly Endpoint[] = [
  open(groupCalls.scanGroup, scanGroup, serverLimits.searchRate),
  open(groupCalls.scanUser, scanUser, serverLimits.searchRate),
  own(groupCalls.groupAdd, addGroup, serverLimits.searchRate),
  own(groupCalls.groupInfo, groupInfo),
  own(groupCalls.groupUserList, groupUserList),
  own(groupCalls.addGroupUser, addGroupUser, serverLimits.groupRate),
  own(groupCalls.removeUser, removeUser, serverLimits.groupRate),
  own(groupCalls.removeGroup, removeGroup, serverLimits.groupRate),
  own(groupCalls.editGroupName, editGroupName, serverLimits.groupRate),
  own(groupCalls.joinGroup, joinGroup, serverLimits.searchRate),
  own(groupCalls.setNotice, setNotice, serverLimits.groupRate),
  own(groupCalls.groupSetting, groupSetting, serverLimits.groupRate),
  own(groupCalls.setManager, setManager, serverLimits.groupRate),
  own(groupCalls.setNoSpeak, setNoSpeak, serverLimits.groupRate),
  own(groupCalls.changeOwner, changeOwner, serverLimits.groupRate),
  own(groupCalls.clearMessage, clearMessage, serverLimits.groupRate),
  own(groupCalls.getAllUser, getAllUser),
  own(groupCalls.groupLines, groupLines),
  own(groupCalls.addGroupLink, addGroupLink, serverLimits.groupRate),
  own(groupCalls.groupLinks, groupLinks),
  own(groupCalls.endGroupLink, endGroupLink, serverLimits.groupRate),
  own(groupCalls.groupRequests, groupRequests),
  own(groupCalls.answerGroupRequest, answerGroupRequest, serverLimits.groupRate),
];
