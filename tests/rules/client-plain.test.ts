import { afterEach, describe, expect, it } from 'vitest';
import { contactView, messagesOf, rows, totals } from '../../src/client/store/selectors.ts';
import { snapshotOf } from '../../src/client/store/snapshot.ts';
import { contactId, messageId, userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { plainStage, type PlainStage } from '../support/plain-server/client.ts';
import { says } from '../support/plain-server/says.ts';
import { befriend, foundGroup, moveIn, put } from '../support/plain-server/town.ts';

const open: PlainStage[] = [];
const staged = () => {
  const stage = plainStage();
  open.push(stage);
  return stage;
};
const entered = async (stage = staged()): Promise<PlainStage> => {
  await stage.login();
  return stage;
};
afterEach(async () => {
  for (const stage of open.splice(0)) await stage.client.stop();
});

const stateOf = (stage: PlainStage) => stage.client.store.get();
const bertOf = (stage: PlainStage) => contactId(stage.bert.id);
const shown = (stage: PlainStage, id = bertOf(stage)) =>
  messagesOf(stateOf(stage), id).map((one) => (one.kind === 'message' ? one.message.content : `(${one.item.message.content})`));

describe('binding', () => {
  it('PLAIN-1: an init without an epoch is bound by the call, then by the frame, and a pong that says nothing is enough', async () => {
    const stage = await entered();
    expect(stateOf(stage).sync.plain).toBe(true);
    expect(stateOf(stage).connection).toEqual({ name: 'open', bound: true });
    const [line] = [...stage.plain.lines.values()];
    expect(line?.uid).toBe(stage.anna.id);
    expect(stage.bodies('/bindUid')).toEqual([{ client_id: line?.clientId, user_id: stage.anna.id, cid: '' }]);
    expect(stage.said().filter((one) => one['type'] === 'bindUid')).toEqual([{ type: 'bindUid', user_id: stage.anna.id, token: stage.anna.token }]);
    await stage.clock.advance(120_000);
    expect([stage.bodies('/bindUid').length, stage.bodies('/sync').length]).toEqual([1, 0]);
    // Nothing but what the contract knows is said there.
    expect([...new Set(stage.said().map((one) => one['type']))]).toEqual(['ping', 'bindUid']);
  });

  it('PLAIN-1: a call that is lost is tried again with another socket, like any socket that was not bound', async () => {
    const stage = staged();
    stage.breaks('/bindUid', 'lost');
    await stage.login();
    expect(stateOf(stage).connection.name).toBe('waiting');
    stage.breaks('/bindUid');
    await stage.clock.advance(15_000);
    await stage.settle();
    expect(stateOf(stage).connection).toEqual({ name: 'open', bound: true });
  });

  it('PLAIN-3: what was missed while the socket was away comes with the list and with the page of the open chat', async () => {
    const stage = await entered();
    await says(stage.plain, stage.bert, stage.anna.id, 'before');
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    stage.cut();
    await says(stage.plain, stage.bert, stage.anna.id, 'meanwhile');
    await stage.clock.advance(15_000);
    await stage.settle();
    expect(shown(stage)).toEqual(['before', 'meanwhile']);
    expect(totals(stateOf(stage)).unread).toBe(0);
  });

  it('PLAIN-3: what was taken back meanwhile is taken back here, too', async () => {
    const stage = await entered();
    await says(stage.plain, stage.bert, stage.anna.id, 'before');
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    stage.cut();
    await stage.plain.as(stage.bert.id, '/enterprise/im/undoMessage', { id: stage.plain.town.rows[0]?.id });
    await stage.clock.advance(15_000);
    await stage.settle();
    expect(shown(stage)).toEqual(['撤回了一条消息']);
  });

  it('PLAIN-3: a row that came with the page is not counted again by its late frame', async () => {
    const stage = await entered();
    await says(stage.plain, stage.bert, stage.anna.id, 'one');
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    stage.client.actions.openChat(null);
    const [row] = stage.plain.town.rows;
    stage.client.core.framed({ event: { type: 'messagePosted', to: bertOf(stage), toUser: null, inGroup: false, contact: null, message: { ...messageIn(stage), id: messageId(row?.id ?? '') } }, place: null, atSec: 0 }, 'live');
    expect(contactView(stateOf(stage), bertOf(stage))?.unread).toBe(0);
  });
});

const messageIn = (stage: PlainStage) => {
  const [first] = messagesOf(stateOf(stage), bertOf(stage));
  if (first?.kind !== 'message') throw new Error('nothing is shown');
  return first.message;
};

describe('another kind of server than before', () => {
  it('PLAIN-1: what is known of conversations goes with it, in both directions', async () => {
    const stage = await entered();
    expect(stateOf(stage).contacts.size).toBeGreaterThan(0);
    stage.client.core.frame(JSON.stringify({ type: 'init', client_id: 'x1', epoch: 'e1' }));
    expect([stateOf(stage).contacts.size, stateOf(stage).sync]).toMatchObject([0, { plain: false, ready: false }]);
    stage.client.core.dispatch({ type: 'contactsLoaded', contacts: [], epoch: 'e1', cursor: 'c1', selfSeq: 3, applications: 0 });
    stage.client.core.frame(JSON.stringify({ type: 'init', client_id: 'x2' }));
    expect(stateOf(stage).sync).toMatchObject({ plain: true, ready: false, epoch: null, cursor: null });
  });

  it('PLAIN-1: a state that an earlier build stored is of a server of ours', async () => {
    const stage = await entered();
    stage.client.core.frame(JSON.stringify({ type: 'init', client_id: 'x1', epoch: 'e1' }));
    stage.client.core.dispatch({ type: 'contactsLoaded', contacts: [], epoch: 'e1', cursor: 'c1', selfSeq: 3, applications: 0 });
    const snapshot = snapshotOf(stateOf(stage));
    const { plain: _, ...sync } = stateOf(stage).sync;
    if (snapshot === null) throw new Error('nobody is signed in');
    stage.client.core.dispatch({ type: 'restored', snapshot: { ...snapshot, meta: { ...snapshot.meta, sync: sync as never } } });
    stage.client.core.frame(JSON.stringify({ type: 'init', client_id: 'x2', epoch: 'e1' }));
    expect(stateOf(stage).sync).toMatchObject({ plain: false, ready: true, cursor: 'c1' });
  });
});

describe('sending', () => {
  it('PLAIN-2: says who writes and when, as the contract asks', async () => {
    const stage = await entered();
    await stage.client.actions.send(bertOf(stage), { ...EMPTY_DRAFT, text: 'hello' });
    await stage.settle();
    expect(stage.bodies('/sendMessage')).toMatchObject([{ fromUser: { id: stage.anna.id, realname: 'Anna' }, from_user: stage.anna.id, sendTime: stage.clock.nowMs(), status: 'going', type: 'text', toContactId: bertOf(stage) }]);
    expect(stateOf(stage).outbox.size).toBe(0);
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    expect(messageIn(stage)).toMatchObject({ content: 'hello', sentAtMs: stage.clock.nowMs(), from: { id: stage.anna.id } });
  });

  it.each(['frame', 'answer'] as const)('PLAIN-2: one\'s own words are known by their id where the %s says nobody wrote them, in 1970', async (first) => {
    const stage = await entered();
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    stage.breaks('/sendMessage', 'lost');
    const sent = await stage.client.actions.send(bertOf(stage), { ...EMPTY_DRAFT, text: 'hello' });
    await stage.settle();
    const id = sent.ok ? sent.value : '';
    const nobody = { id, msg_id: '77', type: 'text', content: 'hello', sendTime: 0, is_group: 0, toUser: stage.bert.id, fromUser: { id: 0 }, at: [], extends: null };
    const told = { type: 'simple', time: 1, data: { ...nobody, toContactId: stage.anna.id } };
    if (first === 'frame') stage.client.core.frame(JSON.stringify(told));
    else {
      stage.plain.fetch = () => Promise.resolve(Response.json({ code: 0, msg: '', data: { ...nobody, toContactId: stage.bert.id } }));
      stage.breaks('/sendMessage');
      await stage.clock.advance(10_000);
      await stage.settle();
      stage.client.core.frame(JSON.stringify(told));
    }
    await stage.settle();
    expect(shown(stage)).toEqual(['hello']);
    expect(messageIn(stage).from).toMatchObject({ id: stage.anna.id, displayName: 'Anna' });
    expect(messageIn(stage).sentAtMs).toBeGreaterThan(1_600_000_000_000);
    expect(contactView(stateOf(stage), bertOf(stage))?.unread).toBe(0);
  });

  it('PLAIN-2: words whose answer was lost are looked up before they are said again', async () => {
    const stage = await entered();
    stage.breaks('/sendMessage', 'lost answer');
    const frames = stage.plain.toUser.bind(stage.plain);
    stage.plain.toUser = () => undefined;
    await stage.client.actions.send(bertOf(stage), { ...EMPTY_DRAFT, text: 'once' });
    await stage.settle();
    expect(stateOf(stage).outbox.get(bertOf(stage))?.[0]?.status).toBe('unknown');
    Object.assign(stage.plain, { toUser: frames });
    stage.breaks('/sendMessage');
    await stage.clock.advance(30_000);
    await stage.settle();
    expect([stage.plain.town.rows.length, stage.bodies('/sendMessage').length, stateOf(stage).outbox.size]).toEqual([1, 1, 0]);
  });

  it('PLAIN-2: a file whose answer was lost is looked up as well', async () => {
    const stage = await entered();
    stage.breaks('/uploadFile', 'lost answer');
    stage.client.actions.sendFile(bertOf(stage), { name: 'words.txt', body: new Blob(['words'], { type: 'text/plain' }) });
    await stage.settle();
    expect(stage.bodies('/uploadFile')).toMatchObject([{ fromUser: { id: stage.anna.id }, status: 'going', type: 'file' }]);
    stage.breaks('/uploadFile');
    await stage.clock.advance(60_000);
    await stage.settle();
    expect([stage.plain.town.rows.length, stage.bodies('/uploadFile').length, stage.client.uploads.get()]).toEqual([1, 1, []]);
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    expect(messageIn(stage)).toMatchObject({ type: 'file', file: { name: 'words.txt', sizeBytes: 5 }, content: 'http://plain.test/storage/501.txt' });
  });

  it('PLAIN-2: what waited goes out one by one, in order, never as a list', async () => {
    const stage = await entered();
    stage.page.setOnline(false);
    for (const text of ['one', 'two', 'three']) await stage.client.actions.send(bertOf(stage), { ...EMPTY_DRAFT, text });
    stage.page.setOnline(true);
    await stage.settle();
    expect(stage.plain.town.rows.map((row) => row.content)).toEqual(['one', 'two', 'three']);
    expect(stage.bodies('/sendMessage').map((body) => body['content'])).toEqual(['one', 'two', 'three']);
  });
});

describe('reading', () => {
  it('PLAIN-4: unread and mentions fall when one reads, and the server is told', async () => {
    const stage = staged();
    const group = foundGroup(stage.plain.town, stage.bert.id, [stage.anna.id], 'Team');
    const id = contactId(`group-${group.id}`);
    await stage.login();
    await says(stage.plain, stage.bert, stage.anna.id, 'for you');
    await says(stage.plain, stage.bert, id, 'for @Anna', { at: [stage.anna.id], is_group: 1 });
    await stage.settle();
    expect(totals(stateOf(stage))).toMatchObject({ unread: 3, mentions: 1 });
    stage.client.actions.openChat(id);
    await stage.settle();
    expect(totals(stateOf(stage))).toMatchObject({ unread: 1, mentions: 0 });
    stage.client.actions.openChat(bertOf(stage));
    await stage.clock.advance(5_000);
    await stage.settle();
    expect(totals(stateOf(stage))).toMatchObject({ unread: 0, mentions: 0 });
    expect(stage.bodies('/setMsgIsRead').at(-1)).toMatchObject({ toContactId: bertOf(stage), is_group: 0, fromUser: stage.bert.id });
    // And what comes into the open chat.
    await says(stage.plain, stage.bert, stage.anna.id, 'again');
    await stage.clock.advance(60_000);
    await stage.settle();
    expect(contactView(stateOf(stage), bertOf(stage))).toMatchObject({ unread: 0 });
    expect(stateOf(stage).pending.read.size).toBe(0);
    expect(stage.plain.town.rows.every((row) => row.is_read)).toBe(true);
  });

  it('PLAIN-4: own words after a read one count for nothing, others do', async () => {
    const stage = await entered();
    await says(stage.plain, stage.bert, stage.anna.id, 'one');
    stage.client.actions.openChat(bertOf(stage));
    await stage.clock.advance(5_000);
    stage.client.actions.openChat(null);
    await stage.client.actions.send(bertOf(stage), { ...EMPTY_DRAFT, text: 'mine' });
    await stage.settle();
    await says(stage.plain, stage.bert, stage.anna.id, 'two');
    await stage.settle();
    expect(contactView(stateOf(stage), bertOf(stage))?.unread).toBe(1);
  });

  it('PLAIN-4: pins, mutes and hidden chats stay as wanted although no frame says so', async () => {
    const stage = await entered();
    await says(stage.plain, stage.bert, stage.anna.id, 'hi');
    const { actions } = stage.client;
    await actions.setTop(bertOf(stage), true);
    await actions.setNotice(bertOf(stage), false);
    await stage.clock.advance(60_000);
    expect(contactView(stateOf(stage), bertOf(stage))).toMatchObject({ isTop: true, isNotice: false });
    await actions.setTop(bertOf(stage), false);
    await actions.hideChat(bertOf(stage));
    await stage.clock.advance(60_000);
    expect(rows(stateOf(stage)).map((row) => row.id)).not.toContain(bertOf(stage));
    await says(stage.plain, stage.bert, stage.anna.id, 'hi again');
    expect(rows(stateOf(stage)).map((row) => row.id)).toContain(bertOf(stage));
    expect(Object.values(stateOf(stage).pending).every((one: ReadonlyMap<unknown, unknown>) => one.size === 0)).toBe(true);
  });

  it('PLAIN-4: after a new list a chat counts anew, whatever was read and hidden before it', async () => {
    const stage = await entered();
    for (let at = 0; at < 5; at += 1) await says(stage.plain, stage.bert, stage.anna.id, `line ${at}`);
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    stage.client.actions.openChat(null);
    stage.page.setOnline(false);
    await stage.client.actions.hideChat(bertOf(stage));
    stage.cut();
    stage.page.setOnline(true);
    await stage.clock.advance(60_000);
    await stage.settle();
    expect(contactView(stateOf(stage), bertOf(stage))?.hidden).toBe(true);
    await says(stage.plain, stage.bert, stage.anna.id, 'new');
    expect(contactView(stateOf(stage), bertOf(stage))).toMatchObject({ hidden: false, unread: 1 });
  });

  it('PLAIN-4: a mention further up than what was loaded keeps its way there', async () => {
    const stage = staged();
    const group = foundGroup(stage.plain.town, stage.bert.id, [stage.anna.id], 'Team');
    const id = contactId(`group-${group.id}`);
    await says(stage.plain, stage.bert, id, 'for @Anna', { at: [stage.anna.id], is_group: 1 });
    for (let at = 0; at < 60; at += 1) await says(stage.plain, stage.bert, id, `line ${at}`, { is_group: 1 });
    await stage.login();
    stage.client.actions.openChat(id);
    await stage.settle();
    expect(contactView(stateOf(stage), id)).toMatchObject({ unread: 0, mentions: 1 });
    const found = await stage.client.actions.mentionsOf(id);
    expect(found.ok && found.value.map((one) => one.content)).toEqual(['for @Anna']);
    await stage.client.actions.readMentions(id);
    await stage.settle();
    expect(contactView(stateOf(stage), id)?.mentions).toBe(0);
  });

  it('PLAIN-4: applications fall when they are answered, also elsewhere', async () => {
    const stage = staged();
    const [cleo, dora] = [moveIn(stage.plain.town, 'cleo', 'Cleo', 'x'), moveIn(stage.plain.town, 'dora', 'Dora', 'x')];
    await stage.login();
    for (const one of [cleo, dora]) await stage.plain.as(one.id, '/enterprise/friend/add', { user_id: stage.anna.id, remark: 'hello' });
    expect(totals(stateOf(stage)).system).toBe(2);
    const asked = await stage.client.actions.applications('received', 1, 20);
    const [newest, oldest] = asked.ok ? asked.value.rows : [];
    await stage.client.actions.answerApplication(newest?.friendId ?? 0, true);
    expect(totals(stateOf(stage)).system).toBe(1);
    await stage.plain.as(stage.anna.id, '/enterprise/friend/update', { friend_id: oldest?.friendId, status: 0 });
    await stage.client.actions.applications('received', 1, 20);
    expect(totals(stateOf(stage)).system).toBe(0);
    expect(contactView(stateOf(stage), contactId(dora.id))?.displayName).toBe('Dora');
  });

  it('PLAIN-4: what the contract tells only the other side is done here at once', async () => {
    const stage = await entered();
    const { actions } = stage.client;
    stage.client.actions.openChat(bertOf(stage));
    await actions.send(bertOf(stage), { ...EMPTY_DRAFT, text: 'to delete' });
    await stage.settle();
    await actions.remove(messageIn(stage).id);
    expect(shown(stage)).toEqual([]);
    const [friend] = stage.plain.town.friends;
    await actions.setRemark(userId(stage.bert.id), friend?.friend_id ?? 0, 'Berti');
    expect(contactView(stateOf(stage), bertOf(stage))?.displayName).toBe('Berti');
    const profile = await actions.updateProfile({ realname: 'Anna B', email: '', motto: 'hi', sex: 0 });
    expect([profile.ok, stateOf(stage).self]).toMatchObject([true, { realname: 'Anna B', id: stage.anna.id, account: 'anna', motto: 'hi' }]);
    await actions.unfriend(userId(stage.bert.id));
    expect(contactView(stateOf(stage), bertOf(stage))).toBeUndefined();
  });
});

describe('what a plain server says less of', () => {
  it('PLAIN-5: lines without an id stand in the history, by their number', async () => {
    const stage = staged();
    const group = foundGroup(stage.plain.town, stage.bert.id, [stage.anna.id], 'Team');
    put(stage.plain.town, { id: null, from: stage.bert.id, to: `group-${group.id}`, type: 'event', content: 'Bert changed something' });
    await stage.login();
    const id = contactId(`group-${group.id}`);
    stage.client.actions.openChat(id);
    await stage.settle();
    expect(shown(stage, id)).toEqual(['Bert 创建了群聊', 'Bert changed something']);
  });

  it('PLAIN-5: a group has its members counted, its maker is its owner, and a recall names who recalled', async () => {
    const stage = staged();
    const cleo = moveIn(stage.plain.town, 'cleo', 'Cleo', 'x');
    befriend(stage.plain.town, stage.anna.id, cleo.id);
    await stage.login();
    const made = await stage.client.actions.createGroup([userId(stage.bert.id), userId(cleo.id)], 'Team');
    const id = made.ok ? made.value : contactId('');
    await stage.settle();
    stage.client.actions.openChat(id);
    await stage.settle();
    expect(contactView(stateOf(stage), id)?.group).toMatchObject({ role: 1, members: 3, ownerId: stage.anna.id });
    await stage.client.actions.addMembers(id, []);
    await says(stage.plain, cleo, id, 'oops', { is_group: 1 });
    await stage.plain.as(cleo.id, '/enterprise/im/undoMessage', { id: stage.plain.town.rows.at(-1)?.id });
    await stage.settle();
    expect(contactView(stateOf(stage), id)?.last?.note).toMatchObject({ note: 'recalled', by: cleo.id, name: 'Cleo' });
  });

  it('PLAIN-6: calls that are only ours are not made, and nobody is told of anything', async () => {
    const stage = await entered();
    await stage.client.actions.pushKey();
    await says(stage.plain, stage.bert, stage.anna.id, 'a needle here');
    const found = await stage.client.actions.searchMessages({ keywords: 'needle', conversation: bertOf(stage) });
    expect(found.ok && found.value.rows.map((row) => row.message.content)).toEqual(['a needle here']);
    expect((await stage.client.actions.searchMessages({ keywords: 'needle' })).ok).toBe(true);
    await stage.client.actions.renewLink('http://plain.test/storage/1.png');
    expect(stage.plain.missing).toEqual([]);
    expect(stage.notices.filter((one) => one.kind !== 'sound' && one.kind !== 'arrived')).toEqual([]);
    // Whoever opens a page that this server has nothing for is told so.
    await stage.client.actions.moments(0);
    expect(stage.notices.at(-1)).toEqual({ kind: 'text', key: 'err.absent' });
    expect(stage.plain.missing).toEqual([]);
  });

  it('PLAIN-6: frames that nobody knows say nothing, here and in the log', async () => {
    const stage = await entered();
    const before = stateOf(stage);
    for (const [type, data] of [['statistics', { onlineCount: '3' }], ['push', ''], ['somethingNew', null], ['setManager', { group_id: 'group-99' }], ['isRead', []]] as const) {
      stage.plain.toAll(type, data);
    }
    await stage.settle();
    expect(stateOf(stage).contacts).toBe(before.contacts);
    expect(stage.logged).toEqual([]);
  });

  it('PLAIN-5: what a group became is known when it is opened: notice and rank', async () => {
    const stage = staged();
    const group = foundGroup(stage.plain.town, stage.bert.id, [stage.anna.id], 'Team');
    const id = contactId(`group-${group.id}`);
    await stage.login();
    await stage.plain.as(stage.bert.id, '/enterprise/group/setNotice', { id, notice: 'at eight' });
    await stage.plain.as(stage.bert.id, '/enterprise/group/setManager', { id, user_id: stage.anna.id, role: 2 });
    stage.client.actions.openChat(id);
    await stage.settle();
    expect(contactView(stateOf(stage), id)?.group).toMatchObject({ notice: 'at eight', role: 2, members: 2 });
    await stage.client.actions.leaveGroup(id);
    expect(contactView(stateOf(stage), id)).toBeUndefined();
    expect(stage.notices.filter((one) => one.kind === 'chatGone' && one.why === 'removed')).toEqual([]);
  });

  it('PLAIN-6: somebody offline is told so at once, and the row of a call that ended says how', async () => {
    const stage = await entered();
    stage.client.actions.openChat(bertOf(stage));
    const step = (event: string, code: number) => stage.plain.as(stage.bert.id, '/enterprise/im/sendToMsg', { id: 'c0', toContactId: stage.anna.id, type: 0, event, status: 3, code });
    await step('calling', 901);
    await stage.settle();
    expect(messageIn(stage)).toMatchObject({ type: 'webrtc', extra: { code: '901' } });
    await step('hangup', 902);
    await stage.settle();
    expect(messageIn(stage)).toMatchObject({ type: 'webrtc', extra: { code: '902' }, content: '已取消' });
    const answer = await stage.plain.as(stage.anna.id, '/enterprise/im/sendToMsg', { id: 'c1', toContactId: stage.bert.id, type: 0, event: 'calling', status: 3, code: 901 });
    expect(answer).toMatchObject({ extends: { event: 'busy', code: '907' } });
  });
});
