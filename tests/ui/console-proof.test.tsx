// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAsk } from '../../src/console/platform/ask.ts';
import type { AskServer, CommandResult, ProofWays, Said } from '../../src/console/platform/ask.ts';
import { CommandDialog, type Command } from '../../src/console/view/command-dialog.tsx';
import { ConsoleContext, useConsole, wordsOf } from '../../src/console/view/context.ts';
import { partTexts } from '../../src/tools/locales.mjs';
import { Shown } from '../../src/console/view/parts.tsx';
import { WithProof } from '../../src/console/view/console-app.tsx';

const CREATE: Command = {
  words: 'user create',
  name: 'Create account',
  help: 'makes an account',
  saves: false,
  fields: [{ name: 'account', label: 'Username', isRequired: true, of: null }],
};
const DONE: Said<CommandResult> = { kind: 'data', data: { isDone: true, lines: ['Made cleo'] } };
const t = wordsOf(partTexts('en', 'console'));

/** A server that wants a proof, and what it was asked. */
class Server implements AskServer {
  isProved = false;
  readonly ran: unknown[] = [];
  readonly proofs: unknown[] = [];

  constructor(private readonly ways: Omit<ProofWays, 'account'>) {}

  show = <T,>(): Promise<Said<T>> => Promise.resolve({ kind: 'away' });
  passkeyQuestion = (): Promise<Said<never>> => Promise.resolve({ kind: 'refused', reason: 'no domain' });

  execute = (_: string, given: object): Promise<Said<CommandResult>> => {
    this.ran.push(given);
    const ways = { account: 'boss', ...this.ways };
    return Promise.resolve(this.isProved ? DONE : { kind: 'unproved', reason: 'confirm first', ways });
  };

  setLogo = (): Promise<Said<never>> => Promise.resolve({ kind: 'away' });
  addEmoji = this.setLogo;

  prove = (proof: Readonly<Record<string, string>>): Promise<Said<unknown>> => {
    this.proofs.push(proof);
    this.isProved = proof['password'] === 'right';
    return Promise.resolve(
      this.isProved ? { kind: 'data', data: '' } : { kind: 'refused', reason: 'wrong password' },
    );
  };
}

let place: HTMLElement;
let root: Root;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

async function open(server: AskServer, command = CREATE): Promise<void> {
  const parts = { ask: server, saveFile: () => undefined, copy: null, language: 'en' as const, t };
  await act(async () =>
    root.render(
      <ConsoleContext value={parts}>
        <WithProof>
          <CommandDialog command={command} prefill={{}} onDone={() => undefined} onClose={() => undefined} />
        </WithProof>
      </ConsoleContext>,
    ),
  );
}

const dialogs = () => [...place.querySelectorAll('dialog')];
const proofForm = () => dialogs().find((one) => one.textContent.includes(t('proof')));
const button = (name: string) =>
  [...place.querySelectorAll('button')].find((one) => one.textContent === name);
