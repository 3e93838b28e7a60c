// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stopPlaying } from '../../src/app/platform/player.ts';
import { VoicePill } from '../../src/app/screens/conversation/message/media/voice-pill.tsx';
import { closeScreens, happens, showPart } from '../support/screen.tsx';
import { scriptedClient, stateWith } from '../support/scripted-client.ts';
import { by, message } from '../support/contacts.ts';

/** An audio element whose end a test decides. */
class PretendedAudio extends EventTarget {
  static last: PretendedAudio | null = null;
  src = '';
  currentTime = 0;
  playbackRate = 1;
  paused = true;
  constructor() {
    super();
    PretendedAudio.last = this;
  }
  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }
  pause(): void {
    this.paused = true;
  }
}

beforeEach(() => {
  vi.stubGlobal('Audio', PretendedAudio);
});
afterEach(() => {
  stopPlaying();
  vi.unstubAllGlobals();
  closeScreens();
});

const voice = (n: number, who: number) =>
  message(n, { type: 'voice', content: `/files/v${n}`, extra: { duration: 8 }, from: by(who) });

async function scene() {
  const bodies = [voice(1, 2), voice(2, 2), voice(3, 1)];
  const screen = await showPart(
    scriptedClient(stateWith([])),
    <>
      {bodies.map((body) => (
        <VoicePill key={body.id} body={body} name={body.id} />
      ))}
    </>,
  );
  const plays = () =>
    screen.all('button').filter((one) => /voice message/.test(one.getAttribute('aria-label') ?? ''));
  return { screen, plays, audio: () => PretendedAudio.last ?? expect.fail('silence') };
}

describe('voices', () => {
  it('UI-58: the next unplayed voice message follows; own ones never count as unplayed', async () => {
    const { screen, plays, audio } = await scene();
    expect(screen.text().match(/Not played yet/g)).toHaveLength(2);
    await screen.press(plays()[0] ?? expect.fail());
    expect(audio().src).toBe('/files/v1');
    expect(screen.text().match(/Not played yet/g)).toHaveLength(1);
    await happens(() => audio().dispatchEvent(new Event('ended')));
    expect(audio().src).toBe('/files/v2');
    await happens(() => audio().dispatchEvent(new Event('ended')));
    expect(audio().src).toBe('/files/v2');
    expect(screen.text()).not.toContain('Not played yet');
  });

  it('MEDIA-16: a paused voice message continues in place, a finished one from the start', async () => {
    const { screen, plays, audio } = await scene();
    const [first, second] = [plays()[0] ?? expect.fail(), plays()[1] ?? expect.fail()];
    await screen.press(first);
    audio().currentTime = 4;
    await screen.press(first);
    expect(audio().paused).toBe(true);
    expect(plays()[0]?.getAttribute('aria-label')).toContain('0:04');
    audio().currentTime = 0;
    await screen.press(first);
    expect(audio().currentTime).toBe(4);
    // Another voice message pauses it, and so does leaving the page.
    await screen.press(second);
    audio().currentTime = 1;
    await happens(() => stopPlaying());
    await screen.press(first);
    expect([audio().src, audio().currentTime]).toEqual(['/files/v1', 4]);
    await happens(() => audio().dispatchEvent(new Event('ended')));
    audio().currentTime = 0;
    await screen.press(first);
    expect(audio().currentTime).toBe(0);
  });

  it('UI-58: the speed goes round and is kept; the arrows move the place', async () => {
    const { screen, plays, audio } = await scene();
    await screen.press(plays()[0] ?? expect.fail());
    const first = audio().playbackRate;
    await screen.press(screen.find('button', /Speed/));
    await screen.press(screen.find('button', /Speed/));
    expect([first, audio().playbackRate, localStorage.getItem('voice-rate')]).toEqual([1, 2, '2']);
    await screen.key(screen.find('[role=slider]'), 'ArrowRight');
    await screen.key(screen.find('[role=slider]'), 'ArrowRight');
    expect(audio().currentTime).toBe(2);
    expect(screen.find('[role=slider]').getAttribute('aria-valuetext')).toBe('0:02');
    await screen.key(screen.find('[role=slider]'), 'Home');
    expect(audio().currentTime).toBe(0);
  });
});
