// @vitest-environment happy-dom
import { createRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { until } from '../support/until.ts';
import type { Attach } from '../../src/app/screens/conversation/attach/use-attach.tsx';
import { Composer, type ComposerHandle } from '../../src/app/screens/conversation/compose/composer.tsx';
import { holdComposingKeys } from '../../src/app/platform/composition.ts';
import type { Actions, GroupMember } from '../../src/client/interface/client.ts';
import { emptyConversation } from '../../src/client/state/empty.ts';
import { asRecalled } from '../../src/client/state/recalled.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { DEFAULT_GROUP_SETTING } from '../../src/domain/group-fields.ts';
import { msgId, userId } from '../../src/domain/ids.ts';
import { type Draft, EMPTY_DRAFT, type Message } from '../../src/domain/message.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { closeScreens, happens, type Screen, showPart } from '../support/screen.tsx';
import { type ScriptedClient, scriptedClient, stateWith, windowOf } from '../support/scripted-client.ts';
import { aContact, aGroup, by, message } from '../support/contacts.ts';

const friend = aContact(2, { displayName: 'Two' });
const group = aContact('group-5', {
  displayName: 'Hikers',
  group: aGroup({ role: 1 }),
});
const member = (id: number, displayName: string): GroupMember => ({
  user: userId(id),
  role: 3,
  displayName,
  account: `account${id}`,
  namePy: '',
  avatar: '',
  mutedUntilSec: 0,
});
const members = [member(1, 'Me'), member(2, 'Ann Lee'), member(3, 'Bo')];

const NO_ATTACH: Attach = {
  pick: () => undefined,
  offer: () => undefined,
  openCard: () => undefined,
  openPlace: () => undefined,
  openPoll: () => undefined,
};

interface Scene {
  readonly client: ScriptedClient;
  readonly screen: Screen;
  readonly handle: React.RefObject<ComposerHandle | null>;
  readonly box: () => HTMLTextAreaElement;
}

async function scene(
  contact: Contact = friend,
  own: Partial<Actions> = {},
  silence: string | null = null,
): Promise<Scene> {
  const client = scriptedClient(stateWith([friend, contact === friend ? group : contact]), {
    members: () => Promise.resolve(ok(members)),
    ...own,
  });
  const handle = createRef<ComposerHandle>();
  const screen = await showPart(
    client,
    <Composer ref={handle} contact={contact} silence={silence} attach={NO_ATTACH} onSent={() => undefined} />,
  );
  return { client, screen, handle, box: () => document.querySelector('textarea') ?? expect.fail('no box') };
}

/** Types a text with the caret at its end, as a keyboard does. */
const type = (box: HTMLTextAreaElement, value: string) =>
  happens(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box, value);
    box.setSelectionRange(value.length, value.length);
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });

const press = (
  box: HTMLTextAreaElement,
  key: string,
  more: KeyboardEventInit & { readonly keyCode?: number } = {},
) =>
  happens(() =>
    box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more })),
  );

const sent = (client: ScriptedClient): readonly Draft[] =>
  client.asked.filter(([name]) => name === 'send').map(([, , draft]) => draft as Draft);

/** The group where members wait a minute between two messages. */
const slow = (role: 1 | 3): Contact => ({
  ...group,
  group: group.group && { ...group.group, role, setting: { ...DEFAULT_GROUP_SETTING, slowSec: 60 } },
});

