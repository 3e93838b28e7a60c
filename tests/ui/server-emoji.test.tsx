// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import EmojiPanel from '../../src/app/shared/emoji/emoji-panel.tsx';
import { EMPTY_DRAFT, type Message } from '../../src/domain/message.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { showApp, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aContact, message } from '../support/contacts.ts';

const ROWS = [
  ['party', '/pictures/p1'],
  ['party_cat', '/pictures/p2'],
] as const;
const chat = aContact(2, { displayName: 'Two' });

async function open(content: string, more: Partial<Message> = {}) {
  const client = scriptedClient(stateWith([chat], windowOf(chat, [message(1, { content, ...more })])), {
    draft: () => EMPTY_DRAFT,
    serverEmoji: () => Promise.resolve(ok(ROWS)),
  });
  const screen = await showApp(client, '/pages/message/chat?id=2');
  await until(() => expect(screen.all('article').length).toBeGreaterThan(0));
  return { client, screen };
}
const pictures = () => [...document.querySelectorAll('article img[title]')] as HTMLImageElement[];

const nothing = () => undefined;

describe('emoji of the server', () => {
  it('EMOJI-7: a message shows pictures for known names, and text for others', async () => {
    const { client, screen } = await open('hi :party::party_cat: and :none:');
    await until(() => expect(pictures().map(({ alt }) => alt)).toEqual([':party:', ':party_cat:']));
    expect(screen.text()).toContain('and :none:');
    expect(client.asked.filter(([name]) => name === 'serverEmoji')).toHaveLength(1);
  });

  it('EMOJI-7: code stays as it was typed', async () => {
    await open('`:party:` :party:', { extra: { format: 'md' } });
    await until(() => expect(pictures()).toHaveLength(1));
  });

  it('EMOJI-7: a reaction with it is named', async () => {
    const counts = [['/pictures/p2', 2]] as const;
    const { screen } = await open('x', { reactions: { at: 1, counts, mine: [], mineAt: 1 } });
    await until(() => screen.find('button', ':party_cat:, 2 people'));
  });

  it('EMOJI-7: the panel has a part for them, if there are any', async () => {
    for (const rows of [ROWS, []]) {
      const chosen: string[] = [];
      const client = scriptedClient(stateWith([]), { serverEmoji: () => Promise.resolve(ok(rows)) });
      const screen = await showPart(
        client,
        <EmojiPanel
          onSign={nothing}
          onSticker={nothing}
          onNamed={({ name }) => chosen.push(name)}
          onClose={nothing}
        />,
      );
      if (rows.length === 0) expect(screen.text()).not.toContain('This server');
      else {
        await screen.press(await until(() => screen.find('tab', 'This server')));
        await screen.press(screen.find('button', ':party_cat:'));
        expect(chosen).toEqual(['party_cat']);
      }
      screen.close();
    }
  });

  it('EMOJI-9: without a connection, the last known ones are shown', async () => {
    const online = await open(':party:');
    await until(() => expect(pictures()).toHaveLength(1));
    online.screen.close();
    const away = scriptedClient(stateWith([chat], windowOf(chat, [message(1, { content: ':party:' })])), {
      draft: () => EMPTY_DRAFT,
      serverEmoji: () => Promise.resolve(fail({ kind: 'transport', why: 'offline' })),
    });
    await showApp(away, '/pages/message/chat?id=2');
    await until(() => expect(pictures()).toHaveLength(1));
  });
});
