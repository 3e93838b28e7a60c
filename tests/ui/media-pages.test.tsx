// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Actions } from '../../src/client/interface/client.ts';
import { excerpt, matchedParts } from '../../src/app/shared/match.ts';
import { recentEmoji, rememberEmoji } from '../../src/app/shared/emoji/emoji-panel.tsx';
import { withFileName, fileProblemOf } from '../../src/app/screens/conversation/attach/prepare.ts';
import { contactId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { closeScreens, happens, type Screen, showApp } from '../support/screen.tsx';
import { lastText, type ScriptedClient, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aContact, message } from '../support/contacts.ts';

const two = aContact(2, { displayName: 'Two Hills', index: 'T', ...lastText('hi', 1) });
const hikers = aContact('group-5', { displayName: 'Hill hikers', ...lastText('hi', 2) });

async function open(
  path: string,
  own: Partial<Actions> = {},
): Promise<{ screen: Screen; client: ScriptedClient }> {
  const client = scriptedClient(stateWith([two, hikers]), own);
  return { client, screen: await showApp(client, path) };
}

const listRequests = (client: ScriptedClient, wanted: string) =>
  client.asked.filter(([name]) => name === wanted);

describe('search', () => {
  it('SEARCH-5: the parts together are the text again, and what matched is marked', () => {
    expect(matchedParts('Hills and hill', 'HILL')).toEqual([
      { text: 'Hill', match: true },
      { text: 's and ', match: false },
      { text: 'hill', match: true },
    ]);
    expect(
      matchedParts('İstanbul', 'i')
        .map((part) => part.text)
        .join(''),
    ).toBe('İstanbul');
    expect(matchedParts('', 'a')).toEqual([]);
    expect(excerpt(`${'x'.repeat(100)} hill`, 'hill')).toMatch(/^…x+ hill$/);
  });

  it('SEARCH-5: people, groups and messages under their headings; a message leads to its place', async () => {
    const match = {
      conversation: contactId('group-5'),
      message: message(7, { content: 'over the hill &amp; far' }),
    };
    const { screen, client } = await open('/pages/index/search?type=1&keywords=hill', {
      searchMessages: () => Promise.resolve(ok({ rows: [match], more: false })),
    });
    await until(() => expect(screen.text()).toContain('over the hill & far'));
    expect(listRequests(client, 'searchMessages')).toEqual([['searchMessages', { keywords: 'hill' }]]);
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'Hill',
      'Hill',
      'hill',
    ]);
    expect(screen.find('link', /over the hill/).getAttribute('href')).toBe(
      '#/pages/message/chat?id=group-5&msg_id=7',
    );
  });

  it('SEARCH-5: an address for another search shows only the results of that one', async () => {
    const match = { conversation: contactId('2'), message: message(7, { content: 'over the hill' }) };
    const { screen } = await open('/pages/index/search?type=1&keywords=hill', {
      searchMessages: () => Promise.resolve(ok({ rows: [match], more: false })),
    });
    await until(() => expect(screen.text()).toContain('over the hill'));
    await happens(() => {
      location.hash = '#/pages/index/search?type=3&keywords=hik';
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await until(() =>
      expect([...document.querySelectorAll('main mark')].map((mark) => mark.textContent)).toEqual(['hik']),
    );
    expect(screen.text()).not.toContain('over the hill');
  });

  it('SEARCH-7: a setting is found by its words; arrow keys lead there and back; nothing found says where was looked', async () => {
    const { screen } = await open('/pages/index/search?type=1&keywords=round', {
      searchMessages: () => Promise.resolve(ok({ rows: [], more: false })),
    });
    await until(() =>
      expect(screen.find('link', /^Round avatars/).getAttribute('href')).toBe('#/pages/mine/setting'),
    );
    expect(screen.all('h2').map((one) => one.textContent)).toContain('Settings and pages');
    const field = document.querySelector<HTMLInputElement>('main input') ?? expect.fail('no field');
    field.focus();
    await screen.key(field, 'ArrowDown');
    expect(document.activeElement?.textContent).toBe('Round avatarsSettings');
    for (const back of ['ArrowDown', 'ArrowUp', 'ArrowUp', 'ArrowUp'])
      await screen.key(document.activeElement ?? field, back);
    expect(document.activeElement).toBe(field);
    await screen.type(field, 'zzz');
    await until(() => expect(screen.text()).toContain('No people, groups, settings or messages match "zzz"'));
    closeScreens();
    const other = await open('/pages/index/search?type=2&keywords=round');
    await until(() => expect(other.screen.text()).toContain('None of your contacts match "round"'));
  });

  it('SEARCH-6: Ctrl+K, a few letters and Enter open the chat', async () => {
    const { screen } = await open('/');
    await happens(() => globalThis.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })));
    await until(() => expect(document.querySelector('[role=combobox]')).not.toBeNull());
    const box = document.querySelector('[role=combobox]') ?? expect.fail('no box');
    await screen.type(box, 'hik');
    expect(screen.all('[role=option]').map((one) => one.textContent)).toEqual([
      'Hill hikers',
      'Search for "hik"',
    ]);
    await screen.key(box, 'Enter');
    expect(location.hash).toBe('#/pages/message/chat?id=group-5');
  });
});

