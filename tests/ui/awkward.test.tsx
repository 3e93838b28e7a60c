// @vitest-environment happy-dom
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import '../support/node-names.ts';
import { NoticeHost } from '../../src/app/notices.tsx';
import { notifyHidden } from '../../src/app/platform/notifications.ts';
import { Highlight } from '../../src/app/shared/highlight.tsx';
import { Row } from '../../src/app/kit/row.tsx';
import { TopBar } from '../../src/app/shared/top-bar.tsx';
import { QuoteStrip } from '../../src/app/screens/conversation/compose/strips.tsx';
import { BookLine } from '../../src/app/screens/people/contacts-page.tsx';
import { MemberLine } from '../../src/app/screens/groups/member-row.tsx';
import { NoticeLine } from '../../src/app/screens/conversation/notice-line.tsx';
import { HistoryList } from '../../src/app/screens/conversation/history/history-list.tsx';
import { ChatRow } from '../../src/app/screens/chats/chat-row.tsx';
import { MomentPost } from '../../src/app/screens/moments/moment-post.tsx';
import { ContactHit, MessageFound } from '../../src/app/screens/chats/search/found-rows.tsx';
import type { Moment } from '../../src/client/interface/moments.ts';
import { emptyConversation } from '../../src/client/state/empty.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { contactId, msgId, userId } from '../../src/domain/ids.ts';
import { NOTICE_HEAD, toMarkup } from '../../src/domain/markup.ts';
import { wordsOf } from '../../src/domain/rich-text.ts';
import type { Message } from '../../src/domain/message.ts';
import type { DeviceNotification } from '../../src/domain/notification.ts';
import { AWKWARD, charactersOf } from '../support/awkward.ts';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { lastText, scriptedClient, stateWith } from '../support/scripted-client.ts';
import { aContact, aGroup, by, message } from '../support/contacts.ts';

afterEach(() => {
  closeScreens();
  vi.unstubAllGlobals();
});

const nothing = (): void => undefined;
const noteOf = (words: string): DeviceNotification => ({
  type: 'push',
  kind: 'message',
  tag: 'chat-7',
  title: words,
  content: words,
  time: 0,
  payload: { toContactId: contactId(7), is_group: 0 },
});
const group = aContact('group-5', {
  displayName: 'Hikers',
  group: aGroup({ role: 1 }),
});
const row = (contact: Contact, draft = '', speaker = ''): ReactNode => (
  <ChatRow
    contact={contact}
    self={userId(1)}
    speaker={speaker}
    draft={draft}
    waiting={undefined}
    showDot
    current={false}
    wide={false}
    timeText={() => ''}
    onMenu={nothing}
  />
);
const makeMessage = (change: Partial<Message>): ReactNode => (
  <HistoryList contact={group.id} keywords="" onOpen={nothing} messages={[message(1, change)]} />
);
const file = (name: string): Message['file'] => ({
  id: 1,
  name,
  sizeBytes: 10,
  download: '/files/1',
  preview: '',
  icon: '',
});
const moment = (words: string, name: string): Moment => ({
  id: 1,
  author: { id: userId(2), name, avatar: '' },
  words,
  pictures: [],
  atMs: 1,
  mine: false,
  liked: false,
  seenBy: null,
  likes: [{ id: userId(3), name, avatar: '' }],
  comments: [{ id: 1, author: { id: userId(3), name, avatar: '' }, replyTo: null, words }],
});

/** Every place that shows text of other users. */
const PLACES: readonly (readonly [string, (words: string) => ReactNode])[] = [
  [
    'the name in a row of the list',
    (words) => row(aContact(7, { displayName: words, ...lastText('plain', 1) })),
  ],
  [
    'the last words in a row of the list',
    (words) => row(aContact(7, { displayName: 'Two', ...lastText(toMarkup(words), 1) })),
  ],
  [
    'a draft in the list',
    (words) => row(aContact(7, { displayName: 'Two', ...lastText('plain', 1) }), words),
  ],
  [
    'who wrote last in a group',
    (words) => row(aContact('group-5', { displayName: 'Hikers', ...lastText('plain', 1) }), '', words),
  ],
  [
    'the address book',
    (words) => (
      <BookLine
        line={{ kind: 'contact', key: '7', contact: aContact(7, { displayName: words }) }}
        waiting={0}
      />
    ),
  ],
  ['a bubble', (words) => makeMessage({ content: toMarkup(words) })],
  ['a notice in its chat', (words) => makeMessage({ content: NOTICE_HEAD + toMarkup(words) })],
  [
    'the line of a notice above its chat',
    (words) => (
      <NoticeLine
        contact={{ ...group, group: { ...(group.group ?? expect.unreachable()), notice: words } }}
      />
    ),
  ],
  ['the name of an author', (words) => makeMessage({ from: by(3, words) })],
  ['the name of a file', (words) => makeMessage({ type: 'file', content: '/files/1', file: file(words) })],
  [
    'a place',
    (words) =>
      makeMessage({
        type: 'location',
        content: 'x',
        extra: { name: words, address: '', latitude: 1, longitude: 2 },
      }),
  ],
  [
    'a card',
    (words) =>
      makeMessage({ type: 'contact', content: 'x', extra: { id: 9, displayName: words, avatar: '' } }),
  ],
  [
    'a quote',
    (words) => (
      <QuoteStrip
        conversation={group.id}
        quote={{ msgId: msgId(1), content: toMarkup(words), userId: userId(2), realname: words }}
        onClose={nothing}
      />
    ),
  ],
  [
    'the list of members',
    (words) => (
      <MemberLine
        contact={{ id: group.id, role: 1 }}
        member={{
          user: userId(9),
          role: 3,
          displayName: words,
          account: 'x',
          namePy: '',
          avatar: '',
          mutedUntilSec: 0,
        }}
        onChanged={nothing}
      />
    ),
  ],
  [
    'a person that was found',
    (words) => <ContactHit contact={aContact(7, { displayName: words })} keywords="zz" toInfo={false} />,
  ],
  [
    'a message that was found',
    (words) => (
      <MessageFound
        row={{ conversation: contactId(7), message: message(1, { content: toMarkup(words) }) }}
        keywords="zz"
      />
    ),
  ],
  ['the title of a page', (words) => <TopBar title={words} subtitle={words} />],
  ['a notice', (words) => <Row title={words} detail={words} value={words} />],
  [
    'a moment',
    (words) => <MomentPost moment={moment(words, words)} onChanged={nothing} onPicture={nothing} />,
  ],
];

