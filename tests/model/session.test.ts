import { createActor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { sessionMachine, type SessionEffect, type SessionEvent } from '../../machines/session.machine.ts';

function play(...events: readonly SessionEvent[]): { state: unknown; effects: readonly SessionEffect[] } {
  const actor = createActor(sessionMachine);
  const effects: SessionEffect[] = [];
  actor.on('*', (effect) => effects.push(effect));
  actor.start();
  for (const event of events) actor.send(event);
  return { state: actor.getSnapshot().value, effects };
}

const SIGNED_IN = [
  { type: 'token.missing' },
  { type: 'login.asked' },
  { type: 'login.accepted', user: 7 },
] as const;

describe('the session machine', () => {
  it('SESS-1: signs in, and a refused login is signed out again', () => {
    expect(play(...SIGNED_IN)).toEqual({ state: 'signedIn', effects: [{ type: 'sessionOpened', user: 7 }] });
    expect(play({ type: 'token.missing' }, { type: 'login.asked' }, { type: 'login.refused' }).state).toBe(
      'signedOut',
    );
  });

  it.each([
    ['token.refused', 'expired', 'expired', false],
    ['login.elsewhere', 'kicked', 'kicked', false],
    ['token.vanished', 'signedOut', 'left', false],
    ['logout.asked', 'signedOut', 'loggedOut', true],
  ] as const)('SESS-3: %s wipes only when the person chose it', (type, state, why, wipe) => {
    const view = play(...SIGNED_IN, { type });
    expect(view.state).toBe(state);
    expect(view.effects.at(-1)).toEqual({ type: 'sessionClosed', user: 7, why, wipe });
  });

  it('SESS-2: many refusals of one token end the session once', () => {
    const view = play(
      ...SIGNED_IN,
      { type: 'token.refused' },
      { type: 'token.refused' },
      { type: 'login.elsewhere' },
    );
    expect(view.effects.filter((one) => one.type === 'sessionClosed')).toHaveLength(1);
  });
});
