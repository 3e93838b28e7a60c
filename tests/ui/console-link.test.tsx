// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import '../support/pretended-layout.ts';
import '../support/node-names.ts';
import FirstSteps from '../../src/app/screens/people/first-steps.tsx';
import { CONSOLE_SEEN, viewPath } from '../../src/app/paths/paths.ts';
import { belongTo, writeOwn } from '../../src/app/platform/settings.ts';
import { userId } from '../../src/domain/ids.ts';
import { type Screen, showApp, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { until } from '../support/until.ts';

const stateOf = (role: number, plain = false) => {
  const state = stateWith([]);
  return {
    ...state,
    self: state.self && { ...state.self, role },
    sync: { ...state.sync, plain },
  };
};
const links = (within = '') => [
  ...document.querySelectorAll<HTMLAnchorElement>(`${within} a[href="/admin"]`),
];

describe('the way to the console', () => {
  it.each([
    ['the first administrator', 1, 1],
    ['another administrator', 2, 1],
    ['a user', 0, 0],
  ])('CONSOLE-13: Me of %s', async (_, role, count) => {
    const me = await showApp(scriptedClient(stateOf(role)), viewPath('me'));
    await until(() => expect(me.text()).toContain('Account security'));
    expect(links('[role=dialog]')).toHaveLength(count);
  });

  it('CONSOLE-13: a server of the base protocol has no console', async () => {
    const me = await showApp(scriptedClient(stateOf(1, true)), viewPath('me'));
    await until(() => expect(me.text()).toContain('Account security'));
    expect(links()).toEqual([]);
  });

  it.each([
    ['reads', 1, 1],
    ['that another administrator does not read', 2, 0],
  ])(
    'CONSOLE-13: among the first steps, the first account %s that it is the administrator',
    async (_, role, count) => {
      await showPart(scriptedClient(stateOf(role)), <FirstSteps />);
      expect(links()).toHaveLength(count);
      expect(document.body.textContent?.includes('You are the administrator of this server')).toBe(
        count === 1,
      );
    },
  );

  it.each([
    ['follows the link', (screen: Screen) => screen.press(links()[0] ?? expect.fail('no link'))],
    ['closes it', (screen: Screen) => screen.press(screen.find('button', 'Close'))],
  ])('CONSOLE-13: the first steps show the link until the administrator %s', async (_, end) => {
    belongTo(userId(1));
    writeOwn(CONSOLE_SEEN, null);
    const screen = await showPart(scriptedClient(stateOf(1)), <FirstSteps />);
    expect(links()).toHaveLength(1);
    await end(screen);
    expect(links()).toEqual([]);
  });
});