/**
 * Elements in their order, without those that words may become (links, line ends) and what an icon is drawn
 * of.
 */
const shapeOf = (element: Element): string =>
  [...element.querySelectorAll('*')]
    .filter((one) => (one.parentElement?.closest('svg') ?? null) === null)
    .map((one) => one.tagName.toLowerCase())
    // Names that look like formatting are code or a quote in a notice (UI-67b).
    .filter((tag) => !['a', 'br', 'code', 'blockquote'].includes(tag))
    .join(' ');

it('SCREEN-5: there are two hundred of them, all different', () => {
  expect(new Set(AWKWARD).size).toBe(AWKWARD.length);
  expect(AWKWARD.length).toBeGreaterThanOrEqual(200);
});

describe('two hundred names and texts', { timeout: 60_000 }, () => {
  it.each(PLACES)('SCREEN-5: in %s are words and nothing else', async (place, show) => {
    const cells = ['plain', ...AWKWARD];
    const quoted = { ...emptyConversation(group.id), chunks: [[message(1, { msgId: msgId(1) })]], size: 1 };
    const client = scriptedClient(stateWith([group], { conversations: new Map([[group.id, quoted]]) }));
    const screen = await showPart(
      client,
      cells.map((words, i) => (
        <div key={i} data-cell="">
          {show(words)}
        </div>
      )),
    );
    const [plain, ...rest] = screen.root.querySelectorAll('[data-cell]');
    const expected = plain ? shapeOf(plain) : '';
    const faults = rest.flatMap((cell, i) => {
      const words = AWKWARD[i] ?? '';
      // An excerpt and a draft show the beginning; a notice has its formatting (UI-67b).
      const start = charactersOf(place.includes('a notice') ? wordsOf(words) : words).slice(0, 24);
      return [
        ...(shapeOf(cell) === expected ? [] : [`${JSON.stringify(words)} becomes ${shapeOf(cell)}`]),
        ...(charactersOf(cell.textContent ?? '').includes(start)
          ? []
          : [`${JSON.stringify(words)} is shown as ${JSON.stringify(cell.textContent)}`]),
        ...[...cell.querySelectorAll('a')]
          .map((link) => link.getAttribute('href') ?? '')
          .filter((href) => !/^(?:https?:|#\/|tel:|mailto:)/.test(href))
          .map((href) => `${JSON.stringify(words)} leads to ${href}`),
      ];
    });
    expect({ place, faults }).toEqual({ place, faults: [] });
  });

  it('SCREEN-5: search words are highlighted and never become anything else', async () => {
    const screen = await showPart(
      scriptedClient(stateWith([])),
      AWKWARD.map((words, i) => (
        <p key={i} data-cell="">
          <Highlight text={`a ${words} z`} keywords={words} />
        </p>
      )),
    );
    const cells = [...screen.root.querySelectorAll('[data-cell]')];
    const faults = cells.flatMap((cell, i) =>
      [...cell.querySelectorAll('*')].every((one) => one.tagName === 'MARK') &&
      charactersOf(cell.textContent ?? '') === charactersOf(`a ${AWKWARD[i] ?? ''} z`)
        ? []
        : [AWKWARD[i]],
    );
    expect(faults).toEqual([]);
  });

  it('SCREEN-5: a message of the server is shown as words', async () => {
    const client = scriptedClient(stateWith([]));
    const screen = await showPart(client, <NoticeHost>page</NoticeHost>);
    for (const words of AWKWARD.filter((one) => charactersOf(one) !== '')) {
      await happens(() => client.notify({ kind: 'message', text: words }));
      const status = screen.all('status').at(-1);
      expect(charactersOf(status?.textContent ?? '')).toContain(charactersOf(words));
      expect(
        [...(status?.querySelectorAll('*') ?? [])]
          .map((one) => one.tagName)
          .filter((tag) => tag !== 'DIV' && tag !== 'P'),
      ).toEqual([]);
    }
  });

  it('SCREEN-5: a notification of the system gets the words themselves', async () => {
    const made: (readonly [string, string])[] = [];
    class Pretended {
      static readonly permission = 'granted';
      constructor(title: string, { body = '' }: { body?: string }) {
        made.push([title, body]);
      }
      addEventListener(): void {}
      close(): void {}
    }
    vi.stubGlobal('Notification', Pretended);
    Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' });
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    for (const words of AWKWARD) await notifyHidden(noteOf(words), nothing);
    Reflect.deleteProperty(document, 'visibilityState');
    Reflect.deleteProperty(document, 'hidden');
    expect(made).toEqual(AWKWARD.map((words) => [words, words]));
  });
});
