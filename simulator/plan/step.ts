/** What happens in a run, drawn before it begins: so a run can be repeated, shortened and told. */
export interface PlanStep {
  readonly atMs: number;
  readonly kind: StepKind;
  /** Which person, device or node. */
  readonly who: number;
  /** Choose among what is there when the step comes. */
  readonly a: number;
  readonly b: number;
}

export const USER_KINDS = [
  'write',
  'burst',
  'mention',
  'mentionAll',
  'quote',
  'open',
  'close',
  'older',
  'recall',
  'delete',
  'forward',
  'pin',
  'quiet',
  'hide',
  'readMentions',
  'discard',
  'retry',
  'makeGroup',
  'addMember',
  'removeMember',
  'leaveGroup',
  'dissolve',
  'rename',
  'setRole',
  'muteMember',
  'speaking',
  'befriend',
  'unfriend',
  'remark',
  'reload',
  'reloadNicely',
  'newTab',
  'closeTab',
  'hidePage',
  'showPage',
  'otherDevice',
  'flood',
  'logout',
  'login',
  'reconnect',
  'refresh',
  'call',
  'cross',
  'callBusy',
  'pickUp',
  'turnDown',
  'hangUp',
  'vanish',
  'closeCall',
  'openAll',
  'together',
  'lie',
  'speak',
  'mingle',
  'plain',
] as const;
export type UserKind = (typeof USER_KINDS)[number];

export const FAULT_KINDS = [
  'cut',
  'freeze',
  'unplug',
  'plug',
  'kill',
  'killOpen',
  'killCommitted',
  'killAnswering',
  'nodeJump',
  'tabJump',
  'storageFull',
  'storageFree',
  'throttle',
  'bringDown',
  'snapshot',
  'stopNode',
  'weather',
  'calm',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/**
 * What not everybody does every day, by subject: a World has some of these or none, and what they need
 * (`size.ts`).
 */
export const ACTS = {
  finding: [
    'search',
    'searchHere',
    'browseHistory',
    'lookForMentions',
    'searchPeople',
    'profileOf',
    'card',
    'mendCard',
    'place',
    'applications',
    'reloadChat',
    'jumpTo',
    'recallLater',
    'readAll',
    'draftAnswer',
  ],
  editing: [
    'edit',
    'editLast',
    'editWaiting',
    'editMention',
    'editTogether',
    'editThenRecall',
    'editWrong',
    'editTime',
  ],
  leading: [
    'notice',
    'setting',
    'handOver',
    'clearGroup',
    'lookAtGroup',
    'muteLong',
    'foundLarge',
    'namesOf',
  ],
  doors: ['comeByCode', 'lookThroughDoor', 'scanPerson', 'removeForCode', 'comeByDeadCode'],
  files: [
    'photo',
    'voice',
    'clip',
    'paper',
    'manyFiles',
    'wrongFile',
    'cancelFile',
    'retryFile',
    'fileAgain',
    'fileList',
    'freshLink',
    'portrait',
    'quotas',
    'roomEnds',
    'emojiUp',
    'emojiFrom',
    'emojiSend',
    'emojiMove',
    'emojiDrop',
  ],
  moments: ['showMoment', 'readMoments', 'likeMoment', 'commentMoment', 'dropComment', 'dropMoment'],
  account: [
    'profile',
    'password',
    'address',
    'code',
    'codeLogin',
    'register',
    'versions',
    'wrongPassword',
    'wrongCode',
    'mailAway',
  ],
  rule: [
    'configure',
    'announce',
    'withdraw',
    'release',
    'discover',
    'invite',
    'disable',
    'enable',
    'signOut',
    'newPassword',
    'newUser',
    'appoint',
  ],
  time: ['blackout', 'shortBlackout', 'longRest', 'clearingNight'],
  push: ['takePushes', 'pushAway', 'lookAside'],
  mistakes: ['wrongCall', 'wrongForm', 'strangerCall', 'deadToken', 'hurry'],
} as const;
export type Subject = keyof typeof ACTS;
export type ActKind = (typeof ACTS)[Subject][number];
export const SUBJECTS = Object.keys(ACTS) as readonly Subject[];
export type StepKind = UserKind | FaultKind | ActKind;

export const isFault = (kind: StepKind): kind is FaultKind =>
  (FAULT_KINDS as readonly string[]).includes(kind);
