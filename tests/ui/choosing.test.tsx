// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import type { Actions } from '../../src/client/interface/client.ts';
import { copiedText, haveWords } from '../../src/app/screens/conversation/copied-text.ts';
import { fullTime } from '../../src/app/shared/use-display-time.ts';
import type { TimelineRow } from '../../src/app/screens/conversation/timeline.ts';
import { ok } from '../../src/domain/result.ts';
import { happens, type Screen, showApp } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aContact, by, message } from '../support/contacts.ts';

const two = aContact(2, { displayName: 'Two' });
const three = aContact(3, { displayName: 'Three', index: 'T' });
const now = Date.now();
const mine = (n: number, content: string) => message(n, { from: by(1), content, sentAtMs: now - 10_000 + n });
const messages = [message(1, { content: 'theirs' }), mine(2, 'first'), mine(3, 'second')];

async function open(own: Partial<Actions> = {}): Promise<{ client: ScriptedClient; screen: Screen }> {
  const client = scriptedClient(stateWith([two, three], windowOf(two, messages)), own);
  const screen = await showApp(client, '/pages/message/chat?id=2');
  await until(() => expect(screen.text()).toContain('second'));
  return { client, screen };
}

const article = (screen: Screen, words: string) =>
  screen.all('article').find((one) => one.textContent?.includes(words)) ?? expect.fail(words);

async function choose(screen: Screen, words: string): Promise<void> {
  await happens(() =>
    article(screen, words).dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
  );
  await until(() => screen.find('menuitem', 'Select'));
  await screen.press(screen.find('menuitem', 'Select'));
  await until(() => screen.find('[role=toolbar]'));
}

const tool = (screen: Screen, name: string) =>
  [...screen.find('[role=toolbar]').querySelectorAll('button')].find((one) => one.textContent === name) ??
  expect.fail(name);

const row = (one: ReturnType<typeof message>): TimelineRow =>
  ({ message: one, sentAtMs: one.sentAtMs }) as unknown as TimelineRow;
const name = ({ displayName }: { readonly displayName: string }) => displayName;

describe('several messages', () => {
  it('UI-59: a press anywhere on a row chooses it; what one of them does not allow, all do not', async () => {
    const { screen } = await open();
    await choose(screen, 'second');
    expect(document.querySelector('textarea')).toBeNull();
    expect(screen.all('[role=checkbox]').map((box) => box.getAttribute('aria-checked'))).toEqual([
      'false',
      'false',
      'true',
    ]);
    await screen.press(article(screen, 'first'));
    expect(screen.find('[role=toolbar]').textContent).toContain('2 selected');
    expect(tool(screen, 'Delete').disabled).toBe(false);
    await screen.key(article(screen, 'theirs'), 'Enter');
    expect(screen.find('[role=toolbar]').textContent).toContain('3 selected');
    expect([tool(screen, 'Delete').disabled, tool(screen, 'Forward').disabled]).toEqual([true, false]);
    await happens(() =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    expect(screen.all('[role=toolbar]')).toEqual([]);
    expect(document.querySelector('textarea')).not.toBeNull();
  });

  it('UI-59: selected messages are deleted one by one after one question', async () => {
    const { client, screen } = await open();
    await choose(screen, 'first');
    await screen.press(article(screen, 'second'));
    await screen.press(tool(screen, 'Delete'));
    await until(() => expect(screen.text()).toContain('Delete 2 messages?'));
    await screen.press(screen.find('button', 'Delete for everyone'));
    await until(() =>
      expect(client.asked.filter(([name]) => name === 'remove')).toEqual([
        ['remove', 'm2'],
        ['remove', 'm3'],
      ]),
    );
  });

  it('UI-59, FORWARD-1: selected messages are forwarded in the order of the chat', async () => {
    const { client, screen } = await open({
      forward: (_message, to) => Promise.resolve(ok(to.map((one) => ({ to: one, ok: true, message: '' })))),
    });
    await choose(screen, 'second');
    await screen.press(article(screen, 'theirs'));
    await screen.press(tool(screen, 'Forward'));
    await until(() => expect(screen.text()).toContain('2 messages, one after another'));
    await screen.press(await until(() => screen.find('checkbox', 'Three')));
    await screen.press(screen.find('button', /^Forward/));
    await until(() =>
      expect(client.asked.filter(([name]) => name === 'forward')).toEqual([
        ['forward', 1, ['3']],
        ['forward', 3, ['3']],
      ]),
    );
  });

  it('UI-59: a single message is copied as its text, several with author and time', () => {
    const at = new Date(2026, 10, 22, 5, 7).getTime();
    const first = row(message(1, { content: '**a**<br>b &lt;', from: by(2, 'Two'), sentAtMs: at }));
    const file = row(
      message(2, {
        type: 'image',
        content: '/x',
        extra: { caption: 'under' },
        from: by(1, 'One'),
        sentAtMs: at,
      }),
    );
    const voice = row(message(3, { type: 'voice', content: '/y', from: by(1, 'One'), sentAtMs: at }));
    const names = { of: name, ofKind: (type: string) => `[${type}]` };
    const time = fullTime(at);
    expect(copiedText([first], names)).toBe('**a**\nb <');
    expect(copiedText([first, voice, file], names)).toBe(
      [`Two, ${time}\n**a**\nb <`, `One, ${time}\n[voice]`, `One, ${time}\n[image] under`].join('\n\n'),
    );
    expect([haveWords([voice, file]), haveWords([voice])]).toEqual([true, false]);
  });
});
