import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { recorderMachine, type RecorderEffect } from '../../../../../machines/recorder.machine.ts';
import { mediaLimits } from '../../../../domain/limits.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useClient } from '../../../shared/client-context.ts';
import { useToasts } from '../../../kit/toaster.tsx';
import { usePerformed } from '../../../kit/use-performed.ts';
import type { Recording } from '../../../../client/interface/files.ts';
import { useCall } from '../../../shared/use-call.ts';
import { usePermission } from '../../../shared/use-permission.ts';
import { rememberFacts } from '../../../platform/local-media.ts';
import { stopPlaying } from '../../../platform/player.ts';
import { pageClock } from '../../../platform/time.ts';
import { createVoiceDevice, type VoiceDevice } from '../../../platform/voice-device.ts';
import { type ChatPartner, draftKeyOf, quotedBy } from '../who.ts';

export interface VoiceRecorder {
  readonly stage: 'idle' | 'asking' | 'recording' | 'finishing' | 'preview';
  readonly seconds: number;
  /** The recording, during its preview. */
  readonly sound: Blob | null;
  readonly send: (event: Parameters<ActorRefFrom<typeof recorderMachine>['send']>[0]) => void;
  /** Sends the recording; a running one is stopped, and sent once it is ready. */
  readonly sendNow: () => void;
  /** Reports the level of the microphone until the answer is called. */
  readonly watch: (onLevel: (level: number) => void) => () => void;
}

/**
 * Connects the recorder machine to a microphone (REC-1 …): runs its effects and sends it the results. What
 * was recorded stays stored until it is sent or discarded (REC-6).
 */
export function useRecorder(contact: ChatPartner, onSent: () => void, mayRecord: boolean): VoiceRecorder {
  const { t } = useTranslation();
  const toasts = useToasts();
  const actor = useActorRef(recorderMachine, RECORDING);
  const [device] = useState(createVoiceDevice);
  const { sound, recorded, show } = useSound();
  const sendAtOnce = useRef(false);
  const stage = useSelector(actor, stageOf);
  const seconds = useSelector(actor, ({ context }) => context.seconds);
  const store = useStored(contact, mayRecord, ({ body, seconds: length }) => {
    if (!actor.getSnapshot().matches('idle')) return;
    show(body);
    actor.send({ type: 'record.restored', seconds: length });
  });
  const keep = (body: Blob | null) => store(body && { body, seconds: actor.getSnapshot().context.seconds });
  useCallStart(() => actor.send({ type: 'record.stop' }));
  const sendSound = useSendSound(contact, onSent);
  const allow = usePermission();
  const ask = async () => {
    stopPlaying();
    const answer = (await allow('microphone')) ? await device.ask() : 'denied';
    // Cancelled while the browser asked: the granted microphone is released.
    if (!actor.getSnapshot().matches('asking')) return device.release();
    actor.send({ type: `device.${answer}` });
  };
  const part = (soFar: Blob) => actor.getSnapshot().matches('recording') && keep(soFar);
  const finish = async () => {
    const body = await device.finish();
    show(body);
    if (body !== null) keep(body);
    actor.send(body === null ? { type: 'device.failed' } : { type: 'record.ready' });
    if (sendAtOnce.current) actor.send({ type: 'preview.send' });
  };
  usePerformed(actor, (effect: RecorderEffect): void => {
    switch (effect.type) {
      case 'askDevice':
        sendAtOnce.current = false;
        return void ask();
      case 'startDevice':
        return device.start(() => actor.send({ type: 'device.failed' }), part);
      case 'finishDevice':
        return void finish();
      case 'releaseDevice':
        return device.release();
      case 'dropRecording':
        stopPlaying();
        show(null);
        return keep(null);
      case 'sendRecording':
        stopPlaying();
        if (recorded.current !== null) sendSound(recorded.current, effect.seconds);
        return keep(null);
      case 'tellProblem':
        return toasts.show(t(PROBLEMS[effect.problem]));
    }
  });
  useRelease(device, () => actor.getSnapshot().matches('recording'), keep);
  return {
    stage,
    seconds,
    sound: stage === 'preview' ? sound : null,
    send: (event) => actor.send(event),
    sendNow: () => {
      if (stage === 'preview') return actor.send({ type: 'preview.send' });
      sendAtOnce.current = true;
      actor.send({ type: 'record.stop' });
    },
    watch: device.watch,
  };
}

/** Stores a recording until it is sent or discarded, and looks for one of an earlier visit (REC-6). */
function useStored(contact: ChatPartner, mayRecord: boolean, onFound: (recording: Recording) => void) {
  const { actions } = useClient();
  const key = draftKeyOf(contact);
  const show = useEffectEvent(onFound);
  useEffect(() => {
    let isHere = mayRecord;
    const look = async () => {
      const recording = await actions.recording(key);
      if (recording !== null && isHere) show(recording);
    };
    if (mayRecord) void look();
    return () => {
      isHere = false;
    };
  }, [actions, key, mayRecord]);
  return (recording: Recording | null) => {
    if (recording === null || recording.seconds >= mediaLimits.voiceMinSec)
      void actions.keepRecording(key, recording);
  };
}

/** The composer goes: a running recording is stored to its end, and the microphone is released. */
function useRelease(device: VoiceDevice, isRecording: () => boolean, keep: (body: Blob) => void): void {
  const leave = useEffectEvent(async () => {
    const last = isRecording() ? await device.finish() : null;
    if (last !== null) keep(last);
    device.release();
  });
  useEffect(() => () => void leave(), []);
}

/** The recording as shown, and as read by effects. */
function useSound() {
  const [sound, setSound] = useState<Blob | null>(null);
  const recorded = useRef<Blob | null>(null);
  const show = (body: Blob | null) => {
    recorded.current = body;
    setSound(body);
  };
  return { sound, recorded, show };
}

/** A call needs the microphone from its start, not while it rings. */
function useCallStart(onCall: () => void): void {
  const call = useCall();
  const inCall = call !== null && call.stage !== 'ringing';
  const start = useEffectEvent(onCall);
  useEffect(() => {
    if (inCall) start();
  }, [inCall]);
}

function useSendSound(contact: ChatPartner, onSent: () => void) {
  const { actions } = useClient();
  return (body: Blob, seconds: number) => {
    rememberFacts(body, { width: 0, height: 0, durationSec: seconds });
    const ending = body.type === 'audio/mp4' ? 'm4a' : body.type === 'audio/ogg' ? 'ogg' : 'webm';
    actions.sendFile(contact.id, { name: `voice.${ending}`, body }, 'voice', {
      quote: quotedBy(contact, actions.draft(draftKeyOf(contact))),
    });
    onSent();
  };
}

const RECORDING = {
  input: { kind: 'voice' },
  clock: { setTimeout: pageClock.setTimeout, clearTimeout: pageClock.clearTimeout },
} as const;

/** A refusal was already shown, so the view is unchanged. */
function stageOf(snapshot: SnapshotFrom<typeof recorderMachine>): VoiceRecorder['stage'] {
  if (typeof snapshot.value === 'object') return 'recording';
  return snapshot.value === 'refused' ? 'idle' : snapshot.value;
}

const PROBLEMS = { denied: 'rec.denied', failed: 'rec.failed', tooShort: 'rec.tooShort' } as const;
