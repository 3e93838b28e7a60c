import { liveContact, loginUser } from './shapes.ts';
import { type Asked, type Calls, textOf } from './parts.ts';
import { named, put } from './town.ts';

const TEXTS: Readonly<Record<number, string>> = {
  901: '视频通话',
  902: '已取消',
  903: '已拒绝',
  904: '接听',
  905: '未接通',
  906: '通话结束',
  907: '忙线中',
};

/** Passes steps of a call on; knows nothing of how far it is. */
function sendToMsg({ town, me, bag, wire }: Asked) {
  const peer = Number(bag['toContactId']);
  const isThere = wire.isOnline(peer);
  const event = isThere ? textOf(bag['event'], 'calling') : 'busy';
  const code = isThere ? Number(bag['code'] || 901) : 907;
  const extra = {
    type: textOf(bag['type']),
    status: event === 'calling' ? 3 : (bag['status'] ?? ''),
    event,
    code: String(code),
    callTime: bag['callTime'] ?? '',
    sdp: bag['sdp'] ?? '',
    iceCandidate: bag['iceCandidate'] ?? '',
    isMobile: 0,
  };
  const content = TEXTS[code] ?? '';
  const id = textOf(bag['id']);
  const row =
    event === 'calling'
      ? put(town, { id, from: me, to: peer, type: 'webrtc', content, extends: extra })
      : town.rows.find((one) => one.id === id);
  if (event === 'hangup' && row !== undefined)
    Object.assign(row, { content, extends: { ...row.extends, code: extra.code, callTime: extra.callTime } });
  const frame = {
    id,
    msg_id: row?.msg_id ?? '',
    type: 'webrtc',
    content,
    sendTime: town.nowMs(),
    status: 'succeed',
    is_group: 0,
    is_read: 0,
    at: [],
    fromUser: loginUser(town, named(town, me)),
    extends: extra,
  };
  if (!isThere) {
    const back = { ...frame, toContactId: me };
    wire.toUser(me, 'webrtc', back);
    return { data: back };
  }
  const toPeer = {
    ...frame,
    toContactId: event === 'calling' ? me : peer,
    ...(event === 'calling' ? { toUser: peer } : {}),
  };
  wire.toUser(peer, 'webrtc', toPeer);
  const own = event === 'calling' ? 'calling' : 'otherOpt';
  if (['calling', 'acceptRtc', 'hangup'].includes(event)) {
    wire.toUser(me, 'webrtc', {
      ...frame,
      toContactId: peer,
      contactInfo: liveContact(town, peer),
      extends: { ...extra, event: own },
    });
  }
  return { data: toPeer };
}

export const callCalls: Calls = { '/enterprise/im/sendToMsg': sendToMsg };
