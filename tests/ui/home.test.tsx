// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lastMessageOf } from '../../src/client/state/recalled.ts';
import { emptyConversation } from '../../src/client/state/empty.ts';
import { lastSpeaker } from '../../src/client/state/selectors.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { messageId, userId } from '../../src/domain/ids.ts';
import { aLast, aContact, aMessage } from '../support/contacts.ts';
import { setLanguage } from '../../src/app/i18n/index.ts';
import { BookLine } from '../../src/app/screens/people/contacts-page.tsx';
import { ChatRow } from '../../src/app/screens/chats/chat-row.tsx';
import { useDisplayTime } from '../../src/app/shared/use-time-ago.ts';
import { AuthorName } from '../../src/app/screens/conversation/message/author.tsx';
import { MessageBody } from '../../src/app/screens/conversation/message/message-body.tsx';
import { ERASED_NAME } from '../../src/domain/erased-name.ts';
import { NOTICE_HEAD, toMarkup } from '../../src/domain/markup.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const NOON = Date.UTC(2026, 2, 2, 12);
const row = (contact: Contact, draft = '', speaker = '') => (
  <ListedRow contact={contact} draft={draft} speaker={speaker} />
);

/** A row with the times of its list. */
function ListedRow({
  contact,
  draft,
  speaker,
}: {
  readonly contact: Contact;
  readonly draft: string;
  readonly speaker: string;
}) {
  const timeText = useDisplayTime();
  return (
    <ChatRow
      contact={contact}
      self={userId(1)}
      speaker={speaker}
      draft={draft}
      waiting={undefined}
      showDot
      current={false}
      wide={false}
      timeText={timeText}
      onMenu={() => undefined}
    />
  );
}

/** The words of a row with this last message. */
async function renderLast(part: Partial<NonNullable<Contact['last']>>): Promise<string> {
  const contact = aContact(8, { last: aLast({ content: '', from: null, ...part }) });
  const screen = await showPart(scriptedClient(stateWith([])), row(contact));
  const words = screen.text();
  closeScreens();
  return words;
}

