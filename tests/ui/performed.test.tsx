// @vitest-environment happy-dom
import { useActorRef } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { updateMachine, type UpdateEffect } from '../../machines/update.machine.ts';
import { usePerformed } from '../../src/app/kit/use-performed.ts';
import { showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

it('UPD-3: a press before the machine of a screen has started is executed', async () => {
  const performed: string[] = [];
  function Pressed() {
    const actor = useActorRef(updateMachine);
    usePerformed(actor, (effect: UpdateEffect) => void performed.push(effect.type));
    useLayoutEffect(() => actor.send({ type: 'check.asked', byHand: true }), [actor]);
    return null;
  }
  await showPart(scriptedClient(stateWith([])), <Pressed />);
  expect(performed).toEqual(['askServer']);
});
