import { messageId } from '../../src/domain/ids.ts';
import { admin } from './admin.ts';
import type { FakeSocket } from './fake-socket.ts';
import { HTML, PAGE, scriptedPages } from './web-pages.ts';
import { startWorld, type Person, type World } from './world.ts';

const PHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile' };

/**
 * All frames of two users, one with a Parley client and one with a base-protocol client, while they use every
 * call that sends frames.
 */
export async function frameJourney(): Promise<
  readonly { readonly viewer: number; readonly frame: unknown }[]
> {
  const pages = scriptedPages();
  pages.put(PAGE, HTML);
  const world = await startWorld({ pages });
  const [anna, bela, cleo] = [
    await world.person('anna'),
    await world.person('bela'),
    await world.person('cleo'),
  ];
  const accepted: { viewer: number; frame: unknown }[] = [];
  const listen = async (who: typeof anna, plain: boolean): Promise<readonly [number, FakeSocket]> => {
    const socket = await world.socket();
    socket.say({
      type: 'bindUid',
      user_id: who.id,
      token: who.token,
      ...(plain ? {} : { client: 'parley', v: 1 }),
    });
    await world.settle();
    return [who.id, socket];
  };
  const sockets = [await listen(anna, false), await listen(bela, false), await listen(bela, true)];
  const im = (who: typeof anna, name: string, body: object) =>
    world.call(who, `/enterprise/im/${name}`, body);
  const on = (who: typeof anna, name: string, body: object) =>
    world.call(who, `/enterprise/group/${name}`, body);
  const say = (who: typeof anna, to: string | number, id: string, more: object = {}) =>
    im(who, 'sendMessage', {
      id,
      toContactId: String(to),
      type: 'text',
      content: `words of ${id}`,
      at: [],
      ...more,
    });

  const { cursor = '' } = await world.call(anna, 'im/getContacts');
  await world.befriend(anna, bela);
  await world.befriend(anna, cleo);
  await world.call(anna, 'friend/setNickname', { friend_id: 1, nickname: 'My friend' });
  const first = await say(anna, bela.id, 'm-1');
  await say(bela, anna.id, 'm-2', { pid: first.data['msg_id'] });
  await im(bela, 'setMsgIsRead', { toContactId: String(anna.id), messages: [{ n: 2 }] });
  const group = await world.group(anna, [bela], 'Team');
  await say(anna, group, 'm-3', { at: [bela.id] });
  await say(anna, group, 'm-4', { at: [0] });
  await im(bela, 'readAtMsg', { toContactId: group });
  await im(bela, 'setMsgIsRead', { toContactId: group, messages: [{ n: 3 }] });
  for (const target of [String(anna.id), group]) {
    await im(bela, 'setChatTop', { id: target, is_top: 1 });
    for (const more of [{}, { at_only: 1, quiet_until: 4_000_000_000_000 }])
      await im(bela, 'isNotice', { id: target, is_notice: 0, ...more });
    for (const on of [1, 0]) await im(bela, 'archiveChat', { id: target, on });
    for (const on of [1, 0]) await im(bela, 'blockPerson', { id: cleo.id, on });
    await im(bela, 'markUnread', { id: target, on: 1 });
    await im(bela, 'markUnread', { id: target, on: 1, n: 1 });
    await im(bela, 'keep', {
      name: `draft ${target}`,
      op: 'o',
      value: { text: 'so far', at: [], quote: null },
    });
    await im(bela, 'delChat', { id: target });
  }
  await im(anna, 'undoMessage', { id: 'm-1' });
  await im(anna, 'delMessage', { id: 'm-3' });
  await on(anna, 'editGroupName', { id: group, displayName: 'Renamed' });
  await on(anna, 'addGroupUser', { id: group, user_ids: [cleo.id] });
  await threads(world, anna, bela, group);
  await on(anna, 'setNotice', { id: group, notice: 'Read this' });
  await on(anna, 'groupSetting', { id: group, setting: { nospeak: 1, history: 1 } });
  await on(anna, 'setManager', { id: group, user_id: bela.id, role: 2 });
  await on(anna, 'setNoSpeak', { id: group, user_id: cleo.id, noSpeakTimer: 1 });
  await on(anna, 'removeUser', { id: group, user_id: cleo.id });
  await on(anna, 'changeOwner', { id: group, user_id: bela.id });
  await groupCall(world, [anna, bela], group);
  await on(bela, 'clearMessage', { id: group });
  await on(bela, 'removeUser', { id: group, user_id: anna.id });
  await on(bela, 'removeGroup', { id: group });
  await callsAndPresence(world, [anna, bela, cleo], accepted);
  await im(anna, 'updateUserInfo', { realname: 'Anna new', motto: 'Words' });
  await world.call(anna, 'friend/del', { id: bela.id });
  const hours = { from: 1_320, till: 420, east: 60, toMe: true, offUntilMs: 0 };
  for (const more of [{}, { zone: 'Europe/Berlin' }])
    await im(bela, 'keep', { name: 'quiet', op: 'o', value: { ...hours, ...more } });
  await world.clock.advance(1_500);
  await world.settle();
  sockets[0]?.[1].say({ type: 'ping' });
  await world.settle();
  // Missed frames arrive through sync, and erased text leaves only a placeholder.
  const missed = await world.ok(anna, 'im/sync', { cursor });
  for (const frame of missed['frames'] as readonly unknown[]) accepted.push({ viewer: anna.id, frame });
  // A second phone lets the first one go.
  sockets.push(await listen(await world.login('anna', PHONE), true));
  await world.login('anna', PHONE);
  for (const [viewer, socket] of sockets) for (const frame of socket.frames) accepted.push({ viewer, frame });
  await world.close();
  return accepted;
}

