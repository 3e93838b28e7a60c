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
  expect(asked('prove').at(-1)).toEqual(['prove', { password: 'secret-1', otp: '654321', passkey: '' }]);
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
