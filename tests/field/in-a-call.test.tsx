// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/node-names.ts';
import '../support/pretended-layout.ts';
import { selectionPath } from '../../src/app/paths/paths.ts';
import { contactId } from '../../src/domain/ids.ts';
import { narrow, openCalls, wide } from '../support/call-screen.tsx';
import { happens } from '../support/screen.tsx';
import { lastText, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';
import { aContact } from '../support/contacts.ts';

const hello = {
  kind: 'arrived',
  id: contactId(7),
  from: 'Maya',
  preview: { kind: 'text', text: 'a secret' },
} as const;

/** Finds parts of the call's bar, next to "Chat". */
const inBar = (selector: string) =>
  [...document.querySelectorAll('header')]
    .find((bar) => bar.querySelector('[aria-label="Chat"]') !== null)
    ?.querySelector(selector) ?? null;

const bio = () => document.querySelector('textarea') ?? expect.fail('no field');
const field = () =>
  document.querySelector<HTMLInputElement>('[role=dialog] input') ?? expect.fail('no field');

describe('a user in a call', () => {
  it('CALLUI-21: a user in a full-page call sees that a message came, not its words', async () => {
    wide();
    const { screen, client, show } = await openCalls();
    await show({ stage: 'talking', talkingSinceMs: 1 });
    await until(() => screen.find('button', 'Hang up'));
    await happens(() => {
      client.set(stateWith([aContact(7, { displayName: 'Maya', ...lastText('hi', 1), unread: 2 })]));
      client.notify(hello);
    });
    await until(() => expect(screen.text()).toContain('New message from Maya'));
    expect(screen.text()).not.toContain('a secret');
    expect(inBar('[aria-label="2 unread"]')).not.toBeNull();
    await screen.press(screen.find('button', 'Open'));
    await until(() => expect(location.hash + location.href).toContain('chat?id=7'));
  });

  it('CALLUI-21: that toast ends when the chat is opened by another way', async () => {
    wide();
    const { screen, client, show } = await openCalls();
    await show({ stage: 'talking', talkingSinceMs: 1 });
    await until(() => screen.find('button', 'Hang up'));
    const state = stateWith([
      aContact(7, { displayName: 'Maya', ...lastText('hi', 1), unread: 2 }),
      aContact(8, { displayName: 'Nils', unread: 5 }),
    ]);
    await happens(() => {
      client.set(state);
      client.notify(hello);
    });
    await until(() => expect(screen.text()).toContain('New message from Maya'));
    expect(inBar('[aria-label="2 unread"]')).not.toBeNull();
    await happens(() => client.set({ ...state, open: contactId(7) }));
    await until(() => expect(screen.text()).not.toContain('New message from Maya'));
  });

  it('CALL-47: a user in a call sees who called in the meantime', async () => {
    const { screen, client, show } = await openCalls();
    await show({ stage: 'talking', talkingSinceMs: 1 });
    await happens(() => client.notify({ kind: 'missedCall', id: contactId(8), name: 'Nils' }));
    await until(() => expect(screen.text()).toContain('Missed call from Nils'));
  });

  it('UI-92: the title says whom a user calls until the call is answered', async () => {
    const { show, change } = await openCalls();
    await show({ caller: true, stage: 'calling' });
    await until(() => expect(document.title).toMatch(/^Calling Maya/));
    await change({ stage: 'talking', talkingSinceMs: 1 });
    await until(() => expect(document.title).toMatch(/^In a call with Maya/));
  });

  it.each([wide, narrow])(
    'CALLUI-23: a call beside a sheet with text leaves the text in it',
    async (size) => {
      size();
      const { screen, show, change } = await openCalls('/?view=me');
      await screen.press(await until(() => screen.find('button', /^Status/)));
      await until(field);
      await screen.type(field(), 'on the train');
      await show({ stage: 'ringing', caller: false });
      const accept = await until(() => screen.find('button', 'Accept'));
      expect(accept.closest('[aria-hidden]')).toBeNull();
      await change({ stage: 'talking', talkingSinceMs: 1 });
      await until(() => screen.find('button', 'Hang up'));
      expect(location.href).not.toContain('/call');
      expect(field().value).toBe('on the train');
    },
  );

  it.each([wide, narrow])(
    'CALLUI-23: a call beside a page with unsaved text leaves the text in it',
    async (size) => {
      size();
      const { screen, show, change } = await openCalls('/pages/mine/profile');
      await screen.type(await until(bio), 'on the train');
      await show({ stage: 'ringing', caller: false });
      await until(() => screen.find('button', 'Accept'));
      await change({ stage: 'talking', talkingSinceMs: 1 });
      await until(() => screen.find('button', 'Hang up'));
      expect(location.href).toContain('/pages/mine/profile');
      expect(bio().value).toBe('on the train');
      await screen.press(screen.find('button', 'Show the call'));
      await until(() => expect(screen.text()).toContain('Discard changes?'));
      expect(location.href).toContain('/pages/mine/profile');
      await screen.press(screen.find('button', /^Discard/));
      await until(() => expect(location.href).toContain('/call'));
    },
  );

  it.each([
    ['/pages/mine/profile', 'textarea', 'Discard changes?'],
    [selectionPath('create'), 'input[autocomplete=off]', 'Discard what you typed?'],
  ])(
    'UI-54: a shortcut to another chat asks before it discards the text of %s',
    async (path, field, words) => {
      wide();
      const { screen } = await openCalls(path);
      const input = await until(() => document.querySelector(`main ${field}`) ?? expect.fail('no field'));
      await screen.type(input, 'on the train');
      await happens(() => dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', altKey: true })));
      await until(() => expect(screen.text()).toContain(words));
      expect(location.href).toContain(path);
    },
  );
});
