// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Actions, Failure } from '../../src/client/interface/client.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const refusal = (code: number, message: string, field?: string): Failure => ({
  kind: 'server',
  code,
  message,
  ...(field === undefined ? {} : { field }),
});
const WANTS_PROOF = refusal(414, 'Please confirm that it is you');

/** The newest field of this label, in the topmost sheet. */
function field(label: string): HTMLInputElement {
  const id = [...document.querySelectorAll('label')].findLast((one) => one.textContent === label)?.htmlFor;
  const input = id === undefined ? null : document.getElementById(id);
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
}

/** Opens the form of the username, fills it in and sends it; the server wants a proof first. */
async function changeAccount(own: Partial<Actions>): Promise<{
  readonly screen: Screen;
  readonly asked: (name: string) => readonly unknown[];
}> {
  let isProved = false;
  const client = scriptedClient(stateWith([]), {
    changeAccount: () => Promise.resolve(isProved ? ok(undefined) : fail(WANTS_PROOF)),
    ...own,
    prove: async (proof) => {
      const answer = await (own.prove?.(proof) ?? Promise.resolve(ok(undefined)));
      isProved = answer.ok;
      return answer;
    },
  });
  const screen = await showApp(client, '/pages/mine/secure');
  await until(() => expect(screen.text()).toContain('Verify account'));
  await screen.press(screen.find('button', /^Verify account/));
  await until(() => expect(document.querySelector('[name=account]')).not.toBeNull());
  await screen.type(field('New email address or phone number'), 'lin@example.org');
  await screen.type(field('Code for the new username'), '123456');
  await screen.press(screen.find('button', 'Save'));
  await until(() => expect(screen.text()).toContain('Is it you?'));
  return { screen, asked: (name) => client.asked.filter(([one]) => one === name) };
}

it('ACC-27: the app asks for the proof and repeats the change with the same input', async () => {
  const { screen, asked } = await changeAccount({
    prove: ({ password, otp }) =>
      Promise.resolve(
        password !== 'secret-1'
          ? fail(refusal(400, 'The password is wrong', 'password'))
          : otp === ''
            ? fail(refusal(412, 'Please enter the code for two-step verification', 'otp'))
            : ok(undefined),
      ),
  });
  await screen.type(field('Your password'), 'wrong-1');
  await screen.press(screen.find('button', 'Confirm'));
  await until(() => expect(screen.text()).toContain('The password is wrong'));
  await screen.type(field('Your password'), 'secret-1');
  await screen.press(screen.find('button', 'Confirm'));
  await until(() => expect(document.querySelector('[name=otp]')).not.toBeNull());
  await screen.type(document.querySelector('[name=otp]') as HTMLInputElement, '654321');
  await screen.press(screen.find('button', 'Confirm'));
  await until(() => expect(screen.text()).not.toContain('Is it you?'));
  const proof = { password: 'secret-1', code: '', otp: '654321', passkey: '' };
  expect(asked('prove').at(-1)).toEqual(['prove', proof]);
  const change = { account: 'lin@example.org', code: '', newCode: '123456' };
  expect(asked('changeAccount')).toEqual([
    ['changeAccount', change],
    ['changeAccount', change],
  ]);
});

it('ACC-27: a user who cancels the proof sees the refusal and keeps the input', async () => {
  const { screen, asked } = await changeAccount({});
  const cancels = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Cancel');
  await screen.press(cancels.at(-1) ?? expect.fail('no button'));
  await until(() => expect(screen.text()).toContain('Please confirm that it is you'));
  expect(field('New email address or phone number').value).toBe('lin@example.org');
  expect(asked('changeAccount')).toHaveLength(1);
});

/** A page with a change, and what to press there. */
const CHANGES: Readonly<
  Record<string, readonly [path: string, call: keyof Actions, press: (screen: Screen) => Promise<void>]>
> = {
  'ends another login': [
    '/pages/mine/secure?view=logins',
    'endLogin',
    async (screen) => {
      await screen.press(screen.find('button', 'Log out Phone'));
      await until(() => expect(screen.text()).toContain('This takes effect at once'));
      await screen.press(screen.all('button').findLast((one) => one.textContent === 'Log out') ?? fault());
    },
  ],
  'renames a passkey': [
    '/pages/mine/secure?view=passkeys',
    'renamePasskey',
    async (screen) => {
      await screen.press(screen.find('button', /^Old key/));
      await screen.type(field('Name'), 'My phone');
      await screen.press(screen.find('button', 'Save'));
    },
  ],
  'removes a passkey': [
    '/pages/mine/secure?view=passkeys',
    'removePasskey',
    async (screen) => {
      await screen.press(screen.find('button', /^Old key/));
      await screen.press(screen.find('button', 'Remove Old key'));
      await until(() => expect(screen.text()).toContain('Remove Old key?'));
      await screen.press(screen.all('button').findLast((one) => one.textContent === 'Remove') ?? fault());
    },
  ],
  'shares more': [
    '/pages/mine/secure',
    'setPrivacy',
    async (screen) => {
      await screen.press(screen.all('[role=tab]').find((one) => one.textContent === 'Everyone') ?? fault());
    },
  ],
};
const fault = (): never => expect.fail('not there');

it.each(Object.keys(CHANGES))('ACC-27: a user who %s proves their presence by a code', async (name) => {
  const [path, call, act] = CHANGES[name] ?? fault();
  let isProved = false;
  const state = stateWith([]);
  const self = { ...(state.self ?? fault()), account: 'lin@example.org', isAuth: true };
  const times = { sinceMs: 0, usedMs: 0 };
  const client = scriptedClient(
    { ...state, self },
    {
      logins: () => Promise.resolve(ok([{ id: 'a', device: 'Phone', place: '', isOwn: false, ...times }])),
      passkeys: () =>
        Promise.resolve(ok({ isPossible: true, list: [{ id: 'k', name: 'Old key', ...times }] })),
      [call]: () => Promise.resolve(isProved ? ok(undefined) : fail(WANTS_PROOF)),
      sendCode: () => Promise.resolve(ok(undefined)),
      prove: () => Promise.resolve(ok(void (isProved = true))),
    },
  );
  const screen = await showApp(client, path);
  await until(() => expect(screen.text()).toMatch(/Phone|Old key|Everyone/));
  await act(screen);
  await until(() => expect(screen.text()).toContain('Is it you?'));
  await screen.press(screen.find('button', 'Use a code by email'));
  await screen.press(screen.find('button', 'Send code'));
  await screen.type(field('Code sent to lin@example.org'), '123456');
  await screen.press(screen.find('button', 'Confirm'));
  await until(() => expect(screen.text()).not.toContain('Is it you?'));
  const listRequests = (one: string) => client.asked.filter(([action]) => action === one);
  expect(listRequests('sendCode')).toEqual([['sendCode', 'lin@example.org', 'proof']]);
  expect(listRequests('prove')).toEqual([['prove', { password: '', code: '123456', otp: '', passkey: '' }]]);
  expect(listRequests(call)).toHaveLength(2);
});
