/**
 * Maps each state to its rules in docs/rules. A state without an entry belongs to its parent's rules. A test
 * checks that every state has rules and that every named rule exists.
 */
const RULES: Readonly<Record<string, readonly string[]>> = {
  socket: ['SOCK-12'],
  'socket.idle': ['SOCK-11'],
  'socket.connecting': ['SOCK-3', 'SOCK-10'],
  'socket.openFailed': ['SOCK-5'],
  'socket.open': ['SOCK-1', 'SOCK-10'],
  'socket.open.link.greeting': ['SOCK-2'],
  'socket.open.link.greeted': ['SOCK-2'],
  'socket.open.link.binding': ['SOCK-2', 'STREAM-13'],
  'socket.open.link.bound': ['SOCK-4', 'SYNC-1'],
  'socket.open.heart': ['SOCK-1', 'SOCK-4', 'SOCK-9'],
  'socket.open.check': ['SOCK-9'],
  'socket.dead': ['SOCK-9'],
  'socket.stale': ['SOCK-9'],
  'socket.dropped': ['SOCK-5'],
  'socket.waiting': ['SOCK-3', 'SOCK-5'],
  'socket.lost': ['SOCK-6', 'SOCK-7'],
  'socket.lost.resting': ['SOCK-7', 'SOCK-8'],
  'socket.closed': ['SOCK-11'],

  session: ['SESS-1'],
  'session.signedIn': ['SESS-1', 'SESS-3'],
  'session.signedOut': ['SESS-1', 'SESS-3'],
  'session.expired': ['SESS-2', 'SESS-3'],
  'session.kicked': ['SESS-3', 'SESS-4'],

  catchUp: ['SYNC-1', 'SYNC-4'],
  'catchUp.unbound': ['STREAM-13'],
  'catchUp.asking': ['SYNC-1', 'STREAM-13'],
  'catchUp.waiting': ['SYNC-4'],
  'catchUp.settled': ['SYNC-4', 'SYNC-5'],

  typing: ['TYPING-2'],
  'typing.free': ['TYPING-2'],
  'typing.resting': ['TYPING-2', 'TYPING-4'],

  typist: ['TYPING-3'],
  'typist.unseen': ['TYPING-3'],
  'typist.shown': ['TYPING-3'],

  outbox: ['SEND-3', 'SEND-6'],
  'outbox.resting': ['SEND-15'],
  'outbox.sending': ['SEND-4', 'SEND-5', 'SEND-7', 'SEND-8'],
  'outbox.waiting': ['SEND-4', 'SEND-5'],

  wish: ['SEND-12'],
  'wish.ready': ['SEND-12', 'SEND-15'],
  'wish.refused': ['SEND-12', 'STORE-6'],
  'wish.holding': ['RECALL-4', 'DRAFT-1'],
  'wish.confirming': ['SEND-12', 'STORE-6'],
  'wish.pausing': ['COUNT-8', 'SEND-12'],

  quiet: ['VANISH-6'],
  'quiet.waiting': ['VANISH-6'],

  callLock: ['CALL-5'],
  'callLock.lock.free': ['CALL-1'],
  'callLock.lock.held': ['CALL-1', 'CALL-2'],
  'callLock.page.closed': ['CALL-3'],
  'callLock.page.open': ['CALL-4'],

  call: ['CALL-8', 'CALL-11', 'CALL-14'],
  'call.ringing': ['CALL-6', 'CALL-11'],
  'call.preparing': ['CALL-10'],
  'call.calling': ['CALL-6', 'CALL-7', 'CALL-9', 'CALL-13'],
  'call.connecting': ['CALL-7'],
  'call.returning': ['CALL-46'],
  'call.talking': ['CALL-6'],
  'call.talking.reconnecting': ['CALL-12'],
  'call.ended': ['CALL-14'],

  groupCall: ['GCALL-11', 'GCALL-17'],
  'groupCall.returning': ['GCALL-14'],
  'groupCall.inCall': ['GCALL-9', 'GCALL-11'],
  'groupCall.reconnecting': ['GCALL-8', 'GCALL-9'],

  groupCallPeer: ['GCALL-10', 'GCALL-17'],

  groupCallKeys: ['GCALL-19', 'GCALL-17'],
  'groupCallKeys.exchanging.other.plain': ['GCALL-21'],
  groupCallRekey: ['GCALL-20', 'GCALL-17'],

  group: ['ROLE-1', 'ROLE-4'],
  'group.role': ['ROLE-1', 'ROLE-9'],
  'group.speaking': ['ROLE-2', 'SEND-11'],
  'group.mute': ['ROLE-2'],

  recorder: ['REC-4'],
  'recorder.asking': ['REC-3'],
  'recorder.recording': ['REC-1', 'REC-2'],
  'recorder.finishing': ['REC-1'],
  'recorder.preview': ['REC-1', 'REC-3'],
  'recorder.refused': ['REC-2', 'REC-3'],

  upload: ['UP-4'],
  'upload.sending': ['UP-1', 'UP-2', 'UP-3'],
  'upload.waiting': ['UP-2'],
  'upload.putOff': ['GROUP-26'],
  'upload.failed': ['UP-2', 'UP-3'],
  'upload.cancelled': ['UP-3'],

  update: ['UPD-3', 'UPD-4'],
  'update.offered': ['UPD-2'],
  'update.forced': ['UPD-1'],
  'update.downloading': ['UPD-1', 'UPD-3'],

  permission: ['PERM-1'],
  'permission.explaining': ['PERM-2'],
  'permission.asking': ['PERM-2'],
  'permission.refused': ['PERM-3'],
};

/** Rules of a state: its own, or those of the nearest state around it. */
export function rulesOfState(id: string): readonly string[] {
  for (let at = id; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const own = RULES[at];
    if (own) return own;
  }
  return [];
}

export const statesWithRules: readonly string[] = Object.keys(RULES);
