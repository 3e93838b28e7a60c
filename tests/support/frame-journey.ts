import type { FakeSocket } from './fake-socket.ts';
import { startWorld } from './world.ts';

/** Everything that two people, one with a client of ours and one with a plain one, are sent while they use every call that tells somebody. */
export async function frameJourney(): Promise<readonly { readonly viewer: number; readonly frame: unknown }[]> {
  const world = await startWorld();
  const [anna, bela, cleo] = [await world.person('anna'), await world.person('bela'), await world.person('cleo')];
  const taken: { viewer: number; frame: unknown }[] = [];
  const listen = async (who: typeof anna, plain: boolean): Promise<readonly [number, FakeSocket]> => {
    const socket = await world.socket();
    socket.say({ type: 'bindUid', user_id: who.id, token: who.token, ...(plain ? {} : { client: 'parley', v: 1 }) });
    await world.settle();
    return [who.id, socket];
  };
  const sockets = [await listen(anna, false), await listen(bela, false), await listen(bela, true)];
  const im = (who: typeof anna, name: string, body: object) => world.call(who, `/enterprise/im/${name}`, body);
  const on = (who: typeof anna, name: string, body: object) => world.call(who, `/enterprise/group/${name}`, body);
  const say = (who: typeof anna, to: string | number, id: string, more: object = {}) => im(who, 'sendMessage', { id, toContactId: String(to), type: 'text', content: `words of ${id}`, at: [], ...more });

  await world.befriend(anna, bela);
  await world.befriend(anna, cleo);
  await world.call(anna, '/enterprise/friend/setNickname', { friend_id: 1, nickname: 'My friend' });
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
    await im(bela, 'isNotice', { id: target, is_notice: 0 });
    await im(bela, 'delChat', { id: target });
  }
  await im(anna, 'undoMessage', { id: 'm-1' });
  await im(anna, 'delMessage', { id: 'm-3' });
  await on(anna, 'editGroupName', { id: group, displayName: 'Renamed' });
  await on(anna, 'addGroupUser', { id: group, user_ids: [cleo.id] });
  await on(anna, 'setNotice', { id: group, notice: 'Read this' });
  await on(anna, 'groupSetting', { id: group, setting: { nospeak: 1, history: 1 } });
  await on(anna, 'setManager', { id: group, user_id: bela.id, role: 2 });
  await on(anna, 'setNoSpeak', { id: group, user_id: cleo.id, noSpeakTimer: 1 });
  await on(anna, 'removeUser', { id: group, user_id: cleo.id });
  await on(anna, 'changeOwner', { id: group, user_id: bela.id });
  await on(bela, 'clearMessage', { id: group });
  await on(bela, 'removeUser', { id: group, user_id: anna.id });
  await on(bela, 'removeGroup', { id: group });
  await im(anna, 'updateUserInfo', { realname: 'Anna new', motto: 'Words' });
  await world.call(anna, '/enterprise/friend/del', { id: bela.id });
  await world.clock.advance(1_500);
  await world.settle();
  sockets[0]?.[1].say({ type: 'ping' });
  await world.settle();
  for (const [viewer, socket] of sockets) for (const frame of socket.frames) taken.push({ viewer, frame });
  await world.close();
  return taken;
}
