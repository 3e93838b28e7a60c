import { describe, expect, it } from 'vitest';
import {
  permissionMachine,
  type PermissionEffect,
  type PermissionState,
} from '../../machines/permission.machine.ts';
import { run } from '../support/machine-run.ts';

const permission = (explained = false) => run<PermissionEffect>(permissionMachine, { explained });
const makeExpected = (standing: PermissionState) => ({ type: 'permission.wanted', standing });
const effects = (one: ReturnType<typeof permission>) => one.effects.map((effect) => effect.type);

describe('permission', () => {
  it('PERM-1: the app asks for nothing before it needs it, and not again after a grant', () => {
    const one = permission();
    expect(effects(one)).toEqual([]);
    one.send(makeExpected('granted'), makeExpected('granted'));
    expect(effects(one)).toEqual(['allowed', 'allowed']);
  });

  it('PERM-1: a browser that hides its state asks on its own; a missing device is not asked for', () => {
    const one = permission();
    one.send(makeExpected('unknown'), makeExpected('unsupported'));
    expect(effects(one)).toEqual(['allowed', 'notAllowed']);
  });

  it('PERM-2: the app explains first, and once; after a postponement it asks at the next need', () => {
    const one = permission();
    one.send(
      makeExpected('default'),
      { type: 'explanation.declined' },
      makeExpected('default'),
      { type: 'explanation.accepted' },
      { type: 'browser.dismissed' },
      makeExpected('default'),
      { type: 'browser.granted' },
    );
    expect(effects(one)).toEqual([
      'explain',
      'notAllowed',
      'explain',
      'askBrowser',
      'notAllowed',
      'askBrowser',
      'allowed',
    ]);
    const entry = permission(true);
    entry.send(makeExpected('default'));
    expect(effects(entry)).toEqual(['askBrowser']);
  });

  it('PERM-3: a refusal tells the way back each time it is needed, and what was changed there counts at once', () => {
    const one = permission(true);
    one.send(
      makeExpected('default'),
      { type: 'browser.denied' },
      makeExpected('denied'),
      makeExpected('granted'),
      makeExpected('denied'),
    );
    expect(effects(one)).toEqual([
      'askBrowser',
      'notAllowed',
      'showWayBack',
      'notAllowed',
      'showWayBack',
      'allowed',
      'notAllowed',
      'showWayBack',
    ]);
    expect(one.state()).toBe('"refused"');
  });

  it('MACH-4: permission: the browser is asked only after an explanation, and every need has one answer', () => {
    const one = permission();
    let explained = false;
    for (const standing of [
      'default',
      'denied',
      'default',
      'granted',
      'unknown',
      'unsupported',
      'default',
    ] as const) {
      one.send(
        makeExpected(standing),
        { type: 'explanation.accepted' },
        { type: 'browser.dismissed' },
        { type: 'browser.granted' },
      );
    }
    for (const type of effects(one)) {
      if (type === 'explain') explained = true;
      if (type === 'askBrowser') expect(explained).toBe(true);
    }
    expect(effects(one).filter((type) => type === 'allowed' || type === 'notAllowed')).toHaveLength(7);
  });
});
