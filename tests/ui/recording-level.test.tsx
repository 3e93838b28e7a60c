// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { RecordingBar } from '../../src/app/screens/conversation/voice/recording-bar.tsx';
import { closeScreens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';

it('REC-5: bars show how loud the microphone was; the watch ends with the recording', async () => {
  const watching: ((level: number) => void)[] = [];
  let ended = 0;
  const recorder = {
    stage: 'recording',
    seconds: 3,
    sound: null,
    send: () => undefined,
    sendNow: () => undefined,
    watch: (onLevel: (level: number) => void) => {
      watching.push(onLevel);
      return () => (ended += 1);
    },
  } as const;
  const screen = await showPart(
    scriptedClient(stateWith([])),
    <RecordingBar recorder={recorder} hold="free" />,
  );
  const levels = () =>
    [...screen.root.querySelectorAll<HTMLElement>('[style]')]
      .map((bar) => bar.style.getPropertyValue('--level'))
      .filter((level) => level !== '')
      .map(Number);
  for (const level of [0.2, 0.8, 0.1, 0.1]) watching[0]?.(level);
  // Two reports make a bar, and the newest bar is the last.
  expect(levels().slice(-3)).toEqual([0, 0.8, 0.1]);
  closeScreens();
  expect(ended).toBe(1);
});
