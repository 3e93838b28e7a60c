import { useEffect, useEffectEvent } from 'react';
import { soundsOf } from '../../client/state/sounds.ts';
import type { ContactId } from '../../domain/ids.ts';
import { soundOf } from '../../domain/sounds.ts';
import { appSetting } from '../kit/app-setting.ts';
import { armSound, playSound, vibrate } from '../platform/sound.ts';
import { useClient } from '../shared/client-context.ts';

const NOTIFY_SOUND = '/static/voice/notify.mp3';
const VIBRATE_MS = 60;

/** Lets new messages be heard, each chat as one has chosen (ALERT-7). */
export function SoundHost() {
  const { calls, notices, store } = useClient();
  const onSound = useEffectEvent((chat: ContactId | null) => {
    // A ring is heard already.
    if (calls.get()?.stage === 'ringing') return;
    if (appSetting().voiceStatus) playSound(soundOf(soundsOf(store.get()), chat));
    if (appSetting().vibrateStatus) vibrate(VIBRATE_MS);
  });
  useEffect(
    () => notices.subscribe((notice) => notice.kind === 'sound' && onSound(notice.id ?? null)),
    [notices],
  );
  useEffect(() => armSound(NOTIFY_SOUND), []);
  return null;
}