/** Two users take part, one raises a hand, one sends a signal, and both leave. */
async function groupCall(world: World, who: readonly [Person, Person], toContactId: string): Promise<void> {
  const devices: string[] = [];
  let call = '';
  for (const one of who) {
    const device = String(one.id).padStart(32, '0');
    const clientid = (await world.online(one)).clientId;
    const { data } = await world.call(one, 'im/joinGroupCall', { toContactId, device }, { clientid });
    call = data['id'];
    devices.push(device);
  }
  const [device, to] = devices;
  await world.ok(who[0], 'im/raiseHand', { toContactId, device, on: 1 });
  const signal = { toContactId, call, device, to, kind: 'offer', text: 'words of an offer', path: 1 };
  await world.ok(who[0], 'im/signalGroupCall', signal);
  const reaction = { toContactId, call, device, kind: 'reaction', text: '❤️' };
  await world.ok(who[0], 'im/signalGroupCall', reaction);
  for (const [at, one] of who.entries())
    await world.ok(one, 'im/leaveGroupCall', { toContactId, device: devices[at] });
}

/** A message with three replies, one recalled and one deleted, and a user who follows its thread. */
async function threads(world: World, anna: Person, bela: Person, group: string): Promise<void> {
  const say = (who: Person, id: string, more: object = {}) => world.say(who, group, id, { id, ...more });
  const first = await say(anna, 'thread-first');
  for (const id of ['answer-1', 'answer-2', 'answer-3']) await say(bela, id, { pid: first['msg_id'] });
  await world.ok(bela, 'im/undoMessage', { id: 'answer-1' });
  await world.ok(bela, 'im/delMessage', { id: 'answer-2' });
  await world.ok(bela, 'im/followThread', { toContactId: group, root: first['n'], on: 0 });
}