const press = (name: string) => act(async () => button(name)?.click());
/** React looks for a change of the value, as typing makes it. */
async function type(label: string, value: string): Promise<void> {
  const match = [...place.querySelectorAll('label')].find((one) => one.textContent.startsWith(label));
  const input = document.getElementById(match?.htmlFor ?? '') as HTMLInputElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const typedAccount = () => place.querySelector<HTMLInputElement>('dialog input')?.value;

it('CONSOLE-9: the command goes on with what was typed, once the password is right', async () => {
  const server = new Server({ passkey: false, secondStep: false });
  await open(server);
  await type('Username', 'cleo');
  await press(CREATE.name);
  expect(proofForm()).toBeDefined();
  // ACC-26: a password manager learns whose password is asked for.
  expect(proofForm()?.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe('boss');
  expect(button(t('withPasskey'))).toBeUndefined();
  await type(t('password'), 'wrong');
  await press(t('confirm'));
  expect(proofForm()?.textContent).toContain('wrong password');
  expect(typedAccount()).toBe('cleo');
  await type(t('password'), 'right');
  await press(t('confirm'));
  expect(proofForm()).toBeUndefined();
  expect(server.ran).toEqual([{ account: 'cleo' }, { account: 'cleo' }]);
  expect(place.textContent).toContain('Made cleo');
});

it('CONSOLE-1: a refusal names the field of the form, not the option of the command line', async () => {
  const server = new Server({ passkey: false, secondStep: false });
  const lines = ['--uses must be a number from 1 to 9'];
  server.execute = () => Promise.resolve({ kind: 'data', data: { isDone: false, lines } });
  const uses = { name: '--uses', label: 'Maximum uses', isRequired: false, of: null };
  await open(server, { ...CREATE, fields: [...CREATE.fields, uses] });
  await type('Username', 'cleo');
  await press(CREATE.name);
  expect(place.querySelector('pre')?.textContent).toBe('"Maximum uses" must be a number from 1 to 9');
});

it('CONSOLE-9: an administrator who cancels keeps the typed values and reads the reason', async () => {
  const server = new Server({ passkey: false, secondStep: false });
  await open(server);
  await type('Username', 'cleo');
  await press(CREATE.name);
  await press(t('cancel'));
  expect(proofForm()).toBeUndefined();
  expect(server.proofs).toEqual([]);
  expect(server.ran).toHaveLength(1);
  expect(place.textContent).toContain('confirm first');
  expect(typedAccount()).toBe('cleo');
});

it('CONSOLE-9: the form asks for a code and offers a passkey where the account has them', async () => {
  const server = new Server({ passkey: true, secondStep: true });
  await open(server);
  await press(CREATE.name);
  await type('Username', 'cleo');
  await press(CREATE.name);
  await type(t('password'), 'right');
  await type(t('otp'), '123456');
  await press(t('withPasskey'));
  expect(proofForm()?.textContent).toContain('no domain');
  await press(t('confirm'));
  expect(server.proofs).toEqual([{ password: 'right', otp: '123456' }]);
});

it('CONSOLE-9: two changes at once ask for one proof, and both go on', async () => {
  const server = new Server({ passkey: false, secondStep: false });
  const done: Said<CommandResult>[] = [];
  function Child() {
    const { ask } = useConsole();
    const executeBoth = () => {
      for (const n of ['1', '2']) void ask.execute('settings set', { n }).then((said) => done.push(said));
    };
    return (
      <button type="button" onClick={executeBoth}>
        both
      </button>
    );
  }
  const parts = { ask: server, saveFile: () => undefined, copy: null, language: 'en' as const, t };
  await act(async () =>
    root.render(
      <ConsoleContext value={parts}>
        <WithProof>
          <Child />
        </WithProof>
      </ConsoleContext>,
    ),
  );
  await press('both');
  expect(dialogs()).toHaveLength(1);
  await type(t('password'), 'right');
  await press(t('confirm'));
  expect(done).toEqual([DONE, DONE]);
  expect(server.proofs).toHaveLength(1);
  expect(dialogs()).toHaveLength(0);
});

it.each([
  [414, 'unproved'],
  [415, 'noSecondStep'],
  [400, 'refused'],
  [-1, 'signedOut'],
])('CONSOLE-9: code %i of the server is %s here', async (code, kind) => {
  const fetched = globalThis.fetch;
  globalThis.fetch = () => Promise.resolve(Response.json({ code, msg: 'why', data: {} }));
  const sentMessage = await createAsk('en', () => null).execute('user list', {});
  globalThis.fetch = fetched;
  expect(sentMessage.kind).toBe(kind);
});

it('CONSOLE-10: who needs two-step login first is led to its settings', async () => {
  const parts = {
    ask: new Server({ passkey: false, secondStep: false }),
    saveFile: () => undefined,
    copy: null,
  };
  await act(async () =>
    root.render(
      <ConsoleContext value={{ ...parts, language: 'en', t }}>
        <Shown of={{ kind: 'noSecondStep', reason: 'Administrators need it' }}>{() => null}</Shown>
      </ConsoleContext>,
    ),
  );
  expect(place.textContent).toContain('Administrators need it');
  expect(place.querySelector('a')?.getAttribute('href')).toBe('/#/pages/mine/secure?view=second');
});

function fieldOf(name: string): HTMLInputElement {
  const label = [...place.querySelectorAll('label')].findLast((one) => one.textContent === name);
  return document.getElementById(label?.htmlFor ?? '') as HTMLInputElement;
}

it('UI-166, ACC-25: a wrong proof is shown at its field, and other reasons below the fields', async () => {
  const server = new Server({ passkey: false, secondStep: true });
  const refusals: Said<unknown>[] = [
    { kind: 'refused', reason: 'wrong password', field: 'password' },
    { kind: 'refused', reason: 'wrong code', field: 'otp' },
    { kind: 'away' },
  ];
  server.prove = () => Promise.resolve(refusals.shift()!);
  await open(server);
  await type('Username', 'cleo');
  await press(CREATE.name);
  const errors = () =>
    [t('password'), t('otp')].map((name) => {
      const id = fieldOf(name).getAttribute('aria-describedby');
      return id === null ? null : document.getElementById(id)?.textContent;
    });
  const submit = () => press(t('confirm'));
  await type(t('password'), 'right ');
  await type(t('otp'), '123456');
  await submit();
  expect(errors()).toEqual(['wrong password. The password begins or ends with a space', null]);
  await submit();
  expect(errors()).toEqual([null, 'wrong code']);
  expect(document.activeElement).toBe(fieldOf(t('otp')));
  await submit();
  expect(errors()).toEqual([null, null]);
  expect(proofForm()?.querySelector('output')?.textContent).toBe(t('away'));
});
