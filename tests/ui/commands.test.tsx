// @vitest-environment happy-dom
import { createRef } from 'react';
import { expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { Composer, type ComposerHandle } from '../../src/app/screens/conversation/compose/composer.tsx';
import type { Actions } from '../../src/client/interface/client.ts';
import type { Contact } from '../../src/client/state/state.ts';
import { HOUR, MINUTE } from '../../src/domain/duration.ts';
import { messageId } from '../../src/domain/ids.ts';
import { type Draft, EMPTY_DRAFT } from '../../src/domain/message.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { aContact, aGroup } from '../support/contacts.ts';
import { happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

const bob = aContact(2, { displayName: 'Bob Hill', account: 'bob' });
const bobby = aContact(3, { displayName: 'Bobby', account: 'bobby' });
const owned = aContact('group-5', { displayName: 'Hikers', group: aGroup({ role: 1 }) });
const joined = aContact('group-6', { displayName: 'Readers', group: aGroup({ role: 3 }) });

const box = () => document.querySelector('textarea') ?? expect.fail('no box');
const offered = () =>
  [...document.querySelectorAll('[role=option]')].map((one) => one.textContent?.split(' ')[0] ?? '');

async function scene(contact: Contact = owned, own: Partial<Actions> = {}) {
  const client = scriptedClient(stateWith([bob, bobby, owned, joined]), {
    send: () => Promise.resolve(ok(messageId('m1'))),
    ...own,
  });
  let polls = 0;
  const attach = {
    pick: () => undefined,
    offer: () => undefined,
    openCard: () => undefined,
    openPlace: () => undefined,
    openPoll: () => (polls += 1),
  };
  const handle = createRef<ComposerHandle>();
  const screen = await showPart(
    client,
    <Composer ref={handle} contact={contact} silence={null} attach={attach} onSent={() => undefined} />,
  );
  const type = (value: string) =>
    happens(() => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(box(), value);
      box().setSelectionRange(value.length, value.length);
      box().dispatchEvent(new Event('input', { bubbles: true }));
    });
  const press = (key: string) =>
    happens(() =>
      box().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
    );
  /** Types a text and sends it, once the commands have loaded. */
  const enter = async (text: string) => {
    await type(text);
    await press('Enter');
  };
  const of = (action: string) => client.asked.filter(([name]) => name === action).map(([, ...rest]) => rest);
  const texts = () => of('send').map((call) => (call[1] as Draft).text);
  return { client, screen, box, type, press, enter, of, texts, offered, polls: () => polls };
}

it('COMMAND-1, COMMAND-2: "/" lists the commands; keys choose one or close the list', async () => {
  const { type, press, offered, box } = await scene();
  await type('/');
  await until(() =>
    expect(offered()).toEqual(['/me', '/shrug', '/topic', '/invite', '/mute', '/remind', '/poll']),
  );
  expect(box().getAttribute('aria-controls')).toBe(document.querySelector('[role=listbox]')?.id);
  await press('ArrowUp');
  expect(document.querySelector('[aria-selected=true]')?.textContent).toContain('/poll');
  expect(document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent).toContain(
    '/poll',
  );
  await press('Escape');
  expect(offered()).toEqual([]);
  await type('');
  await type('/m');
  await until(() => expect(offered()).toEqual(['/me', '/mute']));
  await press('ArrowDown');
  await press('Enter');
  await until(() => expect(box().value).toBe('/mute '));
  expect(offered()).toEqual(['/mute']);
  expect(document.querySelector('[role=option]')?.textContent).toContain(
    'for a time or until you turn it off',
  );
});

it('COMMAND-3: a member without the permission is not offered the command, and it is refused', async () => {
  const { type, offered, enter, screen, box } = await scene(joined);
  await type('/');
  await until(() => expect(offered()).toContain('/me'));
  expect(offered()).not.toContain('/topic');
  await enter('/topic new');
  await until(() => expect(screen.text()).toContain('/topic is not available in this chat'));
  expect(box().value).toBe('/topic new');
});

it('COMMAND-4: an unknown command is sent as a message when it is sent again; a path at once', async () => {
  const { enter, press, texts, screen, box } = await scene();
  await enter('/etc/hosts is wrong');
  await until(() => expect(texts()).toEqual(['/etc/hosts is wrong']));
  await enter('/deploy now');
  await until(() => expect(screen.text()).toContain('There is no command /deploy'));
  expect(texts()).toHaveLength(1);
  expect(box().value).toBe('/deploy now');
  await press('Enter');
  await until(() => expect(texts()).toEqual(['/etc/hosts is wrong', '/deploy now']));
  await enter(' /shrug');
  await until(() => expect(texts().at(-1)).toBe(' /shrug'));
});

it('COMMAND-5: /me and /shrug send their text; a refusal leaves the words in the box', async () => {
  const { enter, of, texts, box } = await scene(bob);
  await enter('/me waves');
  await until(() => expect(texts()).toEqual(['_waves_']));
  expect(box().value).toBe('');
  await enter('/shrug no idea');
  await until(() => expect(texts().at(-1)).toBe('no idea ¯\\_(ツ)_/¯'));
  expect(of('send').at(-1)?.[1]).toMatchObject({ asPlain: true });
  await enter('/shrug');
  await until(() => expect(texts().at(-1)).toBe('¯\\_(ツ)_/¯'));
  await enter('/me');
  await until(() => expect(document.body.textContent).toContain('Write: /me words'));
  expect(box().value).toBe('/me');
});

it('COMMAND-6: /topic and /invite change the group; unclear names are refused', async () => {
  const { enter, of, screen } = await scene(owned, {
    setGroupSetting: () => Promise.resolve(ok(undefined)),
    addMembers: () => Promise.resolve(ok(undefined)),
  });
  await enter('/topic Walks on Sunday');
  await until(() => expect(of('setGroupSetting')).toEqual([['group-5', { about: 'Walks on Sunday' }]]));
  await enter('/invite @bob, bobby');
  await until(() => expect(of('addMembers')).toEqual([['group-5', [2, 3]]]));
  await enter('/invite @bob، bobby');
  await until(() => expect(of('addMembers').at(1)).toEqual(['group-5', [2, 3]]));
  await enter('/invite bo');
  await until(() => expect(screen.text()).toContain('Several friends are called bo'));
  await enter('/invite Zoe');
  await until(() => expect(screen.text()).toContain('No friend is called Zoe'));
});

it('COMMAND-7: /mute and /remind take a duration', async () => {
  const from = Date.now();
  const { enter, of, screen } = await scene(owned, {
    setNotice: () => Promise.resolve(ok(undefined)),
    remind: () => Promise.resolve(ok(undefined)),
  });
  await enter('/mute 2h');
  await until(() => expect(of('setNotice')).toHaveLength(1));
  const untilMs = Number(String(of('setNotice')[0]?.[1]).replace('none:', ''));
  expect(untilMs).toBeGreaterThanOrEqual(from + 2 * HOUR);
  await enter('/mute');
  await enter('/mute off');
  await until(() =>
    expect(of('setNotice').slice(1)).toEqual([
      ['group-5', false],
      ['group-5', true],
    ]),
  );
  await enter('/mute soon');
  await until(() => expect(screen.text()).toContain('Write: /mute'));
  await enter('/remind 20m buy milk');
  await until(() => expect(of('remind')).toHaveLength(1));
  expect(of('send').at(-1)).toMatchObject(['-1', { text: 'buy milk' }]);
  expect(Number(of('remind')[0]?.[1])).toBeGreaterThanOrEqual(from + 20 * MINUTE);
  expect(of('remind')[0]?.[0]).toBe('m1');
  await enter('/remind tomorrow');
  await until(() => expect(screen.text()).toContain('Write: /remind'));
});

it('COMMAND-9, COMMAND-10: a bot’s command is listed and runs; its answer is shown', async () => {
  const deploy = {
    name: 'deploy',
    words: 'branch',
    help: 'Deploy it',
    bot: bob.id as never,
    botName: 'Ship',
  };
  let said = 'Deploying **main**';
  const { type, enter, of, screen } = await scene(owned, {
    botCommands: () => Promise.resolve(ok([deploy])),
    runCommand: () =>
      Promise.resolve(
        said === '' ? fail({ kind: 'server', code: 400, message: 'no answer' } as never) : ok(said),
      ),
  });
  await type('/de');
  await until(() => expect(offered()).toEqual(['/deploy']));
  expect(document.querySelector('[role=option]')?.textContent).toContain('Deploy it · Ship');
  await enter('/deploy main now');
  await until(() => expect(screen.text()).toContain('Ship 🤖, only for you'));
  expect(of('runCommand')).toEqual([['group-5', deploy, 'main now']]);
  expect(of('saveDraft').at(-1)).toEqual(['group-5', EMPTY_DRAFT]);
  expect(document.querySelector('[role=status] strong, [role=status] b')?.textContent).toBe('main');
  expect(box().value).toBe('');
  const close = document.querySelector('[aria-label="Close this answer"]') ?? expect.fail('no button');
  await screen.press(close);
  expect(screen.text()).not.toContain('only for you');
  said = '';
  await enter('/deploy main');
  await until(() => expect(screen.text()).toContain('no answer'));
  await until(() => expect(box().value).toBe('/deploy main'));
});

it('COMMAND-8: /poll sends a poll, or opens its form', async () => {
  const { enter, of, polls, screen } = await scene(owned, {
    sendPoll: () => Promise.resolve(fail({ kind: 'server', code: 400, message: 'not now' } as never)),
  });
  await enter('/poll');
  await until(() => expect(polls()).toBe(1));
  await enter('/poll Lunch? | Pizza | Pizza');
  await until(() => expect(screen.text()).toContain('Options must be different'));
  await enter('/poll Lunch? | Pizza | Soup');
  await until(() =>
    expect(of('sendPoll')).toMatchObject([['group-5', 'Lunch?', { options: ['Pizza', 'Soup'] }]]),
  );
  await until(() => expect(screen.text()).toContain('not now'));
});

it('COMMAND-5: a text that is typed while a command runs stays, also if the command fails', async () => {
  const ends: (() => void)[] = [];
  const { enter, type } = await scene(owned, {
    setGroupSetting: () =>
      new Promise((resolve) => {
        ends.push(() => resolve(fail({ kind: 'server', code: 400, message: 'not now' } as never)));
      }),
  });
  await enter('/topic Walks');
  await until(() => expect(box().value).toBe(''));
  await type('next');
  await happens(() => ends.pop()?.());
  await until(() => expect(document.body.textContent).toContain('not now'));
  await until(() => expect(box().value).toMatch(/^\/topic Walks/));
});