/** A call from its ring to its end, a friend who comes and goes, another login, and a changed setting. */
async function callsAndPresence(
  world: World,
  [anna, bela, cleo]: readonly [Person, Person, Person],
  taken: { viewer: number; frame: unknown }[],
): Promise<void> {
  const signal = (from: Person, to: Person, event: string, more: object = {}) =>
    world.call(from, 'im/sendToMsg', {
      id: 'call-1',
      toContactId: to.id,
      type: 1,
      status: 3,
      event,
      ...more,
    });
  await world.ok(anna, 'im/sendMessage', {
    id: 'card',
    toContactId: String(bela.id),
    type: 'contact',
    content: 'card',
    extends: { id: cleo.id },
  });
  await world.ok(anna, 'im/updateCard', { id: 'card', extends: { id: bela.id } });
  await world.say(anna, String(bela.id), 'words of before', { id: 'edited' });
  await world.ok(anna, 'im/editMessage', { id: 'edited', content: 'words of now' });
  for (const days of [7, 0]) await world.ok(anna, 'im/setTimer', { toContactId: String(bela.id), days });
  for (const on of [1, 0]) await world.ok(anna, 'im/pinMessage', { id: 'edited', on });
  await world.ok(bela, 'im/react', { id: 'edited', emoji: '👍', on: 1 });
  await world.ok(bela, 'im/react', { id: 'edited', emoji: '👍', on: 0 });
  const soon = world.clock.nowMs() + 40_000;
  await world.ok(anna, 'im/setReminder', { id: 'edited', remindTime: soon });
  await world.say(anna, String(bela.id), 'A question', {
    id: 'poll',
    extends: { poll: { options: ['one', 'two'], lasts: 86_400 } },
  });
  await world.ok(bela, 'im/vote', { id: 'poll', options: [1] });
  await world.ok(anna, 'im/closePoll', { id: 'poll' });
  await world.say(anna, String(bela.id), PAGE, { id: 'linked', preview: 1 });
  // The reader of pages does not use the virtual clock.
  while ((await linkOf(world, 'linked')) === undefined) await world.settle();
  await world.ok(anna, 'im/removePreview', { id: 'linked' });
  await world.say(anna, String(cleo.id), 'words that go', { id: 'gone' });
  await world.ok(anna, 'im/delMessage', { id: 'gone' });
  await signal(anna, bela, 'calling');
  await signal(bela, anna, 'acceptRtc');
  await signal(anna, bela, 'offer', { sdp: 'words of an offer' });
  await signal(bela, anna, 'answer', { sdp: 'words of an answer' });
  await signal(anna, bela, 'iceCandidate', { iceCandidate: { candidate: 'c', sdpMLineIndex: 0 } });
  await signal(bela, anna, 'hangup', { code: 906 });
  await signal(anna, bela, 'calling', { id: 'call-2' });
  await signal(bela, anna, 'busy', { id: 'call-2', code: 907 });
  await world.befriend(bela, cleo);
  const socket = await world.online(cleo);
  const typist = await world.online(bela);
  for (const what of ['text', 'stop']) {
    typist.say({ type: 'typing', toContactId: cleo.id, what });
    await world.settle();
  }
  taken.push(...socket.of('typing').map((frame) => ({ viewer: cleo.id, frame })));
  typist.cut();
  await world.ok(bela, 'moments/add', { content: 'words of a moment' });
  await world.clock.advance(1_500);
  taken.push(...socket.of('moments').map((frame) => ({ viewer: cleo.id, frame })));
  const made = await world.group(cleo, [bela], 'Door');
  const { url } = await world.ok(cleo, 'group/addGroupLink', { id: made, for: 0, asks: 1 });
  const token = String(url).slice(String(url).lastIndexOf('/') + 1);
  await world.ok(anna, 'group/joinGroup', { group_id: made, token, ask: 1 });
  taken.push(...socket.of('groupRequests').map((frame) => ({ viewer: cleo.id, frame })));
  socket.say({ type: 'presence', word: 'another' });
  await world.clock.advance(1_500);
  taken.push(...socket.of('presence').map((frame) => ({ viewer: cleo.id, frame })));
  socket.cut();
  await world.clock.advance(25_000);
  world.server.start();
  await world.clock.advance(20_000);
  await admin(world, 'config', 'set', 'sysInfo.description', 'Words about this server');
  await world.call(cleo, 'friend/add', { user_id: anna.id, remark: 'Hello' });
}

const linkOf = (world: World, id: string): Promise<unknown> =>
  world.server.core.store.read(async (tx) => (await tx.messages.byId(messageId(id)))?.extra?.['link']);