describe('history, videos and emoji', () => {
  it('MEDIA-9: a kind asks for its messages, and a message leads to its place in the chat', async () => {
    const { screen, client } = await open('/pages/message/record?id=2', {
      browse: ({ type }) =>
        Promise.resolve(
          ok({ messages: type === 'file' ? [] : [message(3, { content: 'written' })], total: 25 }),
        ),
    });
    await until(() => expect(screen.text()).toContain('written'));
    expect(screen.find('link', 'Show in chat').getAttribute('href')).toBe(
      '#/pages/message/chat?id=2&msg_id=3',
    );
    await screen.press(screen.find('tab', 'Files'));
    await until(() => expect(screen.text()).toContain('Nothing here yet'));
    expect(listRequests(client, 'browse').map(([, query]) => query)).toMatchObject([
      { type: 'all', page: 1 },
      { type: 'file', page: 1 },
    ]);
  });

  it('SEARCH-9: words over a history are asked for when typing pauses, from the first page on; closing the search shows everything again', async () => {
    const { screen, client } = await open('/pages/message/record?id=2', {
      browse: () => Promise.resolve(ok({ messages: [message(3, { content: 'written' })], total: 25 })),
    });
    await until(() => expect(screen.text()).toContain('written'));
    await screen.press(screen.find('button', 'Next page'));
    await screen.press(screen.find('button', 'Search this chat'));
    for (const typed of ['w', 'wr', 'writ ']) await screen.type(screen.find('[type=search]'), typed);
    const queries = () => listRequests(client, 'browse').map(([, query]) => query);
    await until(() => expect(queries().at(-1)).toMatchObject({ keywords: 'writ', page: 1 }));
    await until(() => expect(document.querySelector('mark')?.textContent).toBe('writ'));
    await screen.press(screen.find('button', 'Close search'));
    await until(() => expect(queries().at(-1)).toMatchObject({ keywords: '', page: 1 }));
    expect(queries()).toHaveLength(4);
  });

  it('MEDIA-10: a video from another host does not play', async () => {
    for (const src of [
      'https://example.org/a.mp4',
      '//example.org/a.mp4',
      '/\\example.org',
      'javascript:alert(1)',
      '',
    ]) {
      const { screen } = await open(`/pages/message/video?src=${encodeURIComponent(src)}`);
      await until(() => expect(screen.text()).toContain("Couldn't play the video"));
      expect(document.querySelector('main video')).toBeNull();
      closeScreens();
    }
  });

  it('MEDIA-8: chosen emoji move to the front together; those used lately come first, each once', async () => {
    const emoji = [1, 2, 3].map((id) => ({ id, fileId: id, name: `e${id}`, src: `/pictures/${id}` }));
    const { screen, client } = await open('/pages/message/emoji', {
      emojis: () => Promise.resolve(ok(emoji)),
    });
    await until(() => expect(screen.text()).toContain('My emoji (3)'));
    await screen.press(screen.find('button', 'Organise'));
    await screen.press(screen.find('[role=checkbox]', 'e3'));
    await screen.press(screen.find('[role=checkbox]', 'e2'));
    await screen.press(screen.find('button', 'Move to front'));
    await until(() => expect(listRequests(client, 'moveEmojis')).toEqual([['moveEmojis', [3, 2]]]));
    for (const sign of ['😀', '🎉', '😀']) rememberEmoji(sign);
    expect(recentEmoji()).toEqual(['😀', '🎉']);
  });

  it('UP-5: a pasted picture gets a name, and a video over 60 s is refused', () => {
    const pasted = withFileName(new File(['x'], 'image.png', { type: 'image/png' }), 4);
    expect(pasted.name).toBe('picture-4.png');
    const rules = { sizeMb: 1, fileExt: [] };
    const film = withFileName(new File(['x'], 'film.webm', { type: 'video/webm' }), 1);
    expect(fileProblemOf(film, { width: 10, height: 10, durationSec: 75 }, rules)).toBe('tooLong');
    expect(fileProblemOf(film, { width: 10, height: 10, durationSec: 60.4 }, rules)).toBeNull();
  });
});