describe('the message box', () => {
  it('GROUP-26: members see how long they wait, leads do not, and sending continues', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'performance'] });
    const lead = await scene(slow(1));
    expect(lead.screen.text()).not.toContain('Slow mode');
    closeScreens();
    const { client, screen, box } = await scene(slow(3));
    await happens(() => client.set({ ...client.store.get(), ...stateWith([slow(3)]) }));
    expect(screen.text()).toContain('Slow mode: one message every 1 min');
    const mine = message(5, { from: by(1), sentAtMs: Date.now() });
    await happens(() => client.set({ ...client.store.get(), ...windowOf(slow(3), [mine]) }));
    expect(screen.find('[role=timer]').textContent).toBe('1:00');
    await happens(() => vi.advanceTimersByTime(18_000));
    expect(screen.find('[role=timer]').textContent).toBe('0:42');
    await type(box(), 'next');
    await press(box(), 'Enter');
    expect(sent(client)).toHaveLength(1);
    await happens(() => vi.advanceTimersByTime(42_000));
    expect(screen.text()).toContain('Slow mode: one message every 1 min');
    vi.useRealTimers();
  });

  it('UI-13: Enter sends once and empties the box; Shift+Enter and blank text do not send', async () => {
    const { client, box } = await scene();
    await type(box(), '   ');
    await press(box(), 'Enter');
    await type(box(), 'hello ');
    await press(box(), 'Enter', { shiftKey: true });
    expect(sent(client)).toEqual([]);
    await press(box(), 'Enter');
    expect(sent(client)).toEqual([{ text: 'hello', at: [], quote: null }]);
    expect(box().value).toBe('');
  });

  it('MENTION-12: a typed name mentions; one that two members have waits for a choice', async () => {
    const two = [...members, member(4, 'Ann Lee')];
    const { client, screen, box } = await scene(group, { members: () => Promise.resolve(ok(two)) });
    await type(box(), 'hi @BO look');
    await until(() => expect(client.asked.map(([name]) => name)).toContain('members'));
    await happens(() => Promise.resolve());
    await press(box(), 'Enter');
    expect(sent(client).at(-1)?.at).toEqual([{ id: 3, name: 'BO' }]);
    await type(box(), 'hi @ann lee look');
    await press(box(), 'Enter');
    expect([sent(client).length, box().selectionEnd]).toEqual([1, 'hi @ann lee'.length]);
    expect(screen.text()).toContain('Several members are called ann lee');
    expect(document.querySelectorAll('[role=option]')).toHaveLength(2);
    await press(box(), 'Escape');
    await press(box(), 'Enter');
    expect(sent(client).at(-1)).toMatchObject({ text: 'hi @ann lee look', at: [] });
  });

  it('MENTION-13, MENTION-14: who may mention everyone mentions members online and teams', async () => {
    const setting = { ...DEFAULT_GROUP_SETTING, teams: 'cooks 2 3' };
    const led = aContact('group-5', { displayName: 'Hikers', group: aGroup({ role: 1, setting }) });
    const { client, screen, box } = await scene(led);
    await type(box(), '@');
    await until(() => expect(document.querySelectorAll('[role=option]').length).toBeGreaterThan(3));
    expect(screen.text()).toMatch(/heremembers online now.*cooks2 members/);
    await type(box(), 'dinner @COOKS and @here');
    await press(box(), 'Escape');
    await press(box(), 'Enter');
    expect(sent(client).at(-1)?.at).toEqual([
      { id: -2, name: 'COOKS' },
      { id: -1, name: 'here' },
    ]);
  });

  it('UI-15: unsent text comes back before the text written since', async () => {
    let answer: (() => void) | undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    let kept = EMPTY_DRAFT;
    const { box } = await scene(friend, {
      draft: () => kept,
      saveDraft: (_, draft) => void (kept = draft),
      send: () => answered.then(() => fail({ kind: 'transport', why: 'setup' })),
    });
    await type(box(), 'first');
    await press(box(), 'Enter');
    await type(box(), 'second');
    await happens(() => answer?.());
    expect(box().value).toBe('first\nsecond');
    expect(kept.text).toBe('first\nsecond');
  });

  it('UI-13, UI-163: the Enter of an input method sends nothing', async () => {
    holdComposingKeys(window);
    const { client, box } = await scene();
    await type(box(), 'ni');
    await press(box(), 'Enter', { isComposing: true });
    await press(box(), 'Enter', { keyCode: 229 });
    expect(sent(client)).toEqual([]);
    expect(box().value).toBe('ni');
  });

  it('REC-6: a stored recording is offered again, and removed when it is sent', async () => {
    const body = new Blob(['sound'], { type: 'audio/webm' });
    const recording = () => Promise.resolve({ body, seconds: 7 });
    const { client, screen } = await scene(friend, { recording });
    await until(() => screen.find('button', 'Discard recording'));
    await screen.press(screen.find('button', 'Send'));
    const listRequests = (wanted: string) => client.asked.filter(([name]) => name === wanted);
    expect(listRequests('sendFile')).toMatchObject([
      ['sendFile', '2', { name: 'voice.webm', body }, 'voice', {}],
    ]);
    expect(listRequests('keepRecording')).toEqual([['keepRecording', '2', null]]);
  });

  it('UI-163: an Escape inside a composition keeps the quote', async () => {
    holdComposingKeys(window);
    const { handle, box, screen } = await scene();
    await happens(() =>
      handle.current?.quote({ msgId: msgId(7), content: 'eight?', userId: userId(2), realname: 'Two' }, null),
    );
    await type(box(), 'ni');
    await press(box(), 'Escape', { isComposing: true });
    expect(screen.text()).toContain('Quoting');
    await press(box(), 'Escape');
    expect(screen.text()).not.toContain('Quoting');
  });

  it('UI-164: typing removes nothing from the page, which would end a group for undo', async () => {
    const { box } = await scene();
    const removed: string[] = [];
    const watch = new MutationObserver((changes) => {
      for (const { removedNodes } of changes) for (const node of removedNodes) removed.push(node.nodeName);
    });
    watch.observe(document, { childList: true, subtree: true });
    for (const text of ['h', 'hi', 'hi ', 'hi t']) await type(box(), text);
    await happens(() => undefined);
    watch.disconnect();
    expect(removed).toEqual([]);
  });

  it('UI-13: a text over 2048 characters is not sent and says so', async () => {
    const { client, box, screen } = await scene();
    await type(box(), '😀'.repeat(2_048));
    expect(screen.all('[role=alert]')).toEqual([]);
    await type(box(), 'x'.repeat(2_049));
    await press(box(), 'Enter');
    expect(sent(client)).toEqual([]);
    expect(screen.find('[role=alert]').textContent).toContain('2049 of 2048');
    expect(screen.find('button', 'Send').hasAttribute('disabled')).toBe(true);
  });

  it('UI-13: "@" opens the members; arrows and Enter choose; the token is deleted whole', async () => {
    const { client, box, screen } = await scene(group);
    await type(box(), 'hi @');
    await until(() =>
      expect(screen.all('[role=option]').map((option) => option.textContent)).toEqual([
        expect.stringContaining('Everyone'),
        expect.stringContaining('here'),
        expect.stringContaining('Ann Lee'),
        expect.stringContaining('Bo'),
      ]),
    );
    await press(box(), 'ArrowDown');
    await press(box(), 'ArrowDown');
    await press(box(), 'ArrowDown');
    expect(screen.find('[role=option][aria-selected=true]').textContent).toContain('Bo');
    expect(box().getAttribute('aria-activedescendant')).toBe(
      screen.find('[role=option][aria-selected=true]').id,
    );
    await press(box(), 'Enter');
    expect(box().value).toBe('hi @Bo ');
    expect(sent(client)).toEqual([]);

    await happens(() => box().setSelectionRange(6, 6));
    await press(box(), 'Backspace');
    expect(box().value).toBe('hi  ');
  });

  it('UI-13: typing after "@" narrows the list; ids are those of the tokens that stay', async () => {
    const { client, box, screen } = await scene(group);
    await type(box(), '@an');
    await until(() => expect(screen.all('[role=option]')).toHaveLength(1));
    await press(box(), 'Enter');
    expect(box().value).toBe('@Ann Lee ');
    await type(box(), '@Ann Lee come');
    await press(box(), 'Enter');
    expect(sent(client)).toEqual([{ text: '@Ann Lee come', at: [{ id: 2, name: 'Ann Lee' }], quote: null }]);
  });

  it('GROUP-9: members are not offered "everyone"', async () => {
    const facts = group.group;
    const asMember = aContact('group-5', { ...group, group: facts && { ...facts, role: 3 } });
    const client = scriptedClient(stateWith([asMember]), { members: () => Promise.resolve(ok(members)) });
    const screen = await showPart(
      client,
      <Composer
        ref={createRef()}
        contact={asMember}
        silence={null}
        attach={NO_ATTACH}
        onSent={() => undefined}
      />,
    );
    await type(document.querySelector('textarea') ?? expect.fail('no box'), '@');
    await until(() => expect(screen.all('[role=option]')).toHaveLength(2));
    expect(screen.text()).not.toContain('Everyone');
  });

  it('UI-15: the stored draft is there again, and every change is stored', async () => {
    const stored: Draft = {
      text: 'half a thought',
      at: [],
      quote: { msgId: msgId(9), content: 'Two：really?', userId: userId(2), realname: 'Two' },
    };
    const { client, box, screen } = await scene(friend, { draft: () => stored });
    expect(box().value).toBe('half a thought');
    expect(screen.text()).toContain('Quoting Two');
    await type(box(), 'half a thought more');
    const listStored = () => client.asked.findLast(([name]) => name === 'saveDraft');
    expect(listStored()).toEqual(['saveDraft', '2', { ...stored, text: 'half a thought more' }]);
    await screen.press(screen.find('button', 'Remove quote'));
    expect(listStored()).toEqual(['saveDraft', '2', { text: 'half a thought more', at: [], quote: null }]);
  });

  it('STREAM-4, UI-15: a draft quotes what the chat shows, and nothing that was taken back', async () => {
    const quote = { msgId: msgId(9), content: '', userId: userId(2), realname: 'Two' };
    const { client, screen } = await scene(friend, { draft: () => ({ ...EMPTY_DRAFT, quote }) });
    const shows = (chunk: readonly Message[]) =>
      happens(() => {
        const window = { ...emptyConversation(friend.id), chunks: [chunk], size: chunk.length };
        client.set(stateWith([friend, group], { conversations: new Map([[friend.id, window]]) }));
      });
    const sentMessage = message(9, { content: 'really?', msgId: msgId(9) });
    const observations: boolean[] = [];
    for (const chunk of [[sentMessage], [asRecalled(sentMessage, null)], [sentMessage], []]) {
      await shows(chunk);
      observations.push(screen.text().includes('really?'));
      expect(screen.text().includes('Original message not available')).toBe(!observations.at(-1));
    }
    expect(observations).toEqual([true, false, true, false]);
  });

  it('DATA-9: a draft names whom it quotes as the chat does, a deleted account too', async () => {
    const quote = { msgId: msgId(9), content: 'Two：really?', userId: userId(2), realname: 'Two' };
    const { client, screen } = await scene(friend, { draft: () => ({ ...EMPTY_DRAFT, quote }) });
    const deletedContact = {
      user: userId(2),
      rev: 2,
      realname: 'Deleted account',
      avatar: '',
      namePy: '',
      index: '#',
    };
    expect(screen.text()).toContain('Quoting Two');
    await happens(() =>
      client.set(stateWith([friend], { profiles: new Map([[deletedContact.user, deletedContact]]) })),
    );
    expect(screen.text()).toContain('Quoting Deleted account');
    const sentMessage = message(9, { content: 'really?', msgId: msgId(9), from: by(2, 'Somebody') });
    const window = { ...emptyConversation(friend.id), chunks: [[sentMessage]], size: 1 };
    await happens(() => client.set(stateWith([friend], { conversations: new Map([[friend.id, window]]) })));
    expect(screen.text()).toContain('Quoting Somebody');
  });

  it('STORE-10: sending empties the box; a message that could not be queued comes back into it', async () => {
    let kept = EMPTY_DRAFT;
    const { box } = await scene(friend, {
      draft: () => kept,
      saveDraft: (_, draft) => void (kept = draft),
      send: () => Promise.resolve(fail({ kind: 'transport', why: 'broken' })),
    });
    await type(box(), 'precious ');
    await press(box(), 'Enter');
    expect(kept.text).toBe('precious ');
    await until(() => expect(box().value).toBe('precious '));
  });

  it('ROLE-2: a member who may not write sees the reason instead of the composer', async () => {
    const { screen } = await scene(group, {}, 'Only the owner can send messages');
    expect(document.querySelector('textarea')).toBeNull();
    expect(screen.text()).toContain('Only the owner can send messages');
  });

  it('UI-13: quoting another in a group also mentions them, once', async () => {
    const { box, handle, client } = await scene(group);
    const quote = { msgId: msgId(4), content: 'original', userId: userId(3), realname: 'Bo' };
    await happens(() => handle.current?.quote(quote, { id: 3, name: 'Bo' }));
    await happens(() => handle.current?.quote(quote, { id: 3, name: 'Bo' }));
    expect(box().value).toBe('@Bo ');
    await press(box(), 'Enter');
    expect(sent(client)[0]).toMatchObject({ at: [{ id: 3, name: 'Bo' }], quote });
  });

  it('UI-124: removing a quote also removes the name that it put there, if unchanged', async () => {
    const { box, handle, screen } = await scene(group);
    const quote = { msgId: msgId(4), content: 'original', userId: userId(3), realname: 'Bo' };
    const quotes = () => happens(() => handle.current?.quote(quote, { id: 3, name: 'Bo' }));
    await quotes();
    await type(box(), '@Bo and more');
    await quotes();
    await screen.press(screen.find('button', 'Remove quote'));
    expect(box().value).toBe('and more');
    await quotes();
    await type(box(), '@Bob and more');
    await press(box(), 'Escape');
    expect(box().value).toBe('@Bob and more');
  });
});