describe('row of the list', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON });
  });
  afterEach(() => void vi.useRealTimers());

  it('TIME-2: a shown time ages when the minute passes', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, row(aContact(7, lastText('hi', NOON - 30_000))));
    expect(screen.find('time').textContent).toBe('just now');
    vi.setSystemTime(NOON + 60_000);
    await happens(() => client.set({ ...client.store.get(), minute: 1 }));
    expect(screen.find('time').textContent).toBe('1 minute ago');
    vi.setSystemTime(NOON + 120_000);
    await happens(() => client.set({ ...client.store.get(), minute: 2 }));
    expect(screen.find('time').textContent).toBe('2 minutes ago');
  });

  it.each([
    [{ code: 902, video: false, talkSec: 0 }, 'Missed call', 'Call cancelled'],
    [{ code: 903, video: false, talkSec: 0 }, 'You declined the call', 'Call declined'],
    [{ code: 905, video: true, talkSec: 0 }, 'Missed call', 'Not answered'],
    [{ code: 906, video: true, talkSec: 65 }, 'Call lasted 1:05', 'Call lasted 1:05'],
    [{ code: 907, video: false, talkSec: 0 }, 'Missed call', 'Busy'],
    [{ code: 901, video: true, talkSec: 0 }, 'Video call', 'Video call'],
  ])('UI-96: a row says what became of a call: %o', async (call, called, caller) => {
    const lasting = (from: number) =>
      aContact(7, {
        ...lastText('x', 1),
        last: {
          ...(lastText('x', 1).last ?? expect.fail('no last')),
          type: 'webrtc',
          from: userId(from),
          call,
        },
      });
    const [theirs, mine] = [
      await showPart(scriptedClient(stateWith([])), row(lasting(7))),
      await showPart(scriptedClient(stateWith([])), row(lasting(1))),
    ];
    expect([theirs.root.textContent?.includes(called), mine.root.textContent?.includes(caller)]).toEqual([
      true,
      true,
    ]);
  });

  it('UI-30: announcements have a name in the viewer’s language, not the server’s', async () => {
    const notice = aContact('admin_notice', { kind: 'notice', displayName: 'System' });
    const screen = await showPart(scriptedClient(stateWith([notice])), row(notice));
    expect(screen.text()).toContain('Announcements');
    expect(await setLanguage('zh-CN')).toBe(true);
    await until(() => expect(screen.text()).toContain('系统公告'));
    expect(screen.text()).not.toContain('System');
  });

  it('DATA-9: a deleted account is named in the viewer’s language', async () => {
    const deletedContact = aContact('5', { displayName: ERASED_NAME });
    const screen = await showPart(scriptedClient(stateWith([deletedContact])), row(deletedContact));
    expect(screen.text()).toContain('Deleted account');
    expect(screen.text()).not.toContain('注销');
    expect(await setLanguage('zh-CN')).toBe(true);
    await until(() => expect(screen.text()).toContain('已注销的账号'));
    expect(screen.text()).not.toContain('Deleted');
  });

  it('UI-78: the head of a group notice is in the viewer’s language, in row and bubble', async () => {
    const hikers = aContact('group-5', lastText(NOTICE_HEAD + toMarkup('Saturday & eight'), 1));
    const screen = await showPart(
      scriptedClient(stateWith([hikers])),
      <>
        {row(hikers)}
        <MessageBody
          body={{ ...aMessage('m1', 7), content: NOTICE_HEAD + toMarkup('Saturday & nine') }}
          name="m1"
          own={false}
          onOpen={() => undefined}
        />
      </>,
    );
    expect(screen.text()).toContain('Group notice Saturday & eight');
    expect(screen.text()).toContain('Group noticeSaturday & nine');
    expect(screen.text()).not.toContain('公告');
  });

  it('UI-30: the author of announcements has a name in the viewer’s language', async () => {
    const screen = await showPart(
      scriptedClient(stateWith([])),
      <AuthorName
        person={{ id: userId(0), displayName: '系统公告', realname: '系统公告', avatar: '' }}
        role={3}
      />,
    );
    expect(screen.text()).toBe('Announcements');
  });

  it('UI-30: the address book names announcements in the language of the viewer, too', async () => {
    const notice = aContact('admin_notice', { kind: 'notice', displayName: 'System' });
    const screen = await showPart(
      scriptedClient(stateWith([notice])),
      <BookLine line={{ kind: 'contact', key: notice.id, contact: notice }} waiting={0} />,
    );
    expect(screen.text()).toBe('Announcements');
  });

  it('LIST-15: the row of a group says who wrote last, in my name for them or in theirs', async () => {
    const last = aLast({ n: 4, content: 'eight o clock', from: userId(7), id: messageId('m4') });
    const hikers = aContact('group-5', { last });
    const state = stateWith([hikers, aContact(7, { displayName: 'Bela' })]);
    expect(lastSpeaker(state, hikers)).toBe('Bela');
    expect(lastSpeaker(stateWith([hikers]), hikers)).toBe('');
    const report = aContact('group-5', { last: { ...last, fromName: 'Bela Hill' } });
    expect(lastSpeaker(stateWith([report]), report)).toBe('Bela Hill');
    expect(lastSpeaker(stateWith([report, aContact(7, { displayName: 'Bela' })]), report)).toBe('Bela');
    const written = aMessage('m4', 7, {
      from: { id: userId(7), displayName: 'Cleo', realname: 'Cleo', avatar: '' },
    });
    const observations = new Map([[hikers.id, { ...emptyConversation(hikers.id), chunks: [[written]] }]]);
    expect(lastSpeaker(stateWith([hikers], { conversations: observations }), hikers)).toBe('Cleo');
    expect(lastSpeaker({ ...state, conversations: observations }, hikers)).toBe('Bela');
    for (const other of [
      aContact(7, { last }),
      aContact('group-5', { last: { ...last, from: userId(1) } }),
      aContact('group-5', { last: { ...last, type: 'event' } }),
    ])
      expect(lastSpeaker(state, other)).toBe('');
    const screen = await showPart(
      scriptedClient(state),
      <>
        {row(hikers, '', 'Bela')}
        {row(hikers, 'unsaid', 'Bela')}
      </>,
    );
    expect(screen.text()).toContain('Bela: eight o clock');
    expect(screen.text()).not.toContain('Bela: unsaid');
  });

  it('LIST-6, MSG-2: a kind without text shows its label and words under it, a text as is', async () => {
    const client = scriptedClient(stateWith([]));
    const picture = aContact(8, {
      last: aLast({ type: 'image', content: 'http://x', from: null }),
    });
    const screen = await showPart(
      client,
      <>
        {row(picture)}
        {row(
          aContact(7, {
            last: aLast({ type: 'image', content: 'a.png', caption: 'two &lt;greens&gt;', from: null }),
          }),
        )}
        {row(aContact(9, lastText('1 &lt;b&gt; 2', 1)))}
      </>,
    );
    expect(screen.text()).toContain('[Image]');
    expect(screen.text()).toContain('[Image] two <greens>');
    expect(screen.text()).not.toContain('http://x');
    expect(screen.text()).toContain('1 <b> 2');
  });

  it('LIST-6: a file shows its name, a voice message its length, and an announcement no marks', async () => {
    expect(await renderLast({ type: 'file', content: 'plan.pdf' })).toContain('[File] plan.pdf');
    expect(await renderLast({ type: 'file', content: 'plan.pdf', caption: 'page 3' })).toContain(
      'plan.pdf · page 3',
    );
    expect(await renderLast({ type: 'file', content: '/files/9?x' })).not.toContain('files');
    expect(await renderLast({ type: 'voice', sec: 72 })).toContain('[Voice] 1:12');
    const sentMessage = aMessage('a', 2, { content: `${NOTICE_HEAD}at **nine**` });
    expect(await renderLast(lastMessageOf(sentMessage))).toMatch(/Group notice at nine$/);
  });

  it('UI-82: a row is few elements: a frame that scrolls brings ten rows at once', async () => {
    const last = { ...lastText('mine', 1).last, from: userId(1), n: 1 } as Contact['last'];
    const screen = await showPart(
      scriptedClient(stateWith([])),
      row(aContact(7, { last, lastSentAtMs: 1, unread: 3 })),
    );
    expect(screen.find('img', 'Sent').children).toHaveLength(0);
    expect(screen.find('link').querySelectorAll('*').length).toBeLessThanOrEqual(8);
  });

  it('UI-4: unread shows to 99, then 99+, and is said in words; mentions and drafts come first', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(
      client,
      <>
        {row(aContact(7, { ...lastText('hi', 1), unread: 100, mentions: 2 }))}
        {row(aContact(8, lastText('old', 1)), 'half a')}
      </>,
    );
    const [first, second] = screen.all('link').map((link) => link.textContent ?? '');
    expect(first).toContain('[@you]');
    expect(first).toContain('99+');
    expect(screen.find('img', '100 unread').textContent).toBe('99+');
    expect(second).toContain('[Draft] half a');
    expect(second).not.toContain('old');
  });
});
