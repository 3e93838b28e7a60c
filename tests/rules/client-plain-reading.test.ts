import { describe, expect, it } from 'vitest';
import { rows, totals } from '../../src/client/state/selectors.ts';
import { contactView } from '../../src/client/state/contact-view.ts';
import { contactId, userId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { says } from '../support/plain-server/says.ts';
import { bertOf, messageIn, plainStages, shown, stateOf } from '../support/plain-server/stages.ts';
import { befriend, foundGroup, moveIn, put } from '../support/plain-server/town.ts';

const { staged, entered } = plainStages();

describe('reading', () => {
  it('PLAIN-4: unread and mentions fall when the user reads, and the client reports it', async () => {
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
    expect(stage.bodies('/setMsgIsRead').at(-1)).toMatchObject({
      toContactId: bertOf(stage),
      is_group: 0,
      fromUser: stage.bert.id,
    });
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
    expect(
      Object.values(stateOf(stage).pending).every((one: ReadonlyMap<unknown, unknown>) => one.size === 0),
    ).toBe(true);
  });

  it('PLAIN-4: after a new list a chat is counted again, whichever messages were read before', async () => {
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
    const result = await stage.client.actions.mentionsOf(id);
    expect(result.ok && result.value.map((one) => one.content)).toEqual(['for @Anna']);
    await stage.client.actions.readMentions(id);
    await stage.settle();
    expect(contactView(stateOf(stage), id)?.mentions).toBe(0);
  });

  it('PLAIN-4: applications fall when they are answered, also elsewhere', async () => {
    const stage = staged();
    const [cleo, dora] = [
      moveIn(stage.plain.town, 'cleo', 'Cleo', 'x'),
      moveIn(stage.plain.town, 'dora', 'Dora', 'x'),
    ];
    await stage.login();
    for (const one of [cleo, dora])
      await stage.plain.as(one.id, '/enterprise/friend/add', { user_id: stage.anna.id, remark: 'hello' });
    expect(totals(stateOf(stage)).system).toBe(2);
    const request = await stage.client.actions.applications('received', 1, 20);
    const [newest, oldest] = request.ok ? request.value.rows : [];
    await stage.client.actions.answerApplication(newest?.friendId ?? 0, true);
    expect(totals(stateOf(stage)).system).toBe(1);
    await stage.plain.as(stage.anna.id, '/enterprise/friend/update', {
      friend_id: oldest?.friendId,
      status: 0,
    });
    await stage.client.actions.applications('received', 1, 20);
    expect(totals(stateOf(stage)).system).toBe(0);
    expect(contactView(stateOf(stage), contactId(dora.id))?.displayName).toBe('Dora');
  });

  it('PLAIN-4: changes that the server reports only to the other side apply here at once', async () => {
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
    expect([profile.ok, stateOf(stage).self]).toMatchObject([
      true,
      { realname: 'Anna B', id: stage.anna.id, account: 'anna', motto: 'hi' },
    ]);
    await actions.unfriend(userId(stage.bert.id));
    expect(contactView(stateOf(stage), bertOf(stage))).toBeUndefined();
  });
});

describe('data that a base-protocol server omits', () => {
  it('PLAIN-5: messages without an ID are in the history, by their number', async () => {
    const stage = staged();
    const group = foundGroup(stage.plain.town, stage.bert.id, [stage.anna.id], 'Team');
    put(stage.plain.town, {
      id: null,
      from: stage.bert.id,
      to: `group-${group.id}`,
      type: 'event',
      content: 'Bert changed something',
    });
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
    expect(contactView(stateOf(stage), id)?.group).toMatchObject({
      role: 1,
      members: 3,
      ownerId: stage.anna.id,
    });
    await stage.client.actions.addMembers(id, []);
    await says(stage.plain, cleo, id, 'oops', { is_group: 1 });
    await stage.plain.as(cleo.id, '/enterprise/im/undoMessage', { id: stage.plain.town.rows.at(-1)?.id });
    await stage.settle();
    expect(contactView(stateOf(stage), id)?.last?.note).toMatchObject({
      note: 'recalled',
      by: cleo.id,
      name: 'Cleo',
    });
  });

  it('PLAIN-5: after a removal the member count is that of groupInfo, also when frames repeat', async () => {
    const stage = staged();
    const [cleo, dora] = ['Cleo', 'Dora'].map((name) =>
      moveIn(stage.plain.town, name.toLowerCase(), name, 'x'),
    );
    const group = foundGroup(stage.plain.town, stage.bert.id, [stage.anna.id, cleo!.id, dora!.id], 'Team');
    const id = contactId(`group-${group.id}`);
    await stage.login();
    stage.client.actions.openChat(id);
    await stage.settle();
    const count = () => contactView(stateOf(stage), id)?.group?.members;
    expect(count()).toBe(4);
    const removal = { group_id: id, avatar: '', user_id: String(cleo!.id) };
    await stage.plain.as(stage.bert.id, '/enterprise/group/removeUser', { id, user_id: cleo!.id });
    stage.plain.toAll('removeUser', removal);
    await stage.settle();
    expect(count()).toBe(3);
    stage.plain.toAll('removeUser', removal);
    await stage.settle();
    expect(count()).toBe(3);
    // Whoever is added is counted as well, by the frame of the new picture.
    await stage.plain.as(stage.bert.id, '/enterprise/group/addGroupUser', { id, user_ids: [cleo!.id] });
    await stage.settle();
    expect(count()).toBe(4);
    await stage.client.actions.removeMember(id, userId(dora!.id));
    expect(count()).toBe(4);
  });

  it('PLAIN-6: the client makes no call that only Parley has, and shows no error', async () => {
    const stage = await entered();
    await stage.client.actions.pushKey();
    await says(stage.plain, stage.bert, stage.anna.id, 'a needle here');
    const result = await stage.client.actions.searchMessages({
      keywords: 'needle',
      conversation: bertOf(stage),
    });
    expect(result.ok && result.value.rows.map((row) => row.message.content)).toEqual(['a needle here']);
    expect((await stage.client.actions.searchMessages({ keywords: 'needle' })).ok).toBe(true);
    await stage.client.actions.renewLink('http://plain.test/storage/1.png');
    expect(stage.plain.missing).toEqual([]);
    expect(stage.notices.filter((one) => one.kind !== 'sound' && one.kind !== 'arrived')).toEqual([]);
    // A user who opens a page that this server lacks reads this.
    await stage.client.actions.moments(0);
    expect(stage.notices.at(-1)).toEqual({ kind: 'text', key: 'err.absent' });
    expect(stage.plain.missing).toEqual([]);
  });

  it('PLAIN-6: unknown frames change nothing in the state and in the log', async () => {
    const stage = await entered();
    const before = stateOf(stage);
    for (const [type, data] of [
      ['statistics', { onlineCount: '3' }],
      ['push', ''],
      ['somethingNew', null],
      ['setManager', { group_id: 'group-99' }],
      ['isRead', []],
    ] as const) {
      stage.plain.toAll(type, data);
    }
    await stage.settle();
    expect(stateOf(stage).contacts).toBe(before.contacts);
    expect(stage.logged).toEqual([]);
  });

  it('PLAIN-5: opening a group loads its announcement and the user’s role', async () => {
    const stage = staged();
    const group = foundGroup(stage.plain.town, stage.bert.id, [stage.anna.id], 'Team');
    const id = contactId(`group-${group.id}`);
    await stage.login();
    await stage.plain.as(stage.bert.id, '/enterprise/group/setNotice', { id, notice: 'at eight' });
    await stage.plain.as(stage.bert.id, '/enterprise/group/setManager', {
      id,
      user_id: stage.anna.id,
      role: 2,
    });
    stage.client.actions.openChat(id);
    await stage.settle();
    expect(contactView(stateOf(stage), id)?.group).toMatchObject({ notice: 'at eight', role: 2, members: 2 });
    await stage.client.actions.leaveGroup(id);
    expect(contactView(stateOf(stage), id)).toBeUndefined();
    expect(stage.notices.filter((one) => one.kind === 'chatGone' && one.why === 'removed')).toEqual([]);
  });

  it('PLAIN-6: a call to an offline user ends at once, and its record shows the result', async () => {
    const stage = await entered();
    stage.client.actions.openChat(bertOf(stage));
    const step = (event: string, code: number) =>
      stage.plain.as(stage.bert.id, '/enterprise/im/sendToMsg', {
        id: 'c0',
        toContactId: stage.anna.id,
        type: 0,
        event,
        status: 3,
        code,
      });
    await step('calling', 901);
    await stage.settle();
    expect(messageIn(stage)).toMatchObject({ type: 'webrtc', extra: { code: '901' } });
    await step('hangup', 902);
    await stage.settle();
    expect(messageIn(stage)).toMatchObject({ type: 'webrtc', extra: { code: '902' }, content: '已取消' });
    const answer = await stage.plain.as(stage.anna.id, '/enterprise/im/sendToMsg', {
      id: 'c1',
      toContactId: stage.bert.id,
      type: 0,
      event: 'calling',
      status: 3,
      code: 901,
    });
    expect(answer).toMatchObject({ extends: { event: 'busy', code: '907' } });
  });
});
