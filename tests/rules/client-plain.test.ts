import { describe, expect, it } from 'vitest';
import { totals } from '../../src/client/state/selectors.ts';
import { contactView } from '../../src/client/state/contact-view.ts';
import { snapshotOf } from '../../src/client/state/snapshot-changes.ts';
import { messageId } from '../../src/domain/ids.ts';
import { EMPTY_DRAFT } from '../../src/domain/message.ts';
import { says } from '../support/plain-server/says.ts';
import { bertOf, messageIn, plainStages, shown, stateOf } from '../support/plain-server/stages.ts';

const { staged, entered } = plainStages();

describe('binding', () => {
  it('PLAIN-1: an init without an epoch is bound by the call, then by the frame, and a pong that says nothing is enough', async () => {
    const stage = await entered();
    expect(stateOf(stage).sync.plain).toBe(true);
    expect(stateOf(stage).connection).toEqual({ name: 'open', bound: true });
    const [line] = [...stage.plain.lines.values()];
    expect(line?.uid).toBe(stage.anna.id);
    expect(stage.bodies('/bindUid')).toEqual([
      { client_id: line?.clientId, user_id: stage.anna.id, cid: '' },
    ]);
    expect(stage.said().filter((one) => one['type'] === 'bindUid')).toEqual([
      { type: 'bindUid', user_id: stage.anna.id, token: stage.anna.token },
    ]);
    await stage.clock.advance(120_000);
    expect([stage.bodies('/bindUid').length, stage.bodies('/sync').length]).toEqual([1, 0]);
    // The client sends only frames of the base protocol.
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

  it('PLAIN-3: events missed without a socket come with the list and the page of the open chat', async () => {
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

  it('PLAIN-3: a message recalled during an absence is recalled here, too', async () => {
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
    stage.client.core.framed(
      {
        event: {
          type: 'messagePosted',
          to: bertOf(stage),
          toUser: null,
          inGroup: false,
          contact: null,
          message: { ...messageIn(stage), id: messageId(row?.id ?? '') },
        },
        place: null,
        atSec: 0,
      },
      'live',
    );
    expect(contactView(stateOf(stage), bertOf(stage))?.unread).toBe(0);
  });
});

describe('a server of another kind after an update', () => {
  it('PLAIN-1: a new kind of server clears the known conversations, in both directions', async () => {
    const stage = await entered();
    expect(stateOf(stage).contacts.size).toBeGreaterThan(0);
    stage.client.core.frame(JSON.stringify({ type: 'init', client_id: 'x1', epoch: 'e1' }));
    expect([stateOf(stage).contacts.size, stateOf(stage).sync]).toMatchObject([
      0,
      { plain: false, ready: false },
    ]);
    stage.client.core.dispatch({
      type: 'contactsLoaded',
      contacts: [],
      epoch: 'e1',
      cursor: 'c1',
      selfSeq: 3,
      applications: 0,
    });
    stage.client.core.frame(JSON.stringify({ type: 'init', client_id: 'x2' }));
    expect(stateOf(stage).sync).toMatchObject({ plain: true, ready: false, epoch: null, cursor: null });
  });

  it('PLAIN-1: a state that an earlier build stored is of a server of ours', async () => {
    const stage = await entered();
    stage.client.core.frame(JSON.stringify({ type: 'init', client_id: 'x1', epoch: 'e1' }));
    stage.client.core.dispatch({
      type: 'contactsLoaded',
      contacts: [],
      epoch: 'e1',
      cursor: 'c1',
      selfSeq: 3,
      applications: 0,
    });
    const snapshot = snapshotOf(stateOf(stage));
    const { plain: _, ...sync } = stateOf(stage).sync;
    if (snapshot === null) throw new Error('nobody is signed in');
    stage.client.core.dispatch({
      type: 'restored',
      snapshot: { ...snapshot, meta: { ...snapshot.meta, sync: sync as never } },
    });
    stage.client.core.frame(JSON.stringify({ type: 'init', client_id: 'x2', epoch: 'e1' }));
    expect(stateOf(stage).sync).toMatchObject({ plain: false, ready: true, cursor: 'c1' });
  });
});

describe('sending', () => {
  it('PLAIN-2: says who writes and when, as the contract asks', async () => {
    const stage = await entered();
    await stage.client.actions.send(bertOf(stage), { ...EMPTY_DRAFT, text: 'hello' });
    await stage.settle();
    expect(stage.bodies('/sendMessage')).toMatchObject([
      {
        fromUser: { id: stage.anna.id, realname: 'Anna' },
        from_user: stage.anna.id,
        sendTime: stage.clock.nowMs(),
        status: 'going',
        type: 'text',
        toContactId: bertOf(stage),
      },
    ]);
    expect(stateOf(stage).outbox.size).toBe(0);
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    expect(messageIn(stage)).toMatchObject({
      content: 'hello',
      sentAtMs: stage.clock.nowMs(),
      from: { id: stage.anna.id },
    });
  });

  it.each(['frame', 'answer'] as const)(
    'PLAIN-2: the client knows its message by the ID if the %s names no author, in 1970',
    async (first) => {
      const stage = await entered();
      stage.client.actions.openChat(bertOf(stage));
      await stage.settle();
      stage.breaks('/sendMessage', 'lost');
      const sent = await stage.client.actions.send(bertOf(stage), { ...EMPTY_DRAFT, text: 'hello' });
      await stage.settle();
      const id = sent.ok ? sent.value : '';
      const nobody = {
        id,
        msg_id: '77',
        type: 'text',
        content: 'hello',
        sendTime: 0,
        is_group: 0,
        toUser: stage.bert.id,
        fromUser: { id: 0 },
        at: [],
        extends: null,
      };
      const report = { type: 'simple', time: 1, data: { ...nobody, toContactId: stage.anna.id } };
      if (first === 'frame') stage.client.core.frame(JSON.stringify(report));
      else {
        stage.plain.fetch = () =>
          Promise.resolve(
            Response.json({ code: 0, msg: '', data: { ...nobody, toContactId: stage.bert.id } }),
          );
        stage.breaks('/sendMessage');
        await stage.clock.advance(10_000);
        await stage.settle();
        stage.client.core.frame(JSON.stringify(report));
      }
      await stage.settle();
      expect(shown(stage)).toEqual(['hello']);
      expect(messageIn(stage).from).toMatchObject({ id: stage.anna.id, displayName: 'Anna' });
      expect(messageIn(stage).sentAtMs).toBeGreaterThan(1_600_000_000_000);
      expect(contactView(stateOf(stage), bertOf(stage))?.unread).toBe(0);
    },
  );

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
    expect([
      stage.plain.town.rows.length,
      stage.bodies('/sendMessage').length,
      stateOf(stage).outbox.size,
    ]).toEqual([1, 1, 0]);
  });

  it('PLAIN-2: a file whose answer was lost is looked up as well', async () => {
    const stage = await entered();
    stage.breaks('/uploadFile', 'lost answer');
    stage.client.actions.sendFile(bertOf(stage), {
      name: 'words.txt',
      body: new Blob(['words'], { type: 'text/plain' }),
    });
    await stage.settle();
    expect(stage.bodies('/uploadFile')).toMatchObject([
      { fromUser: { id: stage.anna.id }, status: 'going', type: 'file' },
    ]);
    stage.breaks('/uploadFile');
    await stage.clock.advance(60_000);
    await stage.settle();
    expect([
      stage.plain.town.rows.length,
      stage.bodies('/uploadFile').length,
      stage.client.uploads.get(),
    ]).toEqual([1, 1, []]);
    stage.client.actions.openChat(bertOf(stage));
    await stage.settle();
    expect(messageIn(stage)).toMatchObject({
      type: 'file',
      file: { name: 'words.txt', sizeBytes: 5 },
      content: 'http://plain.test/storage/501.txt',
    });
  });

  it('PLAIN-2: waiting messages go out one by one, in order, never as a list', async () => {
    const stage = await entered();
    stage.page.setOnline(false);
    for (const text of ['one', 'two', 'three'])
      await stage.client.actions.send(bertOf(stage), { ...EMPTY_DRAFT, text });
    stage.page.setOnline(true);
    await stage.settle();
    expect(stage.plain.town.rows.map((row) => row.content)).toEqual(['one', 'two', 'three']);
    expect(stage.bodies('/sendMessage').map((body) => body['content'])).toEqual(['one', 'two', 'three']);
  });
});
