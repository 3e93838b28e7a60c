// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Actions } from '../../src/client/interface/client.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { type Screen, showApp } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const input = (label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll('label')].findLast((one) => one.textContent === label)?.htmlFor;
  const match = document.getElementById(id ?? '');
  if (!(match instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return match;
};
const refused = (message: string) => Promise.resolve(fail({ kind: 'server', code: 412, message } as const));
const submit = (screen: Screen): Promise<void> =>
  screen.press(document.querySelector('form [type=submit]') ?? expect.fail('no form'));
const open = async (own: Partial<Actions>) => {
  const client = scriptedClient(stateWith([]), own);
  const screen = await showApp(client, '/pages/mine/secure?view=second');
  await until(() => expect(screen.text()).toContain('After the password you'));
  return { client, screen };
};

it('SECOND-1, SECOND-4: password, key and picture, a code that proves it, recovery codes', async () => {
  let on = false;
  const codes = Array.from({ length: 10 }, (_, at) => `RECOVERY${at}A`);
  const { client, screen } = await open({
    secondStep: () => Promise.resolve(ok({ on, recovery: on ? 10 : 0 })),
    beginSecondStep: () => Promise.resolve(ok({ secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/x' })),
    confirmSecondStep: (otp) => {
      if (otp !== '123456') return refused('not that one');
      on = true;
      return Promise.resolve(ok(codes));
    },
  });
  await screen.press(screen.find('button', 'Turn on two-step verification'));
  await until(() => input('Your password'));
  await submit(screen);
  await until(() => expect(screen.text()).toContain('Enter your password'));
  await screen.type(input('Your password'), 'secret-1');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('ABCD EFGH IJKL MNOP'));
  await screen.type(input('Code from the app'), '000000');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('not that one'));
  await screen.type(input('Code from the app'), '123456');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('RECOVERY9A'));
  await screen.press(screen.find('button', "I've saved them"));
  await until(() => expect(screen.text()).toContain('10 recovery codes left'));
  expect(client.asked.filter(([name]) => name === 'beginSecondStep')).toEqual([
    ['beginSecondStep', 'secret-1'],
  ]);
});

it('SECOND-5: off only with password and code, each asked for', async () => {
  let on = true;
  const { client, screen } = await open({
    secondStep: () => Promise.resolve(ok({ on, recovery: 1 })),
    endSecondStep: () => {
      on = false;
      return Promise.resolve(ok(undefined));
    },
  });
  expect(screen.text()).toContain('1 recovery code left');
  await screen.press(screen.find('button', 'Turn off two-step verification'));
  await until(() => input('Your password'));
  await screen.type(input('Your password'), 'secret-1');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('Enter the code'));
  await screen.type(input('Code from the app, or a recovery code'), ' 123456 ');
  await submit(screen);
  await until(() => expect(screen.text()).toContain('Two-step verification is off'));
  expect(client.asked.filter(([name]) => name === 'endSecondStep')).toEqual([
    ['endSecondStep', 'secret-1', '123456'],
  ]);
});
