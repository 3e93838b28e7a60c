// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Answer } from '../../src/client/interface/answer.ts';
import type { UploadView } from '../../src/client/interface/files.ts';
import type { Conversation } from '../../src/client/state/state.ts';
import { contactId, messageId } from '../../src/domain/ids.ts';
import type { Message } from '../../src/domain/message.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { timeline } from '../../src/app/screens/conversation/timeline.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith, type ScriptedClient } from '../support/scripted-client.ts';
import { MORNING, aContact, message } from '../support/contacts.ts';

const fileOf = (name: string): Message['file'] => ({
  id: 4,
  name,
  sizeBytes: 1_536,
  download: `/files/${name}?d=1`,
  preview: '',
  icon: '',
});

async function open(
  messages: readonly Message[],
  renewLink = (): Answer<string> => Promise.resolve(ok('/files/new')),
): Promise<{ screen: Screen; client: ScriptedClient }> {
  const contact = aContact(2, { displayName: 'Two' });
  const part = {
    id: contact.id,
    chunks: [messages],
    size: messages.length,
    complete: true,
    loading: 'no' as const,
    live: true,
    erased: new Map(),
  } as unknown as Conversation;
  const client = scriptedClient(stateWith([contact], { conversations: new Map([[contact.id, part]]) }), {
    renewLink,
  });
  const screen = await showApp(client, '/pages/message/chat?id=2');
  await until(() => expect(screen.all('article')).toHaveLength(messages.length));
  return { screen, client };
}

const picture = () => document.querySelector('article img');
const item = (one: Message) => ({ kind: 'message' as const, key: one.id, message: one });

describe('media in the chat', () => {
  it('MEDIA-1, MEDIA-5: a picture has its place at once, is renewed once, then says that it is gone', async () => {
    const { screen, client } = await open([
      message(1, {
        type: 'image',
        content: '/files/a',
        extra: { width: 800, height: 600 },
        file: fileOf('a.png'),
      }),
    ]);
    expect(screen.find('button', 'Open picture').style.width).toBe('420px');
    expect(screen.find('button', 'Open picture').style.height).toBe('315px');
    await happens(() => picture()?.dispatchEvent(new Event('error')));
    await until(() => expect(picture()?.getAttribute('src')).toBe('/files/new'));
    expect(client.asked.filter(([name]) => name === 'renewLink')).toEqual([['renewLink', '/files/a']]);
    await happens(() => picture()?.dispatchEvent(new Event('error')));
    expect(screen.text()).toContain("Couldn't show the picture");
    await screen.press(screen.find('button', /Couldn't show/));
    expect(picture()?.getAttribute('src')).toBe('/files/a');
  });

  it('STORE-15: a picture that came to nothing without a network is shown once the line is back', async () => {
    let answer: Awaited<Answer<string>> = fail({ kind: 'transport', why: 'offline' });
    const { screen, client } = await open(
      [
        message(1, {
          type: 'image',
          content: '/files/a',
          extra: { width: 8, height: 6 },
          file: fileOf('a.png'),
        }),
      ],
      () => Promise.resolve(answer),
    );
    const removal = "Couldn't show the picture";
    await happens(() => picture()?.dispatchEvent(new Event('error')));
    await until(() => expect(screen.text()).toContain(removal));
    await happens(() => client.beat());
    expect([screen.text().includes(removal), picture()?.getAttribute('src')]).toEqual([false, '/files/a']);
    // A file that the user may not read is not requested again.
    answer = fail({ kind: 'server', code: 403, message: '' });
    await happens(() => picture()?.dispatchEvent(new Event('error')));
    await until(() => expect(screen.text()).toContain(removal));
    await happens(() => client.beat());
    expect(screen.text()).toContain(removal);
  });

  it('MEDIA-3, MEDIA-4: files, voices, videos and calls say what they are', async () => {
    const { screen } = await open([
      message(1, { type: 'file', content: '/files/f', file: fileOf('Plan.pdf') }),
      message(2, { type: 'voice', content: '/files/v', extra: { duration: 7 } }),
      message(3, { type: 'video', content: '/files/w', extra: { duration: '12', width: 100, height: 100 } }),
      message(4, { type: 'webrtc', extra: { code: 906, type: 1, callTime: 75 } }),
    ]);
    expect(screen.find('button', 'FilePlan.pdf1.50 KB')).toBeDefined();
    expect(screen.find('button', 'Play voice message, 7 seconds, 0:07')).toBeDefined();
    expect(screen.find('button', 'Play video, 12 seconds, 0:12').textContent).toContain('0:12');
    expect(screen.text()).toContain('Call lasted 1:15');
  });

  it('MEDIA-7: a file on its way is the last bubble until its message is there', () => {
    const upload: UploadView = {
      id: messageId('u1'),
      to: contactId(2),
      kind: 'file',
      file: { name: 'a', body: new Blob(['x']) },
      sizeBytes: 1,
      sentBytes: 0,
      state: 'failed',
      reason: 'no',
      createdAtMs: MORNING,
    };
    const rows = (messages: readonly Message[]) =>
      timeline({
        items: messages.map(item),
        uploads: [upload],
        self: null,
        unreadAfter: null,
        dayOf: () => 0,
      });
    expect(rows([message(1)]).map((row) => [row.key, row.upload?.state])).toEqual([
      ['m1', undefined],
      ['u1', 'failed'],
    ]);
    expect(
      rows([message(1), message(2, { id: messageId('u1') })]).map((row) => [row.key, row.upload]),
    ).toEqual([
      ['m1', null],
      ['u1', null],
    ]);
  });
});
