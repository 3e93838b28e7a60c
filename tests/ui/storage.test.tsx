// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import StoragePage from '../../src/app/screens/account/settings/storage-page.tsx';
import { belongTo, writeOwn, writeSetting } from '../../src/app/platform/settings.ts';
import { userId } from '../../src/domain/ids.ts';
import { ok } from '../../src/domain/result.ts';
import { showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

describe('data on a device', () => {
  it.each([
    ['de', '12 von 50.000', '1,50 KB von 4,88 GB'],
    ['fr', '12 sur 50 000', '1,50 Ko sur 4,88 Go'],
    // Isolates: otherwise a number changes its place with its unit.
    ['ar', '12 من 50,000', '\u20681.50 كيلوبايت\u2069 من \u20684.88 غيغابايت\u2069'],
    ['he', '12 מתוך 50,000', '\u20681.50 KB\u2069 מתוך \u20684.88 GB\u2069'],
  ])(
    'LIMIT-14, MEDIA-2: numbers and sizes are written as in the language of the app: %s',
    async (language, count, sizes) => {
      const messages = { used: 12, max: 50_000, endsMs: 0 };
      const bytes = { used: 1_536, max: 5_239_860_000, endsMs: 0 };
      const client = scriptedClient(stateWith([]), {
        storageSizes: () => Promise.resolve({ messages: 0, contacts: 0, drafts: 0, unsent: 0 }),
        dayUsage: () => Promise.resolve(ok({ messages, files: { ...messages, max: 0 }, bytes })),
      });
      writeSetting('language', language);
      const screen = await showPart(client, <StoragePage />, language);
      const words = () =>
        screen
          .text()
          .replaceAll(/[\u00a0\u202f]/g, ' ')
          .replaceAll(/([\u2068\u2069])+/g, '$1');
      await until(() => expect(words()).toContain(sizes));
      expect(words()).toContain(count);
    },
  );

  it('UI-77, LIMIT-14: each kind shows its size and is cleared separately, after a question; unsent data has no button', async () => {
    let messages = 3_072;
    const client = scriptedClient(stateWith([]), {
      storageSizes: () => Promise.resolve({ messages, contacts: 2_048, drafts: 0, unsent: 512 }),
      dayUsage: () =>
        Promise.resolve(
          ok({
            messages: { used: 12, max: 50_000, endsMs: 0 },
            files: { used: 3, max: 0, endsMs: 1_760_000_000_000 },
            bytes: { used: 1_024, max: 1_048_576, endsMs: 0 },
          }),
        ),
      dropMessages: () => Promise.resolve(void (messages = 0)),
    });
    belongTo(userId(1));
    writeOwn('search-recent', 'x'.repeat(1_024));
    writeOwn('chat-bg-7', 'y'.repeat(2_048));
    writeSetting('language', 'en');
    const screen = await showPart(client, <StoragePage />);
    await until(() => expect(screen.text()).toContain('Messages12 of 50,000'));
    for (const text of ['FilesResets at ', 'Total file size1.00 KB of 1.00 MB'])
      expect(screen.text()).toContain(text);
    const line = (name: string) => screen.find('button', name).textContent;
    await until(() =>
      expect([line('Messages'), line('Backgrounds'), line('Recent')]).toEqual([
        'Messages3.00 KB',
        'Backgrounds and QR codes2.00 KB',
        'Recent searches, emoji, played voice messages1.00 KB',
      ]),
    );
    // There is nothing to clear.
    expect(screen.find('button', 'Drafts').hasAttribute('disabled')).toBe(true);
    for (const name of ['Waiting to be sent', 'Chats and contacts'])
      expect(screen.all('button').some((one) => one.textContent?.startsWith(name))).toBe(false);

    await screen.press(screen.find('button', 'Messages'));
    await until(() => expect(screen.text()).toContain('Clear the messages on this device?'));
    await screen.press(screen.find('button', 'Cancel'));
    expect(messages).toBe(3_072);
    await screen.press(screen.find('button', 'Messages'));
    await screen.press(
      await until(
        () => screen.all('button').find((one) => one.textContent === 'Clear') ?? expect.fail('not asked'),
      ),
    );
    await until(() => expect(line('Messages')).toBe('Messages0 B'));

    await screen.press(screen.find('button', 'Backgrounds'));
    await screen.press(
      await until(
        () => screen.all('button').find((one) => one.textContent === 'Clear') ?? expect.fail('not asked'),
      ),
    );
    await until(() => expect(line('Backgrounds')).toBe('Backgrounds and QR codes0 B'));
    expect([
      localStorage.getItem('of-1-chat-bg-7'),
      localStorage.getItem('of-1-search-recent')?.length,
      localStorage.getItem('language'),
    ]).toEqual([null, 1_024, 'en']);
  });
});
