import * as v from 'valibot';
import { GROUP_FIELDS, type GroupSetting, type SettingName } from '../../domain/group-fields.ts';
import { GUEST_DAYS } from '../../domain/guests.ts';
import { groupLimits, LINK_LIVES_SEC } from '../../domain/group-limits.ts';
import { frameLimits } from '../../domain/list-limits.ts';
import { isTeamsText } from '../../domain/teams.ts';
import { isZone } from '../../domain/zone-clock-adapter.ts';
import { flag, int, looseObject, maybe, rowId, textUpTo, whole, withDefault } from '../scalars.ts';
import {
  defineCall,
  formBase,
  groupRef,
  opRef,
  ours,
  page,
  shown,
  userRef,
  userRefs,
  words,
} from './call.ts';

export const groupAdd = defineCall(
  '/enterprise/group/add',
  v.object({ user_ids: userRefs, name: withDefault(v.pipe(words, v.trim()), ''), op: maybe(opRef) }),
);
/**
 * Token of a code that opens a group to a non-member, as `token` or `inviteUid`. A number there is not a
 * valid token (GROUP-12).
 */
const invitation = { inviteUid: maybe(textUpTo(120)), token: maybe(textUpTo(120)) };
/** Members need no invitation. */
export const groupInfo = defineCall(
  '/enterprise/group/groupInfo',
  v.object({ group_id: groupRef, ...invitation }),
);
/** All rows when `limit` is absent or 0. */
export const groupUserList = defineCall(
  '/enterprise/group/groupUserList',
  v.object({
    group_id: groupRef,
    page,
    limit: withDefault(
      v.pipe(
        whole,
        v.transform((n) => Math.min(n, frameLimits.pageLimitMax)),
      ),
      0,
    ),
  }),
);
export const addGroupUser = defineCall(
  '/enterprise/group/addGroupUser',
  v.object({ id: groupRef, user_ids: userRefs }),
);
export const removeUser = defineCall(
  '/enterprise/group/removeUser',
  /** `heir`, ours: who owns the group from then on, where its owner leaves. */
  v.object({ id: groupRef, user_id: userRef, heir: maybe(userRef) }),
);
export const removeGroup = defineCall('/enterprise/group/removeGroup', v.object({ id: groupRef }));
export const editGroupName = defineCall(
  '/enterprise/group/editGroupName',
  v.object({
    id: groupRef,
    displayName: withDefault(v.pipe(words, v.trim()), ''),
    base: formBase(v.object({ name: shown })),
  }),
);
export const setNotice = defineCall(
  '/enterprise/group/setNotice',
  v.object({
    id: groupRef,
    notice: withDefault(v.pipe(words, v.trim()), ''),
    base: formBase(v.object({ notice: shown })),
  }),
);

const askedText = v.optional(v.pipe(words, v.trim()));

/** Fields of a request to change a group; an absent one keeps its value, an empty text removes it. */
export const groupSettingFields = v.object({
  manage: maybe(flag),
  invite: maybe(flag),
  profile: maybe(flag),
  history: maybe(flag),
  /** Ours, as those below it except `nospeak`. */
  pin: maybe(flag),
  nospeak: maybe(v.pipe(int, v.picklist([0, 1, 2]))),
  media: maybe(flag),
  slowSec: maybe(
    v.pipe(
      whole,
      v.check((sec) => sec === 0 || (sec >= groupLimits.slowMinSec && sec <= groupLimits.slowMaxSec)),
    ),
  ),
  about: askedText,
  rules: askedText,
  timeZone: v.optional(
    v.pipe(
      words,
      v.trim(),
      v.maxLength(GROUP_FIELDS.timeZone.max),
      v.check((zone) => zone === '' || isZone(zone)),
    ),
  ),
  teams: v.optional(v.pipe(words, v.trim(), v.check(isTeamsText))),
  openRoom: maybe(flag),
} satisfies { readonly [N in SettingName]: v.GenericSchema<unknown, GroupSetting[N] | undefined> });

export const groupSetting = defineCall(
  '/enterprise/group/groupSetting',
  v.object({
    id: groupRef,
    setting: v.pipe(looseObject, groupSettingFields),
    base: formBase(groupSettingFields),
  }),
);
export const setManager = defineCall(
  '/enterprise/group/setManager',
  v.object({ id: groupRef, user_id: userRef, role: v.pipe(int, v.picklist([2, 3])) }),
);
/** `noSpeakTimer` 1–4 is one of the fixed times, 0 means `noSpeakDay` days; both 0 lift the mute. */
export const setNoSpeak = defineCall(
  '/enterprise/group/setNoSpeak',
  v.object({
    id: groupRef,
    user_id: userRef,
    noSpeakTimer: withDefault(v.pipe(whole, v.maxValue(4)), 0),
    noSpeakDay: withDefault(v.pipe(whole, v.maxValue(365)), 0),
  }),
);
export const changeOwner = defineCall(
  '/enterprise/group/changeOwner',
  v.object({ id: groupRef, user_id: userRef }),
);
export const clearMessage = defineCall('/enterprise/group/clearMessage', v.object({ id: groupRef }));
export const joinGroup = defineCall(
  '/enterprise/group/joinGroup',
  /** Ours: `ask` sends a join request with a short text, if managers approve each one. */
  v.object({
    group_id: groupRef,
    ...invitation,
    ask: withDefault(flag, false),
    text: withDefault(v.pipe(words, v.trim()), ''),
  }),
);
/** `for`: for how many seconds, 0 until it is ended; `max`: how many may come by it, 0 any number. */
export const addGroupLink = ours(
  '/enterprise/group/addGroupLink',
  v.object({
    id: groupRef,
    for: v.pipe(int, v.picklist([...LINK_LIVES_SEC])),
    max: withDefault(v.pipe(whole, v.maxValue(groupLimits.linkUsesMax)), 0),
    asks: withDefault(flag, false),
    guest_days: withDefault(v.pipe(int, v.picklist(GUEST_DAYS)), 0),
    op: maybe(opRef),
  }),
);
export const groupLinks = ours('/enterprise/group/groupLinks', v.object({ id: groupRef }));
export const endGroupLink = ours('/enterprise/group/endGroupLink', v.object({ id: groupRef, link: rowId }));
export const groupRequests = ours('/enterprise/group/groupRequests', v.object({ id: groupRef }));
/** Answering the user's own request withdraws it. */
export const answerGroupRequest = ours(
  '/enterprise/group/answerGroupRequest',
  v.object({ id: groupRef, user_id: userRef, accept: flag }),
);
/** Changes of a group, shown below its messages `from` to `to`; only the newest up to a limit (GROUP-27). */
export const groupLines = ours(
  '/enterprise/group/groupLines',
  v.object({ id: groupRef, from: whole, to: whole }),
);
export const getAllUser = defineCall(
  '/enterprise/group/getAllUser',
  v.object({ user_ids: userRefs, group_id: maybe(groupRef) }),
);
export const scanGroup = defineCall('/scan/g/:token', v.object({ token: textUpTo(120) }));
export const scanUser = defineCall('/scan/u/:token', v.object({ token: textUpTo(120) }));
