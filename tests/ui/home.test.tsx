// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Contact } from '../../src/client/store/state.ts';
import { setLanguage } from '../../src/app/i18n/index.ts';
import { BookLine } from '../../src/app/screens/contacts/book-line.tsx';
import { ChatRow } from '../../src/app/screens/home/chat-row.tsx';
import { useRowActions } from '../../src/app/screens/home/use-row-actions.tsx';
import { userId } from '../../src/domain/ids.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { contactOf, lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';

const NOON = Date.UTC(2026, 2, 2, 12);
const row = (contact: Contact, draft = '') => (
  <ChatRow contact={contact} self={userId(1)} draft={draft} waiting={undefined} showDot current={false} wide={false} onMenu={() => undefined} />
);

const pass = (ms: number) => happens(() => vi.advanceTimersByTime(ms));

describe('row of the list', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON });
  });
  afterEach(() => {
    closeScreens();
    vi.useRealTimers();
  });

  it('TIME-2: a shown time ages when the minute passes', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, row(contactOf(7, lastText('hi', NOON - 30_000))));
    expect(screen.find('time').textContent).toBe('just now');
    vi.setSystemTime(NOON + 60_000);
    await happens(() => client.set({ ...client.store.get(), minute: 1 }));
    expect(screen.find('time').textContent).toBe('1 minute ago');
    vi.setSystemTime(NOON + 120_000);
    await happens(() => client.set({ ...client.store.get(), minute: 2 }));
    expect(screen.find('time').textContent).toBe('2 minutes ago');
  });

  it('UI-30: announcements are named in the language of the viewer, whatever the server calls them', async () => {
    const notice = contactOf('admin_notice', { kind: 'notice', displayName: 'System' });
    const screen = await showPart(scriptedClient(stateWith([notice])), row(notice));
    expect(screen.text()).toContain('Announcements');
    await happens(() => setLanguage('zh-CN'));
    expect(screen.text()).toContain('系统公告');
    expect(screen.text()).not.toContain('System');
  });

  it('UI-30: the address book names announcements in the language of the viewer, too', async () => {
    const notice = contactOf('admin_notice', { kind: 'notice', displayName: 'System' });
    const screen = await showPart(scriptedClient(stateWith([notice])), <BookLine line={{ kind: 'contact', key: notice.id, contact: notice }} waiting={0} />);
    expect(screen.text()).toBe('Announcements');
  });

  it('LIST-6: a kind without text shows its bracketed label, a text shows as written', async () => {
    const client = scriptedClient(stateWith([]));
    const picture = contactOf(8, { last: { n: 1, type: 'image', content: 'http://x', sentAtMs: 1, note: null, from: null, id: null } });
    const screen = await showPart(client, <>
        {row(picture)}
        {row(contactOf(9, lastText('1 &lt;b&gt; 2', 1)))}
      </>);
    expect(screen.text()).toContain('[Image]');
    expect(screen.text()).not.toContain('http://x');
    expect(screen.text()).toContain('1 <b> 2');
  });

  it('UI-4: unread shows to 99, then 99+, and is said in words; mentions and drafts come first', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, <>
        {row(contactOf(7, { ...lastText('hi', 1), unread: 100, mentions: 2 }))}
        {row(contactOf(8, lastText('old', 1)), 'half a')}
      </>);
    const [first, second] = screen.all('link').map((link) => link.textContent ?? '');
    expect(first).toContain('[2 mentioned me]');
    expect(first).toContain('99+100 unread');
    expect(second).toContain('[Draft] half a');
    expect(second).not.toContain('old');
  });
});

function Menus({ contact }: { readonly contact: Contact }) {
  const ops = useRowActions();
  return (
    <>
      {ops.swipe(contact).map((action) => (
        <button key={action.key} type="button" onClick={action.run}>
          {action.label}
        </button>
      ))}
      <output>{ops.leaving.size}</output>
    </>
  );
}

describe('actions of a row', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  });
  afterEach(() => {
    closeScreens();
    vi.useRealTimers();
  });

  it('LIST-8: deleting can be undone for a while, and only then is asked', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, <Menus contact={contactOf(7)} />);
    await screen.press(screen.find('button', 'Delete'));
    expect(screen.find('output').textContent).toBe('1');
    await screen.press(screen.find('button', 'Undo'));
    expect(screen.find('output').textContent).toBe('0');
    await pass(60_000);
    expect(client.asked).toEqual([]);
    await screen.press(screen.find('button', 'Delete'));
    await pass(60_000);
    expect(client.asked).toEqual([['hideChat', '7']]);
    expect(screen.find('output').textContent).toBe('0');
  });

  it('LIST-10: pinning and muting ask for the other state of what is shown', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, <Menus contact={contactOf(7, { isTop: true })} />);
    await screen.press(screen.find('button', 'Unpin'));
    await screen.press(screen.find('button', 'Mute'));
    expect(client.asked).toEqual([
      ['setTop', '7', false],
      ['setNotice', '7', false],
    ]);
    await screen.press(screen.find('button', 'Undo'));
    expect(client.asked.at(-1)).toEqual(['setNotice', '7', true]);
  });

  it('LIST-10: system rows can be neither pinned nor muted nor deleted', async () => {
    const screen = await showPart(scriptedClient(stateWith([])), <Menus contact={contactOf('system', { kind: 'system' })} />);
    expect(screen.all('button')).toEqual([]);
  });
});
