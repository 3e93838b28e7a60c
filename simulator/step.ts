/** What happens in a run, drawn before it begins: so a run can be repeated, shortened and told. */
export interface Step {
  readonly atMs: number;
  readonly kind: StepKind;
  /** Which person, device or node. */
  readonly who: number;
  /** Choose among what is there when the step comes. */
  readonly a: number;
  readonly b: number;
}

export const USER_KINDS = [
  'write', 'burst', 'mention', 'mentionAll', 'quote', 'open', 'close', 'older', 'recall', 'delete', 'forward', 'pin', 'quiet', 'hide',
  'readMentions', 'discard', 'retry', 'makeGroup', 'addMember', 'removeMember', 'leaveGroup', 'dissolve', 'rename', 'setRole', 'muteMember',
  'speaking', 'befriend', 'unfriend', 'remark', 'reload', 'reloadNicely', 'newTab', 'closeTab', 'hidePage', 'showPage', 'otherDevice',
  'flood', 'logout', 'login', 'reconnect', 'refresh',
  'call', 'cross', 'callBusy', 'pickUp', 'turnDown', 'hangUp', 'vanish', 'closeCall',
  'openAll', 'together',
  'lie', 'speak', 'mingle',
] as const;
export type UserKind = (typeof USER_KINDS)[number];

export const FAULT_KINDS = [
  'cut', 'freeze', 'unplug', 'plug', 'kill', 'killOpen', 'killCommitted', 'killAnswering', 'nodeJump', 'tabJump', 'storageFull',
  'storageFree', 'throttle', 'bringDown', 'snapshot', 'stopNode', 'weather', 'calm',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];
export type StepKind = UserKind | FaultKind;

export const isFault = (kind: StepKind): kind is FaultKind => (FAULT_KINDS as readonly string[]).includes(kind);
